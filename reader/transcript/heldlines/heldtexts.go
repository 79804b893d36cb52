package heldlines

// heldTexts finds lines by their text. They must not change meanwhile.
type heldTexts struct {
	lines   []Line
	looks   int
	places  map[uint64]occurrences // by the hash of the text; nil as long as few were looked for
	trimmed map[uint64]occurrences // likewise, of the lines that are known without the white space at their ends
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
func (f *heldTexts) find(hash textHash) (first int64, count int) {
	f.looks++
	if f.looks > maxLooks {
		f.index()
		found := f.places[hash.whole]
		if bare := f.trimmed[hash.bare]; found.count == 0 || bare.count > 0 && bare.first < found.first {
			found.first = bare.first
		}
		return found.first, found.count + f.trimmed[hash.bare].count
	}

	for i := range f.lines {
		if !f.lines[i].has(hash) {
			continue
		}
		count++
		if count == 1 {
			first = f.lines[i].Number
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
	f.trimmed = map[uint64]occurrences{}
	for i := range f.lines {
		l := &f.lines[i]
		places := f.places
		if l.Trimmed {
			places = f.trimmed
		}

		at := places[l.Hash]
		at.count++
		if at.count == 1 {
			at.first = l.Number
		}

		places[l.Hash] = at
	}
}
