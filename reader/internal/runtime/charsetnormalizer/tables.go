// Package charsetnormalizer guesses the character set of a text as the Python package "charset-normalizer" 3.4.7 does,
// and decodes it as Python 3.11 does. It takes only what is not UTF-8, and is for texts of some tens of KiB. Left out
// is a text with escapes of ISO 2022 and bytes beyond ASCII, all of them behind other escapes, which Python can decode.
// Python 3.12, with a later Unicode, takes one of 10,000 damaged texts for another set, and 3.13, which sorts
// otherwise, one of 2,000.
//
//	guess.go              which sets are tried, and which of those that fit is the best
//	mess.go               how unlikely a text is
//	languages.go          how well its letters fit a language
//	decode.go, tables.go  the sets, and what tables.zst says of them and of characters
package charsetnormalizer

import (
	_ "embed"
	"encoding/json"
	"errors"
	"sync"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"
)

// tablesZst is made by tables.py, which says how. Beside it lie the licences of what the figures are of.
//
//go:embed tables.zst
var tablesZst []byte

// table is tables.zst.
type table struct {
	Sets     []*set         // in the order in which they are tried, behind none
	Declared map[string]int // what a text may call a set, and its place in Sets
	// Kinds are kinds of characters: their traits, and the range of Unicode that they are in, 0 for none.
	Kinds     [][2]uint32
	Pages     string   // which page each 256 characters have, and then the pages, with the kinds of the characters
	Kin       []string // of each range those, as characters, that a text may well have beside it
	Languages []*language
	Bases     map[rune]rune // accented Latin letters without their accents

	pages []rune // Pages
}

var tables = sync.OnceValue(func() *table {
	t := &table{}
	unpacker, _ := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1)) // no option is wrong
	defer unpacker.Close()
	data, err := unpacker.DecodeAll(tablesZst, nil)
	if err = errors.Join(err, json.Unmarshal(data, t)); err != nil {
		panic(err) // it is built in
	}
	t.pages = []rune(t.Pages)
	for _, s := range t.Sets[1:] {
		s.codes, s.Codes = []rune(s.Codes), ""
	}
	return t
})

// of gives the traits of a character and the range that it is in.
func (t *table) of(r rune) (is traits, in uint32) {
	const firstPage = (utf8.MaxRune + 1) >> 8
	kind := t.Kinds[t.pages[firstPage+t.pages[r>>8]<<8+r&0xFF]]
	return traits(kind[0]), kind[1]
}
