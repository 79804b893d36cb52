package js

import (
	"sync"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// LocaleCompare compares as JavaScript's String.prototype.localeCompare does in English.
func LocaleCompare(a, b string) int {
	c := collators.Get().(*collate.Collator)
	defer collators.Put(c)
	return c.CompareString(a, b)
}

// collators keeps collators: one serves one goroutine at a time.
var collators = sync.Pool{New: func() any { return collate.New(language.English) }}
