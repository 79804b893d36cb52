package toolargument

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"eyeline/reader/tools"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/cells"
)

// Same is said of a half that differs in nothing from the other.
const Same = "the same options"

// Shortened are words, each an option and its value; the names of the options are cut so that all have room: the values
// tell two halves apart.
func Shortened(words []string, width int) []string {
	words = slices.Clone(words)
	for cells.Width(strings.Join(words, " · ")) > width {
		longest := 0
		at := -1
		for i, w := range words {
			if name, _, ok := strings.Cut(w, " "); ok && w != Same && cells.Width(name) > max(longest, 2) {
				longest = cells.Width(name)
				at = i
			}
		}

		if at < 0 {
			break
		}

		name, value, _ := strings.Cut(words[at], " ")
		words[at] = cells.Truncate(name, longest-1, "…") + " " + value
	}

	return words
}

// Differing are the options of a request that another request of the same tool gives otherwise.
func Differing(r, other toolrequest.Request) []string {
	var words []string
	for _, p := range r.Tool().Params {
		v := optionValue(p, r)
		w := optionValue(p, other)
		if !p.IsFile && v != w {
			words = append(words, preview.ArgumentWords(r.Tool(), p.Flag, differingPart(v, w)))
		}
	}
	return words
}

// differingPart is a value without most of what it has in common with another one before they differ.
func differingPart(v, w string) string {
	const kept, least = 6, 16
	alike := 0
	for alike < min(len(v), len(w)) && v[alike] == w[alike] {
		alike++
	}
	if alike < least {
		return v
	}

	from := alike - kept
	for from > 0 && !utf8.RuneStart(v[from]) {
		from--
	}

	return "…" + v[from:]
}

// optionValue is an argument in words: its value, or what it amounts to when it is not given.
func optionValue(p tools.Param, r toolrequest.Request) string {
	if x, given := r.Sent(p.Flag); given {
		return cells.Sanitize(fmt.Sprint(x))
	}
	if p.Default == nil {
		return "not given"
	}
	return fmt.Sprint(p.Default)
}
