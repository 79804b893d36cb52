package address

import "testing"

func TestParse(t *testing.T) {
	for _, c := range []struct {
		text string
		want position
	}{
		{"120", position{Line: 120}},
		{" 1,234,567 ", position{Line: 1234567}},
		{"50%", position{Part: part{0.5, true}}},
		{"0%", position{Part: part{0, true}}},
		{"@0", position{Byte: offset{0, true}}},
		{"@0x1f40", position{Byte: offset{8000, true}}},
		{"@1.5MiB", position{Byte: offset{3 << 19, true}}},
	} {
		if got, err := Parse(c.text); err != nil || got != c.want {
			t.Errorf("Parse(%q) = %+v, %v; want %+v", c.text, got, err, c.want)
		}
	}
	for _, bad := range []string{"", "0", "-3", "x", "1,5", "500,510,", "1,2345", "101%", "NaN%", "%", "@", "@-1", "@x", "1.5"} {
		if got, err := Parse(bad); err == nil {
			t.Errorf("Parse(%q) = %+v, want an error", bad, got)
		}
	}
}

func TestBytes(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "4096": 4096, "4_096": 4096, "0X10": 16, "1k": 1024, "1KB": 1024, "2GiB": 2 << 30, "8 GiB": 8 << 30,
		"0.5t": 1 << 39,
	} {
		if got, err := Bytes(text); err != nil || got != want {
			t.Errorf("Bytes(%q) = %d, %v; want %d", text, got, err, want)
		}
	}
	for _, bad := range []string{"", "-1", "0x", "k", "nan", "1e30", "9223372036854775807k", "12 apples"} {
		if got, err := Bytes(bad); err == nil {
			t.Errorf("Bytes(%q) = %d, want an error", bad, got)
		}
	}
}
