package forms

import (
	"encoding/json"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Numbers are JSON number texts within the bounds of the scanner, and are
// compared exactly: never through float64.

// isNumber reports whether s is a JSON number within the bounds.
func isNumber(s string) (ok, tooLong bool) {
	sc := &scanner{src: []byte(s)}
	err := sc.number()
	if err != nil {
		return false, err.rule == ruleNumberTooLong
	}
	return sc.pos == len(s), false
}

// rat is the exact value of a number.
func rat(number string) *big.Rat {
	r, ok := new(big.Rat).SetString(number)
	if !ok {
		return new(big.Rat)
	}
	return r
}

// significand splits a number into sign, digits without leading or trailing
// zeros, and the power of ten that they count; zero has no digits.
func significand(number string) (negative bool, digits string, exponent int) {
	mantissa := number
	if i := strings.IndexAny(number, "eE"); i >= 0 {
		mantissa = number[:i]
		exponent, _ = strconv.Atoi(number[i+1:])
	}
	mantissa, negative = strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	exponent -= len(fraction)
	digits = strings.TrimLeft(whole+fraction, "0")
	trimmed := strings.TrimRight(digits, "0")
	exponent += len(digits) - len(trimmed)
	if trimmed == "" {
		return false, "", 0
	}
	return negative, trimmed, exponent
}

// canonical is equal for exactly the numbers of equal value.
func canonical(number string) string {
	negative, digits, exponent := significand(number)
	sign := ""
	if negative {
		sign = "-"
	}
	return sign + digits + "e" + strconv.Itoa(exponent)
}

func isWhole(number string) bool {
	_, _, exponent := significand(number)
	return exponent >= 0
}

// plainInteger is a whole number in plain digits; ok is false for one beyond
// the signed 64-bit range.
func plainInteger(number string) (plain string, ok bool) {
	negative, digits, exponent := significand(number)
	if digits == "" {
		return "0", true
	}
	if len(digits)+exponent > len("9223372036854775808") {
		return "", false
	}
	plain = digits + strings.Repeat("0", exponent)
	if negative {
		plain = "-" + plain
	}
	_, err := strconv.ParseInt(plain, 10, 64)
	return plain, err == nil
}

// fitsFloat reports whether a float64 can hold the number, rounding allowed:
// neither infinite nor rounded to zero.
func fitsFloat(number string) bool {
	f, err := strconv.ParseFloat(number, 64)
	_, digits, _ := significand(number)
	return err == nil && !math.IsInf(f, 0) && (f != 0 || digits == "")
}

// count reads a length, however it is written: a whole number, also one below
// zero, which restricts nothing. Lengths beyond an int are the nearest int; nil
// is no length.
func (n *node) count() *int {
	if !n.is('0') || !isWhole(string(n.raw)) {
		return nil
	}
	plain, ok := plainInteger(string(n.raw))
	size, err := strconv.Atoi(plain)
	if !ok || err != nil {
		if size = math.MaxInt; n.raw[0] == '-' {
			size = math.MinInt
		}
	}
	return &size
}

// number is a JSON number's exact text; empty for anything else.
func (n *node) number() json.Number {
	if !n.is('0') {
		return ""
	}
	return json.Number(n.raw)
}
