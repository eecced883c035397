package site

import (
	"strings"
	"testing"

	"elicit/internal/safetext"
)

func TestWhatIsSaidOfAnAddress(t *testing.T) {
	for address, want := range map[string]struct {
		registrable string
		blocked     bool
		warning     string // part of one; empty = there is none
	}{
		"https://login.bank.example.com/x":          {"example.com", false, ""},
		"https://a.b.co.uk/":                        {"b.co.uk", false, ""},
		"https://someone.github.io/":                {"someone.github.io", false, ""},
		"HTTPS://EXAMPLE.COM/":                      {"example.com", false, ""},
		"https://example.com:443/":                  {"example.com", false, ""},
		"https://example.com:8443/":                 {"example.com", false, "port 8443"},
		"https://bank.com@evil.example/":            {"evil.example", false, `before "@"`},
		"https://paypal.com.login.evil.example/":    {"evil.example", false, "begins like paypal.com"},
		"https://xn--80ak6aa92e.com/":               {"xn--80ak6aa92e.com", false, "Cyrillic"},
		"https://pаypal.com/":                       {"xn--pypal-4ve.com", false, "Latin and Cyrillic"},
		"https://bücher.example/":                   {"xn--bcher-kva.example", false, `written "xn--bcher-kva.example", reads "bücher.example"`},
		"https://93.184.216.34/":                    {"93.184.216.34", false, "bare address"},
		"https://192.168.1.1/":                      {"192.168.1.1", false, "own network"},
		"https://[2001:db8::1]/":                    {"2001:db8::1", false, "bare address"},
		"https://2130706433/":                       {"2130706433", false, "is a number"},
		"http://localhost:3000/cb":                  {"localhost", false, ""},
		"http://127.0.0.1:18080/login/device":       {"127.0.0.1", false, ""},
		"http://[::1]/":                             {"::1", false, ""},
		"http://localhost.evil.example/":            {"evil.example", true, ""},
		"http://example.com/":                       {"example.com", true, ""},
		"javascript:alert(1)":                       {"", true, ""},
		"file:///etc/passwd":                        {"", true, ""},
		"https://":                                  {"", true, ""},
		"https:example.com":                         {"", true, ""},
		"//example.com":                             {"", true, ""},
		"":                                          {"", true, ""},
		"https://example.com/a b":                   {"", true, ""},
		"https://example.com/\x1b]52;c;x\x07":       {"", true, ""},
		"https://good.example\\@evil.example/":      {"", true, ""},
		"https://example.com/?q=\u202etxt":          {"", true, ""},
		"https://example.com/%0d%0aSet-Cookie:%20x": {"example.com", false, ""},
	} {
		s := Of(safetext.Of(address))
		if s.Registrable != want.registrable || (s.Blocked != "") != want.blocked || (s.Open == "") != want.blocked {
			t.Errorf("%q: registrable %q, blocked %q, opens %q", address, s.Registrable, s.Blocked, s.Open)
		}
		all := strings.Join(s.Warnings, "\n")
		if want.warning == "" && all != "" || !strings.Contains(all, want.warning) {
			t.Errorf("%q: warnings %q, want %q", address, s.Warnings, want.warning)
		}
	}
}

func TestABrowserIsGivenTheHostInASCII(t *testing.T) {
	if got := Of(safetext.Of("https://bücher.example:8443/ä?x=1#y")).Open; got != "https://xn--bcher-kva.example:8443/%C3%A4?x=1#y" {
		t.Fatalf("opens %s", got)
	}
}

func TestTheHostIsFoundInTheAddress(t *testing.T) {
	s := Of(safetext.Of("https://me:pw@login.bank.example.com:8443/x@y"))
	host, domain := s.HostSpan()
	if s.Shown[host[0]:host[1]] != "login.bank.example.com" || s.Shown[domain[0]:domain[1]] != "example.com" {
		t.Fatalf("host %v, domain %v of %s", host, domain, s.Shown)
	}
}

func FuzzOf(f *testing.F) {
	for _, seed := range []string{"https://a.b/c", "http://[::1]:1/", "https://xn--a", "https://%41/", "\x1b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, address string) {
		s := Of(safetext.Of(address))
		for _, shown := range append(s.Warnings, s.Shown, s.Registrable, s.Reads, s.ASCII, s.Blocked) {
			if safetext.Clean(shown) != shown {
				t.Fatalf("%q is not drawable", shown)
			}
		}
		host, domain := s.HostSpan()
		if host[1] > len(s.Shown) || domain[0] < host[0] || domain[1] > host[1] {
			t.Fatalf("spans %v %v in %q", host, domain, s.Shown)
		}
		if s.Open != "" && !strings.HasPrefix(s.Open, "https://") && !strings.HasPrefix(s.Open, "http://") {
			t.Fatalf("opens %q", s.Open)
		}
	})
}
