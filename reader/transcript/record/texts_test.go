package record

import (
	"errors"
	"io"
	"testing"

	"eyeline/reader/internal/jsonskim"
)

type broken struct{}

var errBroken = errors.New("broken")

func (broken) ReadAt([]byte, int64) (int, error) { return 0, errBroken }

// TestAnErrorStaysWithItsTexts: a file of a run that cannot be read takes nothing from what is in the others, also
// where one look is part of another.
func TestAnErrorStaysWithItsTexts(t *testing.T) {
	texts := NewTexts(nil)
	texts.Add(jsonskim.NewSource(broken{}, 100))
	texts.Add(jsonskim.FromBytes([]byte(`"text"`)))
	bad, good := Place{Len: 6, As: AsText}, Place{Len: 6, File: 1, As: AsText}
	looks := map[string]func(Place){
		"Text": func(p Place) { _, _, _ = texts.Text(p, TextLimit) }, "Value": func(p Place) { _, _ = texts.Value(p) },
		"Look":      func(p Place) { texts.WithValue(p, func(v jsonskim.Value) { v.Text(10) }) },
		"WriteText": func(p Place) { _ = texts.WriteText(io.Discard, p) },
	}
	for name, look := range looks {
		if err := texts.During(func() { look(bad) }); !errors.Is(err, errBroken) {
			t.Errorf("%s of a broken file: %v", name, err)
		}
		if err := texts.During(func() { look(good) }); err != nil {
			t.Errorf("%s of a good file: %v", name, err)
		}
		inner := errors.New("not asked")
		outer := texts.During(func() {
			look(bad)
			inner = texts.During(func() { look(good) })
		})
		if inner != nil || !errors.Is(outer, errBroken) {
			t.Errorf("%s: %v inside, %v outside", name, inner, outer)
		}
	}
}
