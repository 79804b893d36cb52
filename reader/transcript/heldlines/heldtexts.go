package heldlines

// heldTexts finds lines by their text. They must not change meanwhile.
type heldTexts struct {
	lines  []Line
	looks  int
	places map[uint64]occurrences // by the hash of the text; nil as long as few were looked for
}

// occurrences are where a text is: on how many lines, and the number of the first of them.
type occurrences struct {
	first int64
	count int
}

// maxLooks is for how many texts all lines are looked at. For more an index is made, so that the time that it takes to
// find many texts among many lines does not grow with the product of the two.
const maxLooks = 16

// find returns the number of the first line that has a text, and how many lines have it.
func (f *heldTexts) find(hash uint64) (first int64, count int) {
	f.looks++
	if f.looks > maxLooks {
		f.index()
		found := f.places[hash]
		return found.first, found.count
	}

	for _, l := range f.lines {
		if l.Hash != hash {
			continue
		}
		count++
		if count == 1 {
			first = l.Number
		}
	}

	return first, count
}

// index makes the index, once.
func (f *heldTexts) index() {
	if f.places != nil {
		return
	}

	f.places = make(map[uint64]occurrences, len(f.lines))
	for _, l := range f.lines {
		at := f.places[l.Hash]
		at.count++
		if at.count == 1 {
			at.first = l.Number
		}

		f.places[l.Hash] = at
	}
}
