// Package nearest guesses which name a misspelt one was meant to be.
package nearest

import "strings"

// To is the name that a misspelt one was probably meant to be; empty when
// none is near.
func To(name string, names []string) string {
	best, at := "", 1+len(name)/3
	for _, n := range names {
		if d := distance(strings.ToLower(name), strings.ToLower(n)); d <= at {
			best, at = n, d-1
		}
	}
	return best
}

// distance is Levenshtein's, over bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
