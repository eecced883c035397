package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
)

// keyPackages hold benchmarks named KeyToFrame/THING=N, of a key with N things
// on the screen.
var keyPackages = []string{"elicit/tui", "elicit/tui/form", "elicit/tui/question"}

// keyLimit is how much more a key may cost with the most things than with the
// fewest: what is not visible is not drawn.
const keyLimit = 2

var keyLine = regexp.MustCompile(`^BenchmarkKeyToFrame/([a-z]+)=(\d+)(?:-\d+)?\s+\d+\s+([\d.]+) ns/op`)

// keyCost are the measured costs of one kind of thing, in ns by number.
type keyCost struct {
	kind string
	runs map[int][]float64
}

// keys measures the way from a key to the frame after it, in the environment in
// which Go finds what it has built.
func keys(ctx context.Context, environ []string) (within bool, err error) {
	fmt.Printf("\n%-46s %10s %10s %7s %7s\n", "key to frame, µs", "with more", "with few", "ratio", "limit")
	within = true
	for _, pkg := range keyPackages {
		var out []byte
		for range 5 { // in turn, so that a busy moment does not hit one number alone
			once, err := benchmark(ctx, environ, pkg)
			if err != nil {
				return false, err
			}
			out = append(out, once...)
		}
		costs := readKeyCosts(out)
		if len(costs) == 0 {
			return false, fmt.Errorf("%s has no benchmark KeyToFrame/THING=N", pkg)
		}
		for _, c := range costs {
			within = c.report(pkg) && within
		}
	}
	return within, nil
}

func benchmark(ctx context.Context, environ []string, pkg string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", "test", "-run", "^$", "-bench", "^BenchmarkKeyToFrame$", "-benchtime", "100ms", "-count", "1", pkg)
	cmd.Env, cmd.Stderr = environ, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", pkg, err, out)
	}
	return out, nil
}

func readKeyCosts(out []byte) []keyCost {
	var all []keyCost
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		m := keyLine.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		n, _ := strconv.Atoi(m[2])
		ns, _ := strconv.ParseFloat(m[3], 64)
		i := slices.IndexFunc(all, func(c keyCost) bool { return c.kind == m[1] })
		if i < 0 {
			i = len(all)
			all = append(all, keyCost{kind: m[1], runs: map[int][]float64{}})
		}
		all[i].runs[n] = append(all[i].runs[n], ns)
	}
	return all
}

// report prints one kind of thing and says whether it is within the limit.
func (c keyCost) report(pkg string) bool {
	var counts []int
	for n := range c.runs {
		counts = append(counts, n)
	}
	slices.Sort(counts)
	few, more := counts[0], counts[len(counts)-1]
	// The least of the runs: other work on the machine only ever adds.
	most, least := slices.Min(c.runs[more]), slices.Min(c.runs[few])
	ratio := most / least
	verdict := "ok"
	if ratio > keyLimit {
		verdict = "TOO MUCH"
	}
	what := fmt.Sprintf("%s: %d %s beside %d", pkg[len("elicit/"):], more, c.kind, few)
	fmt.Printf("%-46s %10.0f %10.0f %7.2f %7.2f %s\n", what, most/1e3, least/1e3, ratio, float64(keyLimit), verdict)
	return ratio <= keyLimit
}
