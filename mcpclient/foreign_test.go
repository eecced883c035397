package mcpclient

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"elicit/internal/foreign"
)

// The property names that the conformance server's questions have, in the
// order of its bytes, with an answer for each.
const enumsContent = `{"legacyEnum":"opt2","titledMulti":["value1","value3"],"titledSingle":"value2","untitledMulti":["option1"],"untitledSingle":"option3"}`

// All questions of the Go SDK's conformance server, in both eras. What a tool
// says in the era that it is not made for is part of the table: that must reach
// the person as the server's words.
func TestConformanceServerInBothEras(t *testing.T) {
	rows := []struct {
		target  string
		content []string // of each question
		legacy  string   // what the result says
		modern  string
	}{
		{"test_elicitation", []string{`{"username":"ada"}`}, "action=accept, content=map[username:ada]", "error: "},
		// This server's SDK puts defaults in on its own side, and refuses its own
		// enums there; what was sent is checked below.
		{"test_elicitation_sep1034_defaults", []string{`{"age":30,"name":"x","score":95.5}`}, "age:30 name:x score:95.5", "error: "},
		{"test_elicitation_sep1330_enums", []string{enumsContent}, "", "error: "},
		{"test_input_required_result_elicitation", []string{`{"name":"Ada"}`}, "Hello, Ada!", "Hello, Ada!"},
		{"test_input_required_result_multi_round", []string{`{"name":"Ada"}`, `{"color":"blue"}`}, "Ada likes blue", "Ada likes blue"},
		{"test_input_required_result_request_state", []string{`{"ok":true}`}, "state-ok", "state-ok"},
		{"test_input_required_result_tampered_state", []string{`{"ok":true}`}, "state-ok", "state-ok"},
		{"test_input_required_result_capabilities", []string{`{"name":"Ada"}`}, "fulfilled", "fulfilled"},
		{"test_input_required_result_multiple_inputs", nil, "*", "undeclared"},
		{"test_input_required_result_sampling", nil, "*", "undeclared"},
		{"test_input_required_result_list_roots", nil, "*", "undeclared"},
		{"prompt:test_input_required_result_prompt", []string{`{"context":"sea"}`}, "Context: sea", "Context: sea"},
	}
	command_ := foreign.ConformanceServer(t)
	for pin, era := range map[string]Era{"2025-11-25": Legacy, "2026-07-28": Modern} {
		t.Run(string(era), func(t *testing.T) {
			n := 0
			var content []string
			l := startLab(t, "", AnswererFunc(func(_ context.Context, e Elicitation) Outcome {
				n++
				if n > len(content) {
					return Outcome{Action: Cancel}
				}
				return accept(content[n-1])
			}), command(command_...), protocol(pin))
			for _, row := range rows {
				n, content = 0, row.content
				want := map[Era]string{Legacy: row.legacy, Modern: row.modern}[era]
				c := Call{Target: row.target, Args: []byte(`{"message":"who?"}`)}
				if name, ok := strings.CutPrefix(row.target, "prompt:"); ok {
					c = Call{Method: MethodPrompt, Target: name}
				}
				r, err := l.call(c)
				var undeclared *UndeclaredError
				switch {
				case want == "*":
				case want == "undeclared":
					if !errors.As(err, &undeclared) || n > 0 {
						t.Errorf("%s: %v after %d questions", row.target, err, n)
					}
				case want == "error: ":
					if err == nil && !r.IsError || n > 0 {
						t.Errorf("%s: %v, %q after %d questions", row.target, err, textOf(r), n)
					}
				case err != nil || !strings.Contains(textOf(r), want) || n != len(content):
					t.Errorf("%s: %v, %q after %d questions, want %q\n%s", row.target, err, textOf(r), n, want, l.transcript())
				}
			}
			for _, part := range []string{`"content":` + enumsContent, `"content":{"age":30,"name":"x","score":95.5}}`} {
				if want := map[Era]int{Legacy: 1, Modern: 0}[era]; len(l.sent(part)) != want {
					t.Errorf("%d frames with %s", len(l.sent(part)), part)
				}
			}
		})
	}
}

func TestConformanceServerIsFoundToBeModern(t *testing.T) {
	l := startLab(t, "", always(Outcome{Action: Decline}), command(foreign.ConformanceServer(t)...))
	if l.Era() != Modern || !l.Has("tools") || !l.Has("prompts") {
		t.Errorf("era %s", l.Era())
	}
	tools, err := l.Tools(t.Context())
	if err != nil || !slices.ContainsFunc(tools, func(t Tool) bool {
		return t.Name.Raw() == "json_schema_2020_12_tool" && strings.Contains(string(t.InputSchema), `"$anchor"`)
	}) {
		t.Errorf("%v: %d tools", err, len(tools))
	}
	for _, row := range []struct {
		method, sent string
	}{{"requestState", `"requestState":"request_state"`}, {"decline", `"inputResponses":{"confirm":{"action":"decline"}}`}} {
		_ = l.callAside(Call{Target: "test_input_required_result_request_state", Args: []byte(`{}`)}) // declined: any result will do
		if len(l.sent(row.sent)) == 0 {
			t.Errorf("%s was not sent:\n%s", row.method, l.transcript())
		}
	}
}

func TestServerEverythingIsAnsweredInEachWay(t *testing.T) {
	// The server's own order; exact numbers; an optional one left out.
	content := `{"name":"Ada","check":true,"firstLine":"a <b> & c","email":"ada@example.com","homepage":"https://example.com","birthdate":"1815-12-10","integer":42,"number": 3.140,"untitledSingleSelectEnum":"Monica","untitledMultipleSelectEnum":["Guitar"],"titledSingleSelectEnum":"hero-1","titledMultipleSelectEnum":["fish-1"],"legacyTitledEnum":"pet-1"}`
	var next Outcome
	l := startLab(t, "", AnswererFunc(func(context.Context, Elicitation) Outcome { return next }), command(foreign.ServerEverything(t)...))
	if l.Era() != Legacy {
		t.Errorf("era %s", l.Era())
	}
	l.until("its elicitation tools appear", func() bool {
		tools, err := l.Tools(t.Context())
		return err == nil && slices.ContainsFunc(tools, func(t Tool) bool { return t.Name.Raw() == "trigger-elicitation-request" }) &&
			slices.ContainsFunc(tools, func(t Tool) bool { return t.Name.Raw() == "trigger-url-elicitation" })
	})
	rows := []struct {
		outcome    Outcome
		sent, says string
	}{
		{accept(content), `"result":{"action":"accept","content":` + content + `}}`, "Ada"},
		{Outcome{Action: Decline}, `"result":{"action":"decline"}}`, "declined"},
		{Outcome{Action: Cancel}, `"result":{"action":"cancel"}}`, "cancel"},
	}
	for _, row := range rows {
		next = row.outcome
		r := l.mustCall(Call{Target: "trigger-elicitation-request"})
		if !strings.Contains(textOf(r), row.says) {
			t.Errorf("%s: %q", row.outcome.Action, textOf(r))
		}
		if len(l.sent(row.sent)) != 1 {
			t.Errorf("%s was not sent as it is:\n%s", row.sent, l.transcript())
		}
	}
	e := l.questions()[0]
	at, schema := -1, string(e.Schema)
	for _, m := range rawObject(rawObject(e.Schema).get("properties")) {
		i := strings.Index(schema, `"`+m.name+`":{`)
		if i < at {
			t.Errorf("property %s is out of order", m.name)
		}
		at = i
	}
	if e.Target.Raw() != "trigger-elicitation-request" || !strings.HasPrefix(string(rawObject(e.Schema).get("properties")), `{"name":`) {
		t.Errorf("question %+v", e)
	}
}

func TestServerEverythingSendsThePersonToAPage(t *testing.T) {
	l := startLab(t, "", always(Outcome{Action: Accept}), command(foreign.ServerEverything(t)...))
	for _, args := range []string{`{"url":"https://example.com/x"}`, `{"url":"https://example.com/y","errorPath":true}`} {
		l.mustCall(Call{Target: "trigger-url-elicitation", Args: []byte(args)})
	}
	q := l.questions()
	if len(q) < 2 || q[0].Mode != ModeURL || q[0].Retried || !q[1].Retried || q[1].URL.Empty() || q[0].URL.Raw() != "https://example.com/x" {
		t.Error(l.transcript())
	}
}

func TestServerEverythingHidesWhatWasNotDeclared(t *testing.T) {
	l := startLab(t, "", always(accept(`{}`)), command(foreign.ServerEverything(t)...), declare(DeclareForm))
	l.until("its tools appear", func() bool {
		tools, err := l.Tools(t.Context())
		return err == nil && slices.ContainsFunc(tools, func(t Tool) bool { return t.Name.Raw() == "trigger-elicitation-request" })
	})
	tools, _ := l.Tools(t.Context())
	for _, tool := range tools {
		if strings.Contains(tool.Name.Raw(), "url") || strings.Contains(tool.Name.Raw(), "roots") || strings.Contains(tool.Name.Raw(), "sampling") {
			t.Errorf("tool %s", tool.Name)
		}
	}
}

func TestMCPGoServer(t *testing.T) {
	l := startLab(t, "", AnswererFunc(func(_ context.Context, e Elicitation) Outcome {
		switch {
		case e.Mode == ModeURL:
			return Outcome{Action: Accept}
		case strings.Contains(string(e.Schema), "projectName"):
			return accept(`{"projectName":"<x> & y","framework":"react","includeTests":false}`)
		}
		return accept(`{"proceed":true}`)
	}), command(foreign.MCPGoElicitation(t)...), protocol(latestLegacy))
	for target, says := range map[string]string{
		"create_project": "<x> & y",
		"process_data":   "",
		"auth_via_url":   "",
	} {
		args := `{}`
		if target == "process_data" {
			args = `{"data":"` + strings.Repeat("long ", 30) + `"}`
		}
		r, err := l.call(Call{Target: target, Args: []byte(args)})
		if err != nil || r.IsError || !strings.Contains(textOf(r), says) {
			t.Errorf("%s: %v, %+v", target, err, textOf(r))
		}
	}
	_, err := l.call(Call{Target: "protected_action"})
	last := l.questions()[len(l.questions())-1]
	if last.Mode != ModeURL || !last.Retried {
		t.Errorf("protected_action: %v, last question %+v", err, last)
	}
}

// mcp-go speaks the modern era, but this server's tools ask in the legacy way.
func TestMCPGoServerSaysWhichProtocolItsToolsNeed(t *testing.T) {
	l := startLab(t, "", always(accept(`{}`)), command(foreign.MCPGoElicitation(t)...))
	_, err := l.call(Call{Target: "create_project"})
	wantError[*CallError](t, err, "srv, create_project", "try --protocol "+latestLegacy)
}

func TestGoSDKExampleWithSpacesInItsNames(t *testing.T) {
	for _, pin := range []string{"2025-11-25", "2026-07-28"} {
		l := startLab(t, "", always(accept(`{"random":"x"}`)), command(foreign.GoSDKEverything(t)...), protocol(pin))
		r, err := l.call(Call{Target: "elicit (form)"})
		if pin == "2025-11-25" && (err != nil || r.IsError || len(l.questions()) != 1 || l.questions()[0].Target.Raw() != "elicit (form)") {
			t.Errorf("%s: %v, %q, %+v", pin, err, textOf(r), l.questions())
		}
	}
}

// npx leaves the shell and the server below itself: all of it must go.
func TestQuittingLeavesNothingOfATreeOfWrappers(t *testing.T) {
	node := foreign.ServerEverything(t)
	npx := foreign.Program(t, "npx")
	// The same layout as an installed package: node_modules/.bin/NAME.
	root, _, _ := strings.Cut(node[1], "node_modules")
	bins, _ := filepath.Glob(root + "node_modules/.bin/*everything*")
	if len(bins) == 0 {
		t.Fatalf("no program in %snode_modules/.bin", root)
	}
	for _, when := range []string{"idle", "in a call", "in a question"} {
		t.Run(when, func(t *testing.T) {
			cause := make(chan error, 1)
			l := startLab(t, "", untilDone(cause), command(npx, "--offline", "--no-install", filepath.Base(bins[0]), "stdio"), func(s *Server) {
				s.Dir, s.Env = root, append(os.Environ(), "npm_config_update_notifier=false")
			})
			done := make(chan error, 1)
			switch when {
			case "in a call":
				go func() {
					_, err := l.call(Call{Target: "trigger-long-running-operation", Args: []byte(`{"duration":600,"steps":600}`)})
					done <- err
				}()
				l.until("the call is out", func() bool { return len(l.sent("tools/call")) == 1 })
			case "in a question":
				l.until("the tool appears", func() bool {
					tools, err := l.Tools(t.Context())
					return err == nil && slices.ContainsFunc(tools, func(t Tool) bool { return t.Name.Raw() == "trigger-elicitation-request" })
				})
				go func() {
					_, err := l.call(Call{Target: "trigger-elicitation-request"})
					done <- err
				}()
				l.until("the question is open", func() bool { return len(l.questions()) == 1 })
			default:
				done <- ErrClosed
			}
			if len(group(l.PID())) < 2 {
				t.Errorf("no tree to speak of: %q", group(l.PID()))
			}
			within(t, quick, "closing", func() { l.Close() })
			noneLeft(t, l.PID())
			if err := <-done; !errors.Is(err, ErrClosed) {
				t.Errorf("the call ended with %v", err)
			}
		})
	}
}

// The TypeScript SDK's server tells what reached it, in both eras.
func TestTypeScriptServerGetsWhatWasAnswered(t *testing.T) {
	answers := map[string]string{
		"city": `{"city":"Turku","nights":2,"extras":[]}`,
		"a":    `{"a":"<1>"}`, "b": `{"b":"2"}`, "n": `{"n":0.10}`,
	}
	for _, pin := range []string{latestLegacy, modernVersion} {
		t.Run(pin, func(t *testing.T) {
			l := startLab(t, "", AnswererFunc(func(_ context.Context, e Elicitation) Outcome {
				for name, content := range answers {
					if strings.Contains(string(e.Schema), `"`+name+`":{`) {
						return accept(content)
					}
				}
				return Outcome{Action: Accept}
			}), command(foreign.TypeScriptV2(t)...), protocol(pin))
			for target, says := range map[string]string{
				"plan_trip":    `{"action":"accept","content":{"city":"Turku","nights":2,"extras":[]}}`,
				"two_rounds":   `"2"`,
				"two_at_once":  `"a first":{"action":"accept","content":{}}`,
				"link_account": `{"action":"accept"}`,
			} {
				if r := l.mustCall(Call{Target: target}); !strings.Contains(textOf(r), says) {
					t.Errorf("%s: %s", target, textOf(r))
				}
			}
			if len(l.sent(`"content":{"n":0.10}`)) != 1 {
				t.Error(l.transcript())
			}
			if pin == modernVersion && len(l.sent(`"requestState":"v1.start"`)) != 1 {
				t.Error(l.transcript())
			}
		})
	}
}
