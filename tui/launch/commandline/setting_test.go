package commandline

import "testing"

// TestEverySettingGoesSomewhere: each row says once where its value goes, by a field that fits what it takes. A field
// of another type would be left as it is.
func TestEverySettingGoesSomewhere(t *testing.T) {
	for _, s := range table {
		ways := 0
		for _, is := range []bool{s.to != nil, s.when != nil, s.set != nil} {
			if is {
				ways++
			}
		}
		fits := s.set != nil || s.when != nil && s.kind == onOff
		if s.to != nil {
			switch s.to(&resolving{}).(type) {
			case *bool:
				fits = s.kind == onOff
			case *string:
				fits = s.kind == text || s.kind == choice
			case *int64:
				fits = s.kind == bytes
			}
		}
		if ways != 1 || !fits {
			t.Errorf("%s: %d of to, when and set; it fits the kind: %v", s.Name, ways, fits)
		}
	}
}
