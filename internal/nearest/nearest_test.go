package nearest

import "testing"

func TestOnlyANearNameIsGuessed(t *testing.T) {
	names := []string{"book_table", "buy_tickets", "sign_in"}
	for typed, want := range map[string]string{
		"book_tabel": "book_table", "Buy-Tickets": "buy_tickets", "signin": "sign_in", "xyzzy": "", "": "",
	} {
		if got := To(typed, names); got != want {
			t.Errorf("%q is taken for %q, want %q", typed, got, want)
		}
	}
}
