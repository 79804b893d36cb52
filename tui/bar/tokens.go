package bar

import (
	"eyeline/reader/tokens"
	"eyeline/tui/words"
)

// Tokens says a number of tokens, and in brackets after it what it is counted in; "" and "" for none.
func Tokens(e tokens.Estimate) (number, counted string) {
	switch {
	case e.Count == 0:
		return "", ""
	case e.Model != "":
		number = "≈" + words.Group(rounded(e.Low, false)) + "–" + words.Group(rounded(e.High, true)) + " tokens"
		return number, e.Model + "'s, by " + e.Vocabulary
	}
	number = "≈" + words.Group(e.Count) + " tokens"
	switch {
	case e.Vocabulary != tokens.Vocabulary:
		return number, "by estimate: " + e.Vocabulary
	case e.Estimated:
		return number, e.Vocabulary + ", from samples"
	}
	return number, e.Vocabulary
}

// rounded is a number with two digits that mean something, the rest 0: more would claim what is not known.
func rounded(n int64, up bool) int64 {
	unit := int64(1)
	for n/unit >= 100 {
		unit *= 10
	}
	if up {
		n += unit - 1
	}
	return n / unit * unit
}
