//go:build unix

package docs

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"elicit/internal/cast"
	"elicit/internal/cast/draw"
)

// TestTheWebPlayerShowsWhatThePicturesShow plays recordings of both versions in
// asciinema's player in a browser, and compares its screen with that of the
// SVG. Both are large, so it runs only where they are:
//
//	npm install asciinema-player    # and Chromium
//	ASCIINEMA_PLAYER=$PWD/node_modules/asciinema-player go test ./docs -run WebPlayer
func TestTheWebPlayerShowsWhatThePicturesShow(t *testing.T) {
	player := os.Getenv("ASCIINEMA_PLAYER")
	if _, err := exec.LookPath("chromium"); err != nil || player == "" {
		t.Skip("needs chromium, and ASCIINEMA_PLAYER with the player's package")
	}
	dir := t.TempDir()
	elicit := program(t, dir)
	served := http.NewServeMux()
	served.Handle("/player/", http.StripPrefix("/player/", http.FileServer(http.Dir(player))))
	served.Handle("/", http.FileServer(http.Dir(dir)))
	server := httptest.NewServer(served)
	defer server.Close()
	for script, still := range map[string]string{"book_table": "question", "nullable": "wide", "hostile": "hostile"} {
		for version := 2; version <= 3; version++ {
			t.Run(fmt.Sprintf("%s in version %d", script, version), func(t *testing.T) {
				file := filepath.Join(dir, fmt.Sprintf("%s.%d.cast", script, version))
				play := exec.CommandContext(t.Context(), elicit, "play", "demos/"+script+".yaml", "-o", file, "--cast-version", strconv.Itoa(version))
				play.Env = append(os.Environ(), home(dir)...)
				if out, err := play.CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
				frame := stillOf(t, file, still)
				shown := inBrowser(t, dir, server.URL, filepath.Base(file), frame)
				if diff := cmp.Diff(svgOf(t, frame), shown); diff != "" {
					t.Errorf("- SVG, + player:\n%s", diff)
				}
			})
		}
	}
}

func stillOf(t *testing.T, file, name string) draw.Frame {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	rec, err := cast.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	frames, err := draw.Replay(rec)
	if err != nil {
		t.Fatal(err)
	}
	still, ok := draw.AtStill(frames, name)
	if !ok {
		t.Fatalf("there is no still %q", name)
	}
	return still
}

func svgOf(t *testing.T, f draw.Frame) []string {
	t.Helper()
	look, err := draw.LookNamed("dark")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := draw.StillSVG(&b, f, look); err != nil {
		t.Fatal(err)
	}
	screens, err := draw.SVGScreens(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimRight(screens[0], "\n"), "\n")
}

const playerPage = `<!doctype html><meta charset="utf-8"><div id="p"></div>
<script src="/player/dist/bundle/asciinema-player.min.js"></script>
<script>AsciinemaPlayer.create(%q, document.getElementById("p"), {poster: "npt:%f", preload: true})</script>`

// inBrowser is the screen of the player in the middle of a frame.
func inBrowser(t *testing.T, dir, url, file string, f draw.Frame) []string {
	t.Helper()
	at := (f.At + f.Until) / 2
	page := fmt.Sprintf(playerPage, "/"+file, at.Seconds())
	if err := os.WriteFile(filepath.Join(dir, file+".html"), []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	dump := exec.CommandContext(t.Context(), "chromium", "--headless", "--no-sandbox", "--disable-gpu",
		"--virtual-time-budget=10000", "--dump-dom", url+"/"+file+".html")
	dump.Env = append(os.Environ(), home(dir)...)
	dom, err := dump.Output()
	if err != nil {
		t.Fatal(err)
	}
	text := regexp.MustCompile(`(?s)<pre class="ap-term-text.*?</pre>`).Find(dom)
	if text == nil {
		t.Fatalf("the player shows no terminal:\n%s", dom)
	}
	return playerRows(t, text)
}

var offset = regexp.MustCompile(`--offset: (\d+)`)

// playerRows puts the player's runs of text into their columns.
func playerRows(t *testing.T, pre []byte) []string {
	t.Helper()
	type span struct {
		Style string `xml:"style,attr"`
		Text  string `xml:",chardata"`
	}
	var doc struct {
		Lines []struct {
			Spans []span `xml:"span"`
		} `xml:"span"`
	}
	if err := xml.Unmarshal([]byte(strings.ReplaceAll(string(pre), "&nbsp;", " ")), &doc); err != nil {
		t.Fatalf("%v:\n%s", err, pre)
	}
	var rows []string
	for _, line := range doc.Lines {
		var row strings.Builder
		for _, s := range line.Spans {
			if m := offset.FindStringSubmatch(s.Style); m != nil {
				column, _ := strconv.Atoi(m[1]) // digits they are
				row.WriteString(strings.Repeat(" ", max(column-ansi.StringWidth(row.String()), 0)))
			}
			row.WriteString(s.Text)
		}
		rows = append(rows, strings.TrimRight(row.String(), " "))
	}
	return strings.Split(strings.TrimRight(strings.Join(rows, "\n"), "\n"), "\n")
}
