package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
	"time"
)

func modernLine(versions string) string {
	return `> {"jsonrpc":"2.0","id":$ID,"result":{"resultType":"complete","supportedVersions":[` + versions + `],"capabilities":{"tools":{}},"instructions":"be kind","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"raw","title":"Raw","version":"9"}}}}`
}

// What servers answer the probe with, and what must come of it.
func TestAutoFindsTheEra(t *testing.T) {
	t.Parallel()
	discover := "on server/discover:\n"
	rows := []struct {
		name, script string
		era          Era
		starts       int // processes
	}{
		{"modern", discover + modernLine(`"2026-07-28"`), Modern, 1},
		{"both", discover + modernLine(`"2025-11-25","2026-07-28"`), Modern, 1},
		{"method not found", "", Legacy, 1},
		{"BUG-073 error code 0", discover + `> {"jsonrpc":"2.0","id":$ID,"error":{"code":0,"message":"method \"server/discover\" is invalid during session initialization"}}`, Legacy, 1},
		{"error as a string", discover + `> {"jsonrpc":"2.0","id":$ID,"error":"no"}`, Legacy, 1},
		{"error with id null", discover + `> {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"nope"}}`, Legacy, 1},
		{"error without id", discover + `> {"jsonrpc":"2.0","error":{"code":-32600,"message":"nope"}}`, Legacy, 1},
		{"empty result", discover + `> {"jsonrpc":"2.0","id":$ID,"result":{}}`, Legacy, 1},
		{"result null", discover + `> {"jsonrpc":"2.0","id":$ID,"result":null}`, Legacy, 1},
		{"members of odd types", discover + `> {"jsonrpc":"2.0","id":$ID,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":[],"instructions":7,"_meta":null}}`, Modern, 1},
		{"only legacy versions", discover + modernLine(`"2025-11-25"`), Legacy, 1},
		{"unsupported, legacy offered", discover + `> {"jsonrpc":"2.0","id":$ID,"error":{"code":-32022,"message":"unsupported","data":{"supported":["2025-11-25"],"requested":"2026-07-28"}}}`, Legacy, 1},
		{"unsupported, then discovered", "on server/discover 1:\n" + `> {"jsonrpc":"2.0","id":$ID,"error":{"code":-32022,"message":"unsupported","data":{"supported":["2026-07-28"],"requested":"2026-07-28"}}}` + "\non server/discover 2:\n" + modernLine(`"2026-07-28"`), Modern, 1},
		{"silence", discover + "hang", Legacy, 1},
		{"exit", discover + "exit 3", Legacy, 2},
		{"exit after an error", discover + `> {"jsonrpc":"2.0","id":$ID,"error":{"code":-32601,"message":"no"}}` + "\nexit 3", Legacy, 2},
		{"noise before", "start:\n> Server started on stdio\n" + discover + modernLine(`"2026-07-28"`), Modern, 1},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			limit := 10 * time.Second
			if row.name == "silence" {
				limit = 50 * time.Millisecond
			}
			l := startLab(t, row.script, nil, probe(limit))
			if l.Era() != row.era {
				t.Errorf("era %s, want %s\n%s", l.Era(), row.era, l.transcript())
			}
			if got := len(l.sent(`"id":1,`)); got != row.starts {
				t.Errorf("%d processes, want %d", got, row.starts)
			}
			if got := textOf(l.mustCall(Call{})); got != "ok" {
				t.Errorf("a call gave %q", got)
			}
			for _, f := range l.sent("notifications/cancelled") {
				t.Errorf("the handshake was cancelled: %s", f)
			}
			for _, e := range l.told() {
				if _, ok := e.(Exited); ok {
					t.Error("the end of the probed process was told as the session's")
				}
			}
		})
	}
}

func TestWhatAServerSaysOfItselfIsRead(t *testing.T) {
	l := startLab(t, "on server/discover:\n"+modernLine(`"2026-07-28"`), nil)
	id := l.Identity()
	if id.Name.Raw() != "raw" || id.Title.Raw() != "Raw" || l.Instructions().Raw() != "be kind" || !l.Has("tools") || l.Has("prompts") || l.Protocol() != "2026-07-28" {
		t.Errorf("identity %+v, instructions %v", id, l.Instructions())
	}
	if len(l.sent("subscriptions/listen"))+len(l.sent("initialize")) > 0 {
		t.Errorf("more was sent at the start than need be:\n%s", l.transcript())
	}
}

func TestASlowModernServerIsAskedAgainInItsOwnEra(t *testing.T) {
	mark := t.TempDir() + "/started"
	script := `on server/discover:
		hang
	on initialize:
		> {"jsonrpc":"2.0","id":$ID,"error":{"code":-32022,"message":"unsupported","data":{"supported":["2026-07-28"]}}}
	`
	second := "modern\n"
	l := newLab(t)
	s := l.server(script, probe(20*time.Millisecond))
	// The first start is slow, the second is not: a shell decides which it is.
	s.Env = append(s.Env, "SECOND="+second, "MARK="+mark, "PATH="+os.Getenv("PATH"))
	s.Command = []string{"/bin/sh", "-c", `if [ -e "$MARK" ]; then ELICIT_RAWSERVER_SCRIPT=$SECOND exec "$0"; fi; : > "$MARK"; exec "$0"`, s.Command[0]}
	var err error
	l.Session, err = Connect(t.Context(), s, nil, l.observe)
	if err != nil {
		t.Fatalf("%v\n%s", err, l.transcript())
	}
	defer l.Close()
	if l.Era() != Modern {
		t.Errorf("era %s", l.Era())
	}
}

func TestAPinnedVersionIsSpokenOrNothing(t *testing.T) {
	t.Parallel()
	legacyOnly := ""
	rows := []struct{ name, script, pin, says string }{
		{"modern on modern", "modern\n", "2026-07-28", ""},
		{"legacy on legacy", legacyOnly, "2025-11-25", ""},
		{"modern on a legacy server", legacyOnly, "2026-07-28", "does not speak 2026-07-28"},
		{"another legacy version", legacyOnly, "2025-06-18", `answered with protocol "2025-11-25" when 2025-06-18 was asked for`},
		{"modern server that knows only the future", "on server/discover:\n" + `> {"jsonrpc":"2.0","id":$ID,"error":{"code":-32022,"message":"no","data":{"supported":["2027-01-01"]}}}`, "auto", "speaks only 2027-01-01"},
		{"discovers only the future", "on server/discover:\n" + modernLine(`"2027-01-01"`), "auto", "speaks only 2027-01-01"},
		{"legacy answer nobody knows", "on initialize:\n" + `> {"jsonrpc":"2.0","id":$ID,"result":{"protocolVersion":"1999-01-01","capabilities":{}}}`, "auto", `"1999-01-01"`},
		{"a version nobody knows", legacyOnly, "2031-01-01", "is not known"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			l, err := dialLab(t, row.script, nil, protocol(row.pin))
			if row.says == "" {
				if err != nil || l.Protocol() != row.pin {
					t.Fatalf("err %v", err)
				}
				other := map[string]string{"2026-07-28": "initialize", "2025-11-25": "server/discover"}[row.pin]
				if len(l.sent(other)) > 0 {
					t.Errorf("sent %s:\n%s", other, l.transcript())
				}
				return
			}
			wantError[*ProtocolError](t, err, "srv", row.says)
			if strings.Contains(row.says, "2027") && len(l.sent("initialize")) > 0 {
				t.Error("a modern server was initialized")
			}
		})
	}
}

func TestWhatIsDeclaredIsWhatTheOperatorSaid(t *testing.T) {
	t.Parallel()
	t.Attr("bug", "BUG-009")
	rows := []struct {
		declare        Declared
		pin            string
		legacy, modern string
		nobody         bool
	}{
		{DeclareFormURL, "", `{"elicitation":{"form":{},"url":{}}}`, `{"elicitation":{"form":{},"url":{}}}`, false},
		{"", "", `{"elicitation":{"form":{},"url":{}}}`, `{"elicitation":{"form":{},"url":{}}}`, false},
		{DeclareForm, "", `{"elicitation":{"form":{}}}`, `{"elicitation":{"form":{}}}`, false},
		{DeclareURL, "", `{"elicitation":{"url":{}}}`, `{"elicitation":{"url":{}}}`, false},
		{DeclareEmpty, "", `{"elicitation":{}}`, `{"elicitation":{}}`, false},
		{DeclareNone, "", `{}`, `{}`, false},
		{DeclareFormURL, "", `{}`, `{}`, true}, // nobody could answer
	}
	for _, row := range rows {
		for script, want := range map[string]string{"": row.legacy, "modern\n": row.modern} {
			t.Run(string(row.declare)+" "+strings.TrimSpace(script), func(t *testing.T) {
				t.Parallel()
				a := always(accept(`{}`))
				if row.nobody {
					a = nil
				}
				l := startLab(t, script, a, declare(row.declare), protocol("auto"))
				l.mustCall(Call{})
				name := "tools/call"
				path := []string{"params", "_meta", "io.modelcontextprotocol/clientCapabilities"}
				if script == "" {
					name, path = "initialize", []string{"params", "capabilities"}
				}
				v := json.RawMessage(l.sent(`"method":"` + name + `"`)[0])
				for _, p := range path {
					v = rawObject(v).get(p)
				}
				if string(v) != want {
					t.Errorf("%s declared %s, want %s", name, v, want)
				}
			})
		}
	}
	t.Run("an older version knows no modes", func(t *testing.T) {
		l := startLab(t, "on initialize:\n"+`> {"jsonrpc":"2.0","id":$ID,"result":{"protocolVersion":"2025-06-18","capabilities":{}}}`, always(accept(`{}`)), protocol("2025-06-18"))
		if len(l.sent(`"capabilities":{"elicitation":{}}`)) != 1 {
			t.Error(l.transcript())
		}
	})
}

func TestAServerThatCannotReadTheModesIsAskedWithoutThem(t *testing.T) {
	l := startLab(t, "on initialize 1:\n"+`> {"jsonrpc":"2.0","id":$ID,"error":{"code":-32603,"message":"Unrecognized field \"form\" (class io.modelcontextprotocol.spec.McpSchema$ClientCapabilities$Elicitation)"}}`, always(accept(`{}`)))
	got := l.sent(`"method":"initialize"`)
	if len(got) != 2 || !strings.Contains(got[1], `"elicitation":{}`) || l.Declared() != DeclareEmpty {
		t.Errorf("declared %s, sent %q", l.Declared(), got)
	}
}

func TestARefusedHandshakeSaysWhatTheServerSaid(t *testing.T) {
	_, err := dialLab(t, "on initialize:\n"+`> {"jsonrpc":"2.0","id":$ID,"error":{"code":-32000,"message":"licence \u001b[31mexpired"}}`, nil)
	wantError[*CallError](t, err, "srv", "licence ␛[31mexpired")
}

func TestAServerThatCannotStartSaysWhy(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/plain", []byte("hello"), 0o644); err != nil {
		t.Fatal(err)
	}
	rows := []struct {
		name string
		set  setting
		says string
	}{
		{"not found", func(s *Server) { s.Command = []string{"no-such-command-here"} }, "command not found (no-such-command-here: is it installed"},
		{"not in the server's own PATH", func(s *Server) { s.Command, s.Env = []string{"sh"}, []string{"PATH=" + dir} }, "command not found"},
		{"not in the PATH that counts, the last", func(s *Server) {
			s.Command, s.Env = []string{"sh"}, []string{"PATH=" + os.Getenv("PATH"), "PATH=" + dir}
		}, "command not found"},
		{"no such path", func(s *Server) { s.Command = []string{dir + "/nothing"} }, "is it installed"},
		{"not executable", func(s *Server) { s.Command = []string{dir + "/plain"} }, "permission denied"},
		{"no command", func(s *Server) { s.Command = nil }, "no command is given"},
		{"no such folder", func(s *Server) { s.Dir = dir + "/gone" }, "srv did not start"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, err := dialLab(t, "modern\n", nil, row.set)
			wantError[*StartError](t, err, "srv", row.says)
		})
	}
}

func TestAServerThatDiesAtOnceIsToldWithItsLastWords(t *testing.T) {
	_, err := dialLab(t, "start:\n! please set API_TOKEN\nexit 7", nil)
	wantError[*ExitError](t, err, "srv", "exit status 7", "please set API_TOKEN")
	if _, ok := errors.AsType[*ProtocolError](err); ok {
		t.Errorf("it was also called a protocol error: %v", err)
	}
	_, err = dialLab(t, "start:\nexit 7", nil, protocolPin())
	wantError[*ExitError](t, err, "exit status 7", "without a word")
}

func protocolPin() setting { return protocol("2026-07-28") }

func TestOnlyTheGivenEnvironmentReachesTheServer(t *testing.T) {
	t.Setenv("ELICIT_SECRET_OF_THE_PERSON", "x")
	l := newLab(t)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	s := Server{Name: "srv", Command: []string{"/usr/bin/env"}, Env: []string{"ONLY=this"}}
	_, err := Connect(ctx, s, nil, l.observe)
	if err == nil {
		t.Fatal("env is no server")
	}
	var lines []string
	for _, e := range l.told() {
		if n, ok := e.(NoiseSkipped); ok {
			lines = append(lines, n.Line.Raw())
		}
	}
	for _, line := range lines {
		if line != "ONLY=this" {
			t.Errorf("environment has %q", line)
		}
	}
	if len(lines) == 0 {
		t.Error("nothing was read")
	}
}
