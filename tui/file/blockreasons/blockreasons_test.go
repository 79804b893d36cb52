package blockreasons

import (
	"testing"

	"eyeline/reader/outline"
	"eyeline/reader/window"
)

// TestReasonsOfABlock say of each line why it is in it, and at its ends why it stopped.
func TestReasonsOfABlock(t *testing.T) {
	for _, c := range []struct {
		reason window.Reason
		anchor int64
		want   string
	}{
		{window.Reason{Kind: window.ReasonAnchor, Indent: 8}, 8, "anchor"},
		{window.Reason{Kind: window.ReasonLevel, Indent: 8}, 8, "same level"},
		{window.Reason{Kind: window.ReasonLevel, Indent: 4}, 8, "level 1"},
		{window.Reason{Kind: window.ReasonLevel, Indent: 0}, 5, "level 2"},
		{window.Reason{Kind: window.ReasonLevel, Indent: 12}, 8, "deeper"},
		{window.Reason{Kind: window.ReasonBlank}, 0, "blank"},
		{window.Reason{Kind: window.ReasonSibling}, 0, "sibling"},
	} {
		if got, _ := reasonText(c.reason, c.anchor); got != c.want {
			t.Errorf("%+v of an anchor at %d: %q, not %q", c.reason, c.anchor, got, c.want)
		}
	}
	for want, got := range map[string]string{
		"end": stopWord(0, 0), "trimmed": stopWord(window.StopCap, 1), "outside": stopWord(window.StopLevel, 0),
		"cap": stopWord(window.StopCap, 0), "sibling": stopWord(window.StopSibling, 0),
	} {
		if got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

func TestLacks(t *testing.T) {
	for want, m := range map[string]outline.Missing{
		"whole": {}, "no head": {Above: true, Head: true}, "no end": {Above: true, End: true},
		"a part": {Head: true, End: true}, "cut above": {Above: true},
	} {
		if got := Lacks(m); got != want {
			t.Errorf("%+v: %q, not %q", m, got, want)
		}
	}
}

// TestVerdict: what is missing above a declaration has its lines, of which a part may be there.
func TestVerdict(t *testing.T) {
	d := outline.Declaration{First: 3, Begins: 5, Last: 8}
	for lines, want := range map[[2]int64]string{
		{3, 8}: "whole", {5, 8}: "all but L3–L4", {4, 9}: "all but L3, 1 extra line",
		{6, 8}: "no head", {5, 7}: "no end",
	} {
		if got := Verdict(&d, lines[0], lines[1]); got != want {
			t.Errorf("%v: %q, not %q", lines, got, want)
		}
	}
}
