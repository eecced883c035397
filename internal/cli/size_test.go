package cli

import "testing"

func TestSizesAreReadWithTheirUnits(t *testing.T) {
	for text, want := range map[string]byteSize{
		"65536": 65536, "512kB": 512_000, "64 MB": 64_000_000, "1GiB": 1 << 30, "16MiB": 16 << 20, "7b": 7,
		"": 0, "0": 0, "-1": 0, "many": 0, "3GB": 0, "1.5MB": 0, "99999999999999999999": 0,
	} {
		var s byteSize
		err := s.Set(text)
		if s != want || (err == nil) != (want != 0) {
			t.Errorf("%q is %d (%v), want %d", text, s, err, want)
		}
	}
}
