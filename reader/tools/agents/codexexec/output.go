package codexexec

import (
	"bytes"
	"fmt"
	"math"

	"eyeline/reader/internal/shelltool"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
)

// cutTokens cuts an output to a number of tokens, with a warning.
func cutTokens(t *shelltool.Output, tokens uint64) []shelltool.Part {
	return cut(t, bytesPerToken*int64(min(tokens, math.MaxInt64/(2*bytesPerToken))), "tokens")
}

// cut shortens an output to limit bytes, with a warning before it and a marker in the middle; unit is what the marker
// counts, tokens or chars.
func cut(t *shelltool.Output, limit int64, unit string) []shelltool.Part {
	parts := t.Whole()
	size := int64(len(t.Decoded))
	if size <= limit {
		return parts
	}

	removed := tokenCount(size - limit)
	if unit == "chars" {
		head, tail := middleOf(t.Decoded, limit)
		removed = tools.Runes.Length(t.Decoded[head:tail])
	}

	original := tokenCount(size)
	second := fmt.Sprintf(
		"Total output lines: %d", textfile.LineCount(t.Decoded),
	)
	if t.Dropped > 0 {
		original = tokenCount(t.Size)
		second = fmt.Sprintf("... %d bytes omitted ...", t.Dropped)
	}

	return append(warningParts(original, second), cutParts(parts, limit, removed, unit)...)
}

// session returns an output, something of which was dropped, as the session of a script holds it: without the note
// about that in its middle, which is an extra piece; notice is for it.
func session(t *shelltool.Output) (parts, notice []shelltool.Part) {
	words := fmt.Appendf(nil, "\n... %d bytes omitted ...\n", t.Dropped)
	head, tail, _ := bytes.Cut(t.Decoded, words)
	parts = []shelltool.Part{{Text: head}, {Text: tail, From: len(head) + len(words)}}
	return parts, []shelltool.Part{shelltool.OwnText(fmt.Sprintf("[Code Mode session output limit reached: "+
		"omitted %d text bytes; discarded 0 text segments, 0 images, 0 audio items]", len(words)))}
}

// warningParts returns what precedes an output that was cut.
func warningParts(tokens int64, second string) []shelltool.Part {
	return []shelltool.Part{{Own: true, Text: fmt.Appendf(
		nil, "Warning: truncated output (original token count: %d)\n%s\n\n", tokens, second,
	)}}
}

// middleOf returns the range to remove from a text to cut it to limit bytes, at boundaries of characters.
func middleOf(text []byte, limit int64) (from, to int) {
	from, _ = tools.Bytes.Fit(text, limit/2)
	to = len(text) - int(min(limit-limit/2, int64(len(text))))
	for to < len(text) && text[to]&0xC0 == 0x80 {
		to++
	}
	return from, to
}

// cutParts cuts parts longer than limit bytes in the middle, with a marker there.
func cutParts(parts []shelltool.Part, limit, removed int64, unit string) []shelltool.Part {
	from, to := middleOf(shelltool.Join(parts), limit)
	return shelltool.Ends(parts, from, fmt.Sprintf("…%d %s truncated…", removed, unit), to)
}
