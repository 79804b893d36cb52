package list

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sahilm/fuzzy"

	"eyeline/reader/lists"
	"eyeline/tui/kit/humanize"
)

// How good a place in an item is for a typed word: a lower number is better. A place among its Words adds its number.
const (
	begins = 100     // it begins with it
	aWord  = 150     // one of its words begins with it; the sooner, the better
	inside = 200     // it has it inside a word: likewise
	far    = 40      // bytes from the beginning; what comes later is not ranked by its place
	inText = 200     // more than these for the item's text
	single = 400     // more for a word that stands there without its s
	past   = 101     // more for an item that is in use no longer: after those that begin with what names it
	off    = 150     // more for an item that cannot be chosen now: after those that can, and have the same word
	aside  = 130     // more for an item that the list does not count
	worst  = 1 << 20 // it has all letters, in their order
)

// match is an item, by its index, that matches what is typed, and how well: a lower rank is better.
type match struct{ item, rank int }

// ranked are the items that match a text, the best first: those that contain all its words, by where and how they do,
// and then those with a name, or a word of their Words, that has all its letters in their order, as [fuzzy] rates them.
// Items that match alike keep their order.
func ranked(items []Item, text string) []Item {
	words := strings.Fields(strings.ToLower(text))
	return inOrder(items, append(withAll(items, words), withLetters(items, words)...))
}

// Lenience says which items of a list match where none has all the words that are typed.
type Lenience uint8

const (
	exact     Lenience = iota // those that have all its letters in their order
	Near                      // before these, those that have words spelled nearly as the typed ones
	SomeWords                 // between the two, those that have some of the words
)

// likely are the items that match a text as people type it who do not know what the items are called, the best first:
// those that contain all its words; where there is no such item those that are spelled nearly so, and near says that;
// then, where loose allows it, those that have some of the words; and at last those that have all its letters in their
// order.
func likely(items []Item, text string, loose bool) (found []Item, near bool) {
	words := strings.Fields(strings.ToLower(text))
	if all := withAll(items, words); len(all) > 0 {
		return inOrder(items, all), false
	}
	if found := nearest(items, text); len(found) > 0 {
		return found, true
	}
	if some := withSome(items, words); loose && len(some) > 0 {
		return inOrder(items, some), false
	}

	return inOrder(items, withLetters(items, words)), false
}

// inOrder are the items of matches, the best first.
func inOrder(items []Item, found []match) []Item {
	slices.SortStableFunc(found, func(a, b match) int { return cmp.Compare(a.rank, b.rank) })
	return lists.Map(found, func(m match) Item { return items[m.item] })
}

// withAll are the items that contain all words.
func withAll(items []Item, words []string) (found []match) {
	for i := range items {
		if rank, ok := items[i].rank(words); ok {
			found = append(found, match{i, rank})
		}
	}
	return found
}

// withLetters are the items that do not contain all words, but have all their letters in their order.
func withLetters(items []Item, words []string) (found []match) {
	letters := strings.Join(words, "")
	for i := range items {
		if _, ok := items[i].rank(words); ok {
			continue
		}

		if score, ok := items[i].fuzzy(letters); ok {
			found = append(found, match{i, worst - score})
		}
	}

	return found
}

// withSome are, of several words, the items that have some: first those that have most.
func withSome(items []Item, words []string) (found []match) {
	if len(words) < 2 {
		return nil
	}

	telling := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return slices.Contains(stopWords, w) })
	for i := range items {
		if rank, lacks := items[i].rankSome(telling); lacks < len(telling) {
			found = append(found, match{i, lacks*worst + rank})
		}
	}

	return found
}

// stopWords are ignored when items are ranked: they say nothing of what is meant.
var stopWords = strings.Fields("a an and by do for how i in is it of on the this to what")

// rank says how well an item matches words in lower case: the sum for all of them; false when it lacks one.
func (i *Item) rank(words []string) (sum int, ok bool) {
	sum, lacks := i.rankSome(words)
	return sum, lacks == 0
}

// rankSome is that of the words that the item has, and how many it lacks. Words that one of the item's Words has with
// hyphens between them are one word.
func (i *Item) rankSome(words []string) (sum, lacks int) {
	name := strings.ToLower(i.Name)
	text := strings.ToLower(i.Text)
	text += humanize.When(i.Favourite, " "+favouriteWord)
	if i.Retired != "" {
		sum = past
	}
	if i.Off != "" {
		sum += off
	}
	if i.Uncounted {
		sum += aside
	}

	if at := slices.Index(strings.Fields(i.Words), strings.Join(words, "-")); at >= 0 && len(words) > 1 {
		return sum + at - begins, 0
	}

	for _, w := range words {
		rank := i.rankWord(name, text, w)
		one, many := strings.CutSuffix(w, "s")
		if many && len(one) > 2 && rank >= worst {
			rank = i.rankWord(name, text, one) + single
		}

		if rank >= worst {
			lacks++
			continue
		}

		sum += rank
	}

	return sum, lacks
}

// rankWord says how well a word matches; worst or more where it does not. name and text are those of the item in lower
// case.
func (i *Item) rankWord(name, text, word string) int {
	rank := worst
	for at, field := range strings.Fields(i.Words) {
		rank = min(rank, rankIn(field, word)+at)
	}
	return min(rank, rankIn(name, word), rankIn(text, word)+inText)
}

// between are the characters between words.
const between = " ,;:.()/"

// rankIn says how well a text matches a word.
func rankIn(text, word string) int {
	at := strings.Index(text, word)
	switch {
	case at < 0:
		return worst
	case text == word:
		return 0
	case at == 0:
		return begins
	case strings.ContainsRune(between, rune(text[at-1])):
		return aWord + min(at, far)
	}

	return inside + min(at, far)
}

// fuzzy says how well an item has letters in their order, in its name or in one of its Words; false when it lacks one.
func (i *Item) fuzzy(letters string) (score int, ok bool) {
	targets := []string{i.Name}
	if i.Words != "" {
		targets = strings.Fields(i.Words)
	}
	return likeness(letters, targets)
}

// likeness is how like the best of some texts is to letters, as [fuzzy] rates texts that have all of them in their
// order; false when none has. A higher number is better.
func likeness(letters string, texts []string) (score int, ok bool) {
	found := fuzzy.Find(letters, texts)
	if len(found) == 0 {
		return 0, false
	}
	return found[0].Score, true
}
