package foreign

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// asksWith names one tool of each server that asks something.
var asksWith = map[string]string{
	"server-everything":  "trigger-elicitation-request",
	"mongodb":            "drop-database",
	"typescript-v2":      "two_rounds",
	"azure":              "keyvault_secret_get",
	"go-sdk-conformance": "test_elicitation",
	"go-sdk-everything":  "elicit (form)",
	"mcp-go-elicitation": "create_project",
}

func TestEveryServerOfTheCatalogueStartsAndListsItsTools(t *testing.T) {
	t.Parallel()
	for _, s := range catalogue {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			peer := start(t, need(t, s.name))
			peer.ask(1, "initialize", `{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{"form":{},"url":{}}},"clientInfo":{"name":"t","version":"1"}}`)
			peer.tell("notifications/initialized", `{}`)
			// A server may add its asking tools only after initialized.
			deadline := time.Now().Add(time.Minute)
			for id := 2; ; id++ {
				tools := peer.ask(id, "tools/list", `{}`)
				if strings.Contains(tools, `"`+asksWith[s.name]+`"`) {
					return
				}
				if time.Now().After(deadline) {
					t.Fatalf("no tool %q among %s", asksWith[s.name], tools)
				}
			}
		})
	}
}

type peer struct {
	t   *testing.T
	in  io.Writer
	out *bufio.Scanner
}

func start(t *testing.T, command []string) *peer {
	t.Helper()
	cmd := exec.Command(command[0], command[1:]...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 16<<20)
	return &peer{t: t, in: in, out: lines}
}

func (p *peer) tell(method, params string) {
	p.t.Helper()
	if _, err := fmt.Fprintf(p.in, `{"jsonrpc":"2.0","method":%q,"params":%s}`+"\n", method, params); err != nil {
		p.t.Fatal(err)
	}
}

// ask is the line that answers a request.
func (p *peer) ask(id int, method, params string) string {
	p.t.Helper()
	if _, err := fmt.Fprintf(p.in, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`+"\n", id, method, params); err != nil {
		p.t.Fatal(err)
	}
	for p.out.Scan() {
		var frame struct {
			ID     json.RawMessage `json:"id"`
			Result json.RawMessage `json:"result"`
		}
		if json.Unmarshal(p.out.Bytes(), &frame) == nil && string(frame.ID) == fmt.Sprint(id) && frame.Result != nil {
			return p.out.Text()
		}
	}
	p.t.Fatalf("the server ended before it answered %s: %v", method, p.out.Err())
	return ""
}

// outcome is a test that keeps its end to itself.
type outcome struct {
	testing.TB
	skipped, failed string
}

func (o *outcome) Helper()           {}
func (o *outcome) Skip(args ...any)  { o.skipped = fmt.Sprint(args...) }
func (o *outcome) Fatal(args ...any) { o.failed = fmt.Sprint(args...) }

func TestAMissingServerSkipsButFailsInCI(t *testing.T) {
	t.Setenv("ELICIT_FOREIGN", t.TempDir())
	for _, s := range catalogue {
		t.Setenv("CI", "")
		skips := &outcome{TB: t}
		need(skips, s.name)
		if !strings.Contains(skips.skipped, s.name) || skips.failed != "" {
			t.Errorf("without %s the test says %+v", s.name, skips)
		}
		t.Setenv("CI", "true")
		fails := &outcome{TB: t}
		need(fails, s.name)
		if !strings.Contains(fails.failed, s.name) || fails.skipped != "" {
			t.Errorf("in CI without %s the test says %+v", s.name, fails)
		}
	}
}

func TestAMissingProgramSkipsButFailsInCI(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("CI", "")
	skips := &outcome{TB: t}
	Program(skips, "npx")
	if !strings.Contains(skips.skipped, "npx") || skips.failed != "" {
		t.Errorf("without npx the test says %+v", skips)
	}
	t.Setenv("CI", "true")
	fails := &outcome{TB: t}
	Program(fails, "npx")
	if !strings.Contains(fails.failed, "npx") || fails.skipped != "" {
		t.Errorf("in CI without npx the test says %+v", fails)
	}
}

func TestWithoutNodeTheGoServersAreStillObtained(t *testing.T) {
	ConformanceServer(t) // its modules are there already: nothing is downloaded
	goTool := Program(t, "go")
	t.Setenv("ELICIT_FOREIGN", t.TempDir())
	onlyGo := t.TempDir() // node may stand beside go
	if err := os.Symlink(goTool, filepath.Join(onlyGo, "go")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", onlyGo)
	leftOut, err := Provision(t.Context(), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, l := range leftOut {
		names = append(names, l.Server)
		if !strings.Contains(l.Why.Error(), "Node") {
			t.Errorf("%s was left out because %v", l.Server, l.Why)
		}
	}
	if got := strings.Join(names, " "); got != "server-everything mongodb typescript-v2 azure" {
		t.Errorf("left out: %s", got)
	}
	if _, err := named("go-sdk-conformance").command(); err != nil {
		t.Error(err)
	}
}
