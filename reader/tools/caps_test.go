package tools

import "testing"

func TestLimitsInWords(t *testing.T) {
	for _, c := range []struct {
		caps Caps
		line *LineFormat
		want string
	}{
		{Caps{}, nil, "none"},
		{Caps{Also: "the whole file"}, nil, "the whole file"},
		{Caps{Lines: Cap{Most: 2000}}, &LineFormat{Limit: 500}, "2,000 lines; 500 bytes a line"},
		{Caps{Lines: Cap{Most: 2000, Flag: "limit"}}, &LineFormat{}, "2,000 lines, or --limit"},
		{Caps{Lines: Cap{Most: 100, Flag: "limit", Max: 100}}, nil, "100 lines, or fewer by --limit"},
		{Caps{Lines: Cap{Most: 100, Flag: "limit", Max: 1000000}}, nil, "100 lines, or --limit up to 1,000,000"},
		{Caps{Output: Cap{Most: 50 << 10, Of: "of lines", Over: OverRefused}}, nil, "50 KiB of lines, more is refused"},
		{Caps{Output: Cap{Most: 64 << 10, Flag: "max", Max: 1 << 20}}, nil, "64 KiB, or --max up to 1 MiB"},
		{Caps{Output: Cap{Most: 10000, PerToken: 4}, Then: Cap{Most: 999, Unit: Runes, Over: OverMiddle}}, nil, "10,000 tokens (estimated: 4 bytes each); then 999 characters, the middle is cut"},
		{Caps{Whole: Cap{Most: 1000, Over: OverOutline}, File: Cap{Most: 3e6, Flag: "force"}}, nil, "whole files up to 1,000 bytes, else an outline; files up to 3 MB unless --force is given"},
	} {
		tool := &Tool{Caps: c.caps, Lines: c.line}
		if got := tool.Limits(); got != c.want {
			t.Errorf("%+v\n got %q\nwant %q", c.caps, got, c.want)
		}
	}
	if got := (Cap{Most: 25, PerToken: 4}).Units(); got != 100 {
		t.Errorf("25 tokens of 4 bytes are %d bytes", got)
	}
	if got := (Policy{NumbersAsText: true, Array: true, Unknown: true}).String(); got != "numbers are also taken as text; an array of the values is taken for the object; unknown arguments are refused" {
		t.Error(got)
	}
}
