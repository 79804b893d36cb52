package transcript

import (
	"bytes"
	"io"

	"eyeline/reader/internal/skim"
)

// As says how the bytes of a place become a text.
type As uint8

const (
	Nothing  As = iota // there is no text
	AsText             // a JSON string: what it stands for
	AsJSON             // any JSON value: its own bytes
	AsBlocks           // a string, or a list of blocks, of which the texts are joined
	AsReply            // a Gemini functionResponse.response: its "output" or "error"
	AsCline            // a list of Cline's results: as its JSON text with long results cut
	AsKimi             // a result of Kimi Code: output and note
)

// Place is where a text is in one of the session's files.
type Place struct {
	Off  int64 // 0-based offset in bytes
	Len  int64 // in bytes, before decoding
	File int32 // index into the session's files
	As   As
}

// write writes the text of a place in v.
func (as As) write(v skim.Value, w io.Writer) error {
	switch as {
	case AsText:
		return v.WriteText(w)
	case AsJSON:
		return v.WriteRaw(w)
	case AsBlocks:
		return writeBlocks(v, w)
	case AsReply:
		return writeReply(v, w)
	case AsCline:
		return writeCline(v, w)
	case AsKimi:
		return writeKimi(v, w)
	}
	return nil
}

// writeBlocks writes the texts of a list of blocks one after the other. Models are sent the list itself; nothing is
// between its texts.
func writeBlocks(v skim.Value, w io.Writer) error {
	if v.Kind == skim.String {
		return v.WriteText(w)
	}
	return v.Each(func(key []byte, block skim.Value) error {
		switch {
		case key != nil:
			return nil
		case block.Kind == skim.String:
			return block.WriteText(w)
		}
		for _, name := range []string{"text", "content"} {
			if text := block.Get(name); text.Kind == skim.String {
				return text.WriteText(w)
			}
		}
		return nil
	})
}

// hasMedia reports whether a list of blocks has one that is not a text.
func hasMedia(v skim.Value) bool {
	media := false
	if v.Kind == skim.Array {
		_ = v.Each(func(_ []byte, block skim.Value) error {
			if block.Kind == skim.Object && block.Get("text").Kind != skim.String && block.Get("content").Kind != skim.String {
				media = true
				return skim.ErrStop
			}
			return nil
		})
	}
	return media
}

// limited keeps the first bytes that are written to it.
type limited struct {
	bytes.Buffer
	limit int
	cut   bool
}

func (l *limited) Write(p []byte) (int, error) {
	if room := l.limit - l.Len(); len(p) > room {
		l.cut = true
		l.Buffer.Write(p[:max(room, 0)])
		return len(p), skim.ErrStop
	}
	return l.Buffer.Write(p)
}
