package demo_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"elicit/answers"
	"elicit/forms"
	"elicit/internal/demo"
	"elicit/mcpclient"
)

// TestMain lets the test binary be the server's process.
func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == "serve" {
		if err := demo.Serve(context.Background(), os.Args[2], os.Args[3], nil, os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

var eras = map[string]string{"modern": "2026-07-28", "legacy": "2025-11-25"}

// script answers questions by their first property, or by their message when
// they have none, and keeps what was asked.
type script struct {
	mu      sync.Mutex
	answers map[string]string // JSON, or an action
	asked   []mcpclient.Elicitation
}

func (s *script) Answer(_ context.Context, e mcpclient.Elicitation) mcpclient.Outcome {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, e)
	for words, answer := range s.answers {
		switch {
		case !strings.Contains(e.Message.Raw(), words):
		case answer == "decline" || answer == "cancel":
			return mcpclient.Outcome{Action: mcpclient.Action(answer)}
		case e.Mode == mcpclient.ModeURL:
			return mcpclient.Outcome{Action: mcpclient.Accept}
		default:
			return mcpclient.Outcome{Action: mcpclient.Accept, Content: json.RawMessage(answer)}
		}
	}
	return mcpclient.Outcome{Action: mcpclient.Refuse, Reason: "nothing in the script: " + e.Message.Line()}
}

func connect(t *testing.T, server, protocol string, a mcpclient.Answerer, o mcpclient.Observer) *mcpclient.Session {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if o == nil {
		o = func(mcpclient.Event) {}
	}
	s, err := mcpclient.Connect(ctx, mcpclient.Server{
		Name: server, Command: []string{self, "serve", server, protocol}, Env: os.Environ(),
		Protocol: protocol, Declare: mcpclient.DeclareFormURL, LogLevel: "debug",
	}, a, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// object is nil for no arguments, unlike an empty text.
func object(s string) json.RawMessage {
	if s == "" {
		return nil
	}
	return json.RawMessage(s)
}

func text(r mcpclient.Result) string {
	var b strings.Builder
	for _, c := range r.Content {
		b.WriteString(c.Text.Raw())
	}
	return b.String()
}

func TestEveryToolAnswersInBothEras(t *testing.T) {
	for _, c := range []struct {
		server, tool, args string
		answers            map[string]string
		want               string
		asked              int
	}{
		{
			"demo", "book_table", "",
			map[string]string{"Who is coming": `{"name":"Ada","guests":3,"seating":"quiet","celebration":true}`},
			"Ada, your table for 3 at Harbour Kitchen is booked, somewhere quiet. There will be a candle.", 1,
		},
		{"demo", "plan_trip", "", map[string]string{"Where would": `{}`}, `No trip was planned: there is no city "" on the list.`, 1},
		{"demo", "book_table", `{"restaurant":"Saffron"}`, map[string]string{"Saffron": "decline"}, "No table was booked: you said no.", 1},
		{"demo", "book_table", "", map[string]string{"Harbour": "cancel"}, "No table was booked: you closed the question without an answer.", 1},
		{
			"demo", "buy_tickets", "",
			map[string]string{"ferry": `{"tickets":2,"email":"ada@example.com","extras":["cabin","lounge"]}`},
			"2 tickets Kiel–Oslo with cabin and lounge, 99.00 in all, go to ada@example.com.", 1,
		},
		{
			"demo", "buy_tickets", "",
			map[string]string{"ferry": `{"tickets":2,"most":10,"email":"ada@example.com","extras":["cabin"]}`},
			"No ticket was bought: 99.00 would be more than the 10.00 you want to spend.", 1,
		},
		{
			"demo", "plan_trip", "",
			map[string]string{"Where": `{"city":"oslo"}`, "What": `{"plans":["a sauna at the fjord"],"from":"2027-05-11"}`},
			"A trip to Oslo from 2027-05-11: a sauna at the fjord.", 2,
		},
		{"demo", "plan_trip", "", map[string]string{"Where": `{"city":"oslo"}`, "What": "decline"}, "The trip has no plans yet: you said no.", 2},
		{"demo", "delete_photos", "", map[string]string{"214": `{}`}, "214 photos are gone", 1},
		{
			"demo", "onboard_colleague", "",
			map[string]string{
				"Who": `{"name":"Grace"}`, "Where": `{"desk":"at home"}`, "What": `{"equipment":["laptop"]}`, "Shall": `{"tell":false}`,
			},
			"Everything is ready for Grace: at home, with laptop. Nobody was told.", 4,
		},
		{"demo", "connect_calendar", "", map[string]string{"consent": "accept"}, "You agreed to open the page.", 1},
		{"demo", "send_parcel", `{"weight":2.50,"to":{"name":"Ada","town":"Porto"}}`, nil, "A parcel of 2.50 kg goes to Ada in Porto.", 0},
		{"billing", "buy_seats", `{"team":"blue","seats":7}`, map[string]string{"plan": `{"plan":"team"}`}, "7 seats on the plan team for blue.", 1},
		{"billing", "cancel_plan", "", map[string]string{"Why": `{"reason":"something else"}`, "ends today": `{}`}, "The plan has ended. Noted: something else.", 2},
		{"billing", "export_invoices", `{"year":2026}`, nil, "2026-01  60.00", 0},
	} {
		for era, protocol := range eras {
			t.Run(c.tool+"/"+era, func(t *testing.T) {
				s := &script{answers: c.answers}
				session := connect(t, c.server, protocol, s, nil)
				r, err := session.Call(t.Context(), mcpclient.Call{ID: "1", Method: mcpclient.MethodTool, Target: c.tool, Args: object(c.args)})
				if err != nil {
					t.Fatal(err)
				}
				if r.IsError || !strings.Contains(text(r), c.want) {
					t.Errorf("the result is %q (error: %v), want %q", text(r), r.IsError, c.want)
				}
				if len(s.asked) != c.asked {
					t.Errorf("it asked %d times, want %d", len(s.asked), c.asked)
				}
			})
		}
	}
}

func TestWhatWasSentIsWhatIsReported(t *testing.T) {
	for era, protocol := range eras {
		t.Run(era, func(t *testing.T) {
			s := &script{answers: map[string]string{"conference": `{"name":"Ada","email":"a@b.example","first_time":false,"ticket":"early"}`}}
			session := connect(t, "demo", protocol, s, nil)
			r, err := session.Call(t.Context(), mcpclient.Call{ID: "1", Method: mcpclient.MethodTool, Target: "register_for_conference"})
			if err != nil {
				t.Fatal(err)
			}
			// The schema has defaults for four more, which nobody sent.
			want := map[string]any{"name": "Ada", "email": "a@b.example", "first_time": false, "ticket": "early"}
			var got map[string]any
			if err := json.Unmarshal(r.Structured, &got); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("it reports %s (%v), want %v", r.Structured, err, want)
			}
		})
	}
}

func TestOneRoundAsksSeveralQuestionsInTheOrderOfTheirKeys(t *testing.T) {
	s := &script{answers: map[string]string{
		"Who": `{"name":"Grace"}`, "Where": `{"desk":"at home"}`, "What": `{"equipment":["laptop"]}`, "Shall": `{"tell":true}`,
	}}
	session := connect(t, "demo", eras["modern"], s, nil)
	r, err := session.Call(t.Context(), mcpclient.Call{ID: "1", Method: mcpclient.MethodTool, Target: "onboard_colleague"})
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for _, e := range s.asked {
		keys = append(keys, fmt.Sprintf("%d %s", e.Round, e.Key))
	}
	if want := []string{"1 1-person", "1 2-desk", "1 3-equipment", "2 confirm"}; !slices.Equal(keys, want) || r.Rounds != 2 {
		t.Errorf("it asked %v in %d rounds, want %v in 2", keys, r.Rounds, want)
	}
}

func TestThePasswordIsRefusedAndTheServerSaysSo(t *testing.T) {
	desk := &answers.Desk{}
	session := connect(t, "demo", eras["legacy"], desk, nil)
	r, err := session.Call(t.Context(), mcpclient.Call{ID: "1", Method: mcpclient.MethodTool, Target: "sign_in"})
	if err != nil {
		t.Fatal(err)
	}
	if !r.IsError || !strings.Contains(text(r), `property "password", rule credential`) {
		t.Errorf("the result is %q (error: %v)", text(r), r.IsError)
	}
}

func TestThePrinterTellsHowFarItIsAndCanBeStopped(t *testing.T) {
	for era, protocol := range eras {
		t.Run(era, func(t *testing.T) {
			moved, logged := make(chan float64, 300), make(chan string, 300)
			session := connect(t, "demo", protocol, &script{}, func(e mcpclient.Event) {
				switch e := e.(type) {
				case mcpclient.Progressed:
					moved <- e.Progress / e.Total
				case mcpclient.Logged:
					logged <- e.Data.Raw()
				}
			})
			ctx, stop := context.WithCancel(t.Context())
			done := make(chan error, 1)
			go func() {
				_, err := session.Call(ctx, mcpclient.Call{ID: "1", Method: mcpclient.MethodTool, Target: "print_brochure", Args: json.RawMessage(`{"pages":120}`)})
				done <- err
			}()
			// In the legacy era the level may be set after the first words.
			if words := <-logged; !strings.Contains(words, "warming up") && !strings.Contains(words, "is dry") {
				t.Errorf("it logged %q", words)
			}
			if far := <-moved; far != 1.0/120 {
				t.Errorf("it is at %v after the first page", far)
			}
			stop()
			if err := <-done; err == nil {
				t.Error("the call went on after it was cancelled")
			}
		})
	}
}

func TestPromptAndResourceAskToo(t *testing.T) {
	for era, protocol := range eras {
		t.Run(era, func(t *testing.T) {
			s := &script{answers: map[string]string{"sound": `{"tone":"short","weather":true}`, "eat": `{"diet":"all"}`}}
			session := connect(t, "demo", protocol, s, nil)
			p, err := session.Call(t.Context(), mcpclient.Call{ID: "1", Method: mcpclient.MethodPrompt, Target: "postcard", Args: json.RawMessage(`{"to":"Grace"}`)})
			if err != nil || text(p) != "Write a short postcard to Grace. Mention the weather." {
				t.Errorf("the prompt is %q (%v)", text(p), err)
			}
			r, err := session.Call(t.Context(), mcpclient.Call{ID: "2", Method: mcpclient.MethodResource, Target: "demo://menu/today"})
			if err != nil || !strings.Contains(text(r), "Herring") {
				t.Errorf("the resource is %q (%v)", text(r), err)
			}
		})
	}
}

func TestWildQuestionsAreReadAsTheirNamesSay(t *testing.T) {
	refused := map[string]string{"nested": "nested"}
	found := map[string]string{
		"nullable": "nullable@note", "local_ref": "local-ref@colour", "untyped": "untyped-choice@size",
		"free_list": "free-list@names", "equal_labels": "", "exact_numbers": "", "hostile": "",
	}
	s := &script{answers: map[string]string{"": "decline"}}
	session := connect(t, "wild", eras["modern"], s, nil)
	tools, err := session.Tools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools {
		name := tool.Name.Raw()
		s.asked = nil
		if _, err := session.Call(t.Context(), mcpclient.Call{ID: name, Method: mcpclient.MethodTool, Target: name}); err != nil || len(s.asked) != 1 {
			t.Errorf("%s: asked %d times (%v)", name, len(s.asked), err)
			continue
		}
		form, refusal := forms.Parse(forms.Request{Schema: s.asked[0].Schema}, forms.Tester)
		if want, ok := refused[name]; ok {
			if refusal == nil || refusal.Rule != want {
				t.Errorf("%s: refused with %v, want %s", name, refusal, want)
			}
			continue
		}
		want, known := found[name]
		if refusal != nil || !known {
			t.Errorf("%s: refused with %v, known: %v", name, refusal, known)
			continue
		}
		if want != "" && !slices.ContainsFunc(form.Findings, func(f forms.Finding) bool { return f.String() == want }) {
			t.Errorf("%s: found %v, want %s among them", name, form.Findings, want)
		}
	}
}
