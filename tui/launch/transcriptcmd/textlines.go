package transcriptcmd

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"eyeline/reader/transcript/record"
)

// lookEvery is after how many steps of a loop the context is asked whether there is time left. It is a power of two.
const lookEvery = 1 << 14

// replacedText is a text that an edit takes out: where it is first, or everywhere.
type replacedText struct {
	text       string
	everywhere bool
}

// linesOf are the lines of a content that some texts are in, each where it is first or everywhere: 1-based, sorted,
// without repetitions. A text that is not there, or is empty, has no lines: the agent itself refuses it. The time grows
// with the content and with the texts, not with the product of both, unless many texts begin with the same 64 bytes or
// many are replaced everywhere.
func linesOf(ctx context.Context, content string, texts []replacedText) (lines record.Ranges, err error) {
	var once []string
	isTaken := map[string]struct{}{}
	for _, t := range texts {
		_, again := isTaken[t.text]
		switch {
		case !t.everywhere:
			once = append(once, t.text)
		case !again:
			isTaken[t.text] = struct{}{}
			if lines, err = appendEachPlace(ctx, lines, content, t.text); err != nil {
				return nil, err
			}
		}
	}

	found, err := firstPlaces(ctx, content, once)
	if err != nil {
		return nil, err
	}

	slices.SortFunc(found, func(a, b textMatch) int { return cmp.Compare(a.at, b.at) })
	line := int64(1)
	at := 0 // the 1-based number of the line that byte at is in
	for i, p := range found {
		if i%lookEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		line += int64(strings.Count(content[at:p.at], "\n"))
		at = p.at
		lines = append(lines, record.Range{line, line + linesAfterFirst(p.text)})
	}

	lines.Sort()
	return lines, nil
}

// linesAfterFirst is how many more lines a text is in than the one that it begins in.
func linesAfterFirst(text string) int64 {
	return int64(strings.Count(strings.TrimSuffix(text, "\n"), "\n"))
}

// appendEachPlace adds the lines of each place of a text to lines. A place begins where the one before has ended.
func appendEachPlace(ctx context.Context, lines record.Ranges, content, text string) (record.Ranges, error) {
	if text == "" {
		return lines, ctx.Err()
	}

	more := linesAfterFirst(text)
	line := int64(1)
	at := 0 // the 1-based number of the line that byte at is in
	for steps := 0; ; steps++ {
		if steps%lookEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}

		next := strings.Index(content[at:], text)
		if next < 0 {
			return lines, nil
		}

		line += int64(strings.Count(content[at:at+next], "\n"))
		last := len(lines) - 1
		if last >= 0 && lines[last][0] <= line && line <= lines[last][1]+1 {
			lines[last][1] = max(lines[last][1], line+more)
		} else {
			lines = append(lines, record.Range{line, line + more})
		}

		line += int64(strings.Count(text, "\n"))
		at += next + len(text)
	}
}

// textMatch is a text and the 0-based offset in bytes of its first occurrence.
type textMatch struct {
	text string
	at   int
}

// fewTexts is how many texts are looked for one after the other.
const fewTexts = 4

// firstPlaces finds where texts are first in a content.
func firstPlaces(ctx context.Context, content string, texts []string) (found []textMatch, err error) {
	byWindow := map[int]*windowSearch{}
	for i, text := range texts {
		switch {
		case text == "" || len(text) > len(content): // it is nowhere
		case i < fewTexts:
			if at := strings.Index(content, text); at >= 0 {
				found = append(found, textMatch{text, at})
			}
		default:
			size := windowSize(len(text))
			if byWindow[size] == nil {
				byWindow[size] = newWindowSearch(size)
			}
			byWindow[size].add(text)
		}
	}

	for _, search := range byWindow {
		if found, err = search.run(ctx, content, found); err != nil {
			return nil, err
		}
	}

	return found, ctx.Err()
}

// windowSize is the largest power of two that is neither more than n nor more than 64.
func windowSize(n int) int {
	size := 64
	for size > n {
		size /= 2
	}
	return size
}

// windowSearch looks for many texts in one pass, as Rabin and Karp do: a hash of the last bytes, the window, is kept up
// with each byte of the content, and only where it is that of the beginning of a text is the text compared.
type windowSearch struct {
	size   int
	out    uint64              // what the byte that leaves the window adds to the hash
	texts  map[uint64][]string // not found yet, by the hashes of their first size bytes
	known  map[string]bool
	filter [1 << 10]uint64 // a bit for some bits of each hash: most windows are in no text
}

const hashBase = 0x9E3779B97F4A7C15

func newWindowSearch(size int) *windowSearch {
	w := &windowSearch{size: size, out: 1, texts: map[uint64][]string{}, known: map[string]bool{}}
	for range size {
		w.out *= hashBase
	}
	return w
}

func (w *windowSearch) add(text string) {
	if w.known[text] {
		return
	}

	w.known[text] = true
	var hash uint64
	for i := range w.size {
		hash = hash*hashBase + uint64(text[i])
	}

	w.texts[hash] = append(w.texts[hash], text)
	word, bit := filterBit(hash)
	w.filter[word] |= bit
}

// filterBit is the word of the filter, and the bit in it, that stand for a hash.
func filterBit(hash uint64) (word, bit uint64) {
	hash *= hashBase // the upper bits of the hash of a small window are zero
	return hash >> 54, 1 << (hash >> 48 & 63)
}

// run adds the first places of the texts to those that are found.
func (w *windowSearch) run(ctx context.Context, content string, found []textMatch) ([]textMatch, error) {
	var hash uint64
	for i := range len(content) {
		if i%lookEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}

		hash = hash*hashBase + uint64(content[i])
		if i >= w.size {
			hash -= w.out * uint64(content[i-w.size])
		}
		if word, bit := filterBit(hash); i < w.size-1 || w.filter[word]&bit == 0 {
			continue
		}

		waiting, isBeginning := w.texts[hash]
		if !isBeginning {
			continue
		}

		at := i + 1 - w.size
		left := slices.DeleteFunc(waiting, func(text string) bool {
			isHere := strings.HasPrefix(content[at:], text)
			if isHere {
				found = append(found, textMatch{text, at})
			}
			return isHere
		})
		w.texts[hash] = left
		if len(left) > 0 {
			continue
		}
		delete(w.texts, hash)
		if len(w.texts) == 0 {
			break
		}
	}

	return found, nil
}
