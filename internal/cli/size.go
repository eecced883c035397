package cli

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// byteSize is a number of bytes, as a flag: 65536, 512kB, 64MB, 1GB. It is a
// pflag.Value.
type byteSize int

var sizeUnits = []struct {
	unit  string
	bytes int
}{{"kb", 1e3}, {"mb", 1e6}, {"gb", 1e9}, {"kib", 1 << 10}, {"mib", 1 << 20}, {"gib", 1 << 30}, {"b", 1}, {"", 1}}

// Set reads a size.
func (s *byteSize) Set(text string) error {
	word := strings.ToLower(strings.ReplaceAll(text, " ", ""))
	for _, u := range sizeUnits {
		digits, ok := strings.CutSuffix(word, u.unit)
		n, err := strconv.ParseInt(digits, 10, 64)
		if !ok || err != nil {
			continue
		}
		if n <= 0 || n > math.MaxInt32/int64(u.bytes) {
			return fmt.Errorf("a size is from 1 byte to %d bytes", math.MaxInt32)
		}
		*s = byteSize(int(n) * u.bytes)
		return nil
	}
	return fmt.Errorf("%q is no size; write it as 65536, 512kB, 64MB or 1GB", text)
}

// String is empty for a size that was not given.
func (s *byteSize) String() string {
	if *s == 0 {
		return ""
	}
	return strconv.Itoa(int(*s))
}

// Type names the value.
func (s *byteSize) Type() string { return "size" }
