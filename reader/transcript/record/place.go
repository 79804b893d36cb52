package record

import (
	"io"

	"eyeline/reader/internal/jsonskim"
)

// As says how the bytes of a place become a text.
type As uint8

const (
	Nothing  As = iota // there is no text
	AsText             // a JSON string: what it stands for
	AsJSON             // any JSON value: its own bytes
	AsBlocks           // a string, or a list of blocks, of which the texts are joined
	AsFormat           // as the format writes it, see [Texts]
)

// Place is where a text is in one of the run's files.
type Place struct {
	Off  int64 // 0-based offset in bytes
	Len  int64 // in bytes, before decoding
	File int32 // index into the run's files
	As   As
}

// WriteBlocks writes the texts of a list of blocks one after the other. Models are sent the list itself; nothing is
// between its texts.
func WriteBlocks(v jsonskim.Value, w io.Writer) error {
	if v.Kind == jsonskim.String {
		return v.WriteText(w)
	}
	return v.Each(func(key []byte, block jsonskim.Value) error {
		if key != nil {
			return nil
		}
		return textOf(block).WriteText(w)
	})
}

// textOf is the text of a block; missing where it has none.
func textOf(block jsonskim.Value) jsonskim.Value {
	if block.Kind == jsonskim.String {
		return block
	}
	text := block.Get("text")
	if text.Kind != jsonskim.String {
		text = block.Get("content")
	}
	return text
}

// HasMedia reports whether a list of blocks has one that is not a text.
func HasMedia(v jsonskim.Value) bool {
	if v.Kind != jsonskim.Array {
		return false
	}
	for block := range v.Values() {
		if block.Kind == jsonskim.Object && textOf(block).Kind != jsonskim.String {
			return true
		}
	}
	return false
}
