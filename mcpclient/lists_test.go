package mcpclient

import (
	"strings"
	"testing"
)

func TestToolsAreListedPageByPageAndNoneIsDropped(t *testing.T) {
	schema := `{"type":"object","properties":{"zeta":{"type":"string","x-mcp-header":7},"alpha":{"const":9007199254740993}}}`
	page := func(next string, tools ...string) string {
		return `> {"jsonrpc":"2.0","id":$ID,"result":{"resultType":"complete","ttlMs":60000,"tools":[` + strings.Join(tools, ",") + `]` + next + "}}\n"
	}
	for _, era := range []string{"", "modern\n"} {
		script := era + "on tools/list 1:\n" + page(`,"nextCursor":"a\u0042\"c"`, `{"name":"book a seat (form)","title":"Book","inputSchema":`+schema+`}`, `null`) +
			"on tools/list 2:\n" + page("", `{"name":"two","annotations":{"title":"Second","readOnlyHint":true},"outputSchema":{"z":1,"a":2}}`) +
			"on tools/list 3:\n" + page("", `{"name":"three"}`)
		l := startLab(t, script, nil)
		tools, err := l.Tools(t.Context())
		if err != nil || len(tools) != 3 {
			t.Fatalf("%v, %+v", err, tools)
		}
		if tools[0].Name.Raw() != "book a seat (form)" || string(tools[0].InputSchema) != schema || tools[0].Title.Raw() != "Book" {
			t.Errorf("first tool %+v", tools[0])
		}
		if tools[2].Title.Raw() != "Second" || string(tools[2].OutputSchema) != `{"z":1,"a":2}` || tools[2].InputSchema != nil {
			t.Errorf("last tool %+v", tools[2])
		}
		if got := l.sent(`"cursor":"a\u0042\"c"`); len(got) != 1 {
			t.Errorf("cursor: %q", l.sent("tools/list"))
		}
		if tools, _ = l.Tools(t.Context()); len(tools) != 1 || tools[0].Name.Raw() != "three" {
			t.Errorf("listed again, from a cache: %+v", tools)
		}
	}
}

func TestAListThatNeverEndsIsStopped(t *testing.T) {
	l := startLab(t, "on tools/list:\n> "+`{"jsonrpc":"2.0","id":$ID,"result":{"tools":[],"nextCursor":"same"}}`, nil)
	_, err := l.Tools(t.Context())
	wantError[*ProtocolError](t, err, "srv, tools/list", "same cursor")
}

func TestPromptsAndResourcesAreListed(t *testing.T) {
	l := startLab(t, `on prompts/list:
		> {"jsonrpc":"2.0","id":$ID,"result":{"prompts":[{"name":"p","description":"d","arguments":[{"name":"a","required":true},{"name":"b"}]}]}}
	on resources/list:
		> {"jsonrpc":"2.0","id":$ID,"result":{"resources":[{"uri":"file:///x","name":"x","mimeType":"text/plain","size":12}]}}
	on resources/templates/list 1:
		> {"jsonrpc":"2.0","id":$ID,"result":{"resourceTemplates":[{"uriTemplate":"file:///{p}","name":"any"}]}}
	`, nil)
	prompts, err := l.Prompts(t.Context())
	if err != nil || len(prompts) != 1 || len(prompts[0].Arguments) != 2 || !prompts[0].Arguments[0].Required || prompts[0].Arguments[1].Required {
		t.Errorf("%v, %+v", err, prompts)
	}
	all, err := l.Resources(t.Context())
	if err != nil || len(all) != 2 || all[0].Size != 12 || all[0].Template || all[1].URI.Raw() != "file:///{p}" || !all[1].Template {
		t.Errorf("%v, %+v", err, all)
	}
	if all, err = l.Resources(t.Context()); err != nil || len(all) != 1 {
		t.Errorf("without templates: %v, %+v", err, all)
	}
}

func TestAModernServerIsWatchedForChangesOnceSomethingWasListed(t *testing.T) {
	l := startLab(t, `modern
	on server/discover:
		> {"jsonrpc":"2.0","id":$ID,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true},"prompts":{}}}}
	on subscriptions/listen:
		> {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}
	`, nil)
	for range 2 {
		if _, err := l.Tools(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	l.until("the change is told", func() bool {
		for _, e := range l.told() {
			if e == (ListChanged{What: "tools"}) {
				return true
			}
		}
		return false
	})
	got := l.sent("subscriptions/listen")
	if len(got) != 1 || !strings.Contains(got[0], `"notifications":{"toolsListChanged":true}`) {
		t.Errorf("sent %q", got)
	}
	l.Close()
	if got := l.sent("notifications/cancelled"); len(got) != 1 {
		t.Errorf("the subscription was not ended: %q", got)
	}
}

func TestAnUnwatchedServerIsOnlyListed(t *testing.T) {
	l := startLab(t, "modern\non server/discover:\n> "+`{"jsonrpc":"2.0","id":$ID,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true}}}}`, nil, func(s *Server) { s.Unwatched = true })
	if _, err := l.Tools(t.Context()); err != nil || len(l.frames(Out)) != 2 {
		t.Errorf("%v\n%s", err, l.transcript())
	}
}

func TestTheLogLevelIsAskedForInEachEra(t *testing.T) {
	level := func(s *Server) { s.LogLevel = "debug" }
	l := startLab(t, "on logging/setLevel:\n> "+`{"jsonrpc":"2.0","id":$ID,"result":{}}`, nil, level)
	l.until("the level is set", func() bool { return len(l.sent(`"method":"logging/setLevel","params":{"level":"debug"}`)) == 1 })
	l = startLab(t, "modern\n", nil, level)
	l.mustCall(Call{})
	if len(l.sent(`"io.modelcontextprotocol/logLevel":"debug"`)) != 1 {
		t.Error(l.transcript())
	}
}
