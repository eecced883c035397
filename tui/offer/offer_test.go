package offer

import (
	"encoding/json"
	"strings"
	"testing"

	"elicit/internal/safetext"
	"elicit/mcpclient"
)

func TestURITemplatesAreExpandedAsRFC6570Says(t *testing.T) {
	args := json.RawMessage(`{"x":"a b/ü","y":"2","empty":""}`)
	for template, want := range map[string]string{
		"s://{x}": "s://a%20b%2F%C3%BC", "s://{+x}": "s://a%20b/%C3%BC", "s:{#y}": "s:#2", "s:{/x,y}": "s:/a%20b%2F%C3%BC/2",
		"s:{?x,y}": "s:?x=a%20b%2F%C3%BC&y=2", "s:?q{&y}": "s:?q&y=2", "s:{;y,empty}": "s:;y=2;empty", "s:{.y}": "s:.2", "s:{gone}": "s:", "s:{y*}": "s:2",
	} {
		got, err := expandTemplate(template, args)
		if err != nil || got != want {
			t.Errorf("%s became %q (%v), want %q", template, got, err, want)
		}
	}
	if got := templateVariables("s://{x}/{+y}{?x,z:3}"); strings.Join(got, " ") != "x y z" {
		t.Errorf("variables %v", got)
	}
}

func TestATemplatesVariablesAreItsArguments(t *testing.T) {
	o := Offer{Resource: &mcpclient.Resource{URI: safetext.Of("note://{name}"), Template: true}}
	f, why := o.Form()
	if why != nil || len(f.Properties) != 1 || f.Properties[0].Name.Raw() != "name" || !f.Properties[0].Required {
		t.Fatalf("form %+v, %v", f, why)
	}
	target, sent, err := o.Request(json.RawMessage(`{"name":"a b"}`))
	if err != nil || target != "note://a%20b" || sent != nil {
		t.Errorf("request %q with %s, %v", target, sent, err)
	}
}

func TestClaimsAreOnlyWhatIsClaimed(t *testing.T) {
	for raw, want := range map[string]string{
		``: "", `[]`: "", `{"readOnlyHint":"yes"}`: "", `{"readOnlyHint":false,"destructiveHint":true,"openWorldHint":true}`: "destructive, open world",
	} {
		tool := &mcpclient.Tool{}
		if raw != "" {
			tool.Annotations = json.RawMessage(raw)
		}
		if got := strings.Join((Offer{Tool: tool}).Claims(), ", "); got != want {
			t.Errorf("%s claims %q, want %q", raw, got, want)
		}
	}
}
