package main

import (
	"fmt"
	"slices"
	"time"
)

// cost is what one run took.
type cost struct {
	wall     time.Duration
	resident int64 // KiB at the most
}

// pair are two runs, one after the other.
type pair struct{ elicit, beside cost }

// measure runs both in turn, n times after a warm-up, first the one and then
// the other first.
func measure(n int, elicit, beside func() (cost, error)) ([]pair, error) {
	const warmUp = 2
	var pairs []pair
	for i := range warmUp + n {
		var p pair
		order := []func() error{
			func() (err error) { p.elicit, err = elicit(); return },
			func() (err error) { p.beside, err = beside(); return },
		}
		if i%2 == 1 {
			slices.Reverse(order)
		}
		for _, run := range order {
			if err := run(); err != nil {
				return nil, err
			}
		}
		if i >= warmUp {
			pairs = append(pairs, p)
		}
	}
	return pairs, nil
}

// line prints one figure and reports whether it is within limit; 0 is no
// limit.
func line(what string, pairs []pair, figure func(cost) float64, limit float64) bool {
	var elicit, beside, ratio []float64
	for _, p := range pairs {
		e, b := figure(p.elicit), figure(p.beside)
		elicit, beside, ratio = append(elicit, e), append(beside, b), append(ratio, e/b)
	}
	r := median(ratio)
	verdict, shown := "", ""
	if limit > 0 {
		verdict, shown = "ok", fmt.Sprintf("%.2f", limit)
		if r > limit {
			verdict = "TOO MUCH"
		}
	}
	fmt.Printf("%-46s %10.1f %10.1f %7.2f %7s %s\n", what, median(elicit), median(beside), r, shown, verdict)
	return limit == 0 || r <= limit
}

func median(of []float64) float64 {
	sorted := slices.Sorted(slices.Values(of))
	return sorted[len(sorted)/2]
}
