package record

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// IsLaterPart reports whether a conversation of Kimi CLI goes on from one that was put aside: beside NAME.jsonl as
// NAME_1.jsonl, NAME_2.jsonl and so on. NAME_sub_1.jsonl beside it is the conversation of a sub-agent, and
// NAME_sub_1_1.jsonl one of that sub-agent that was put aside.
func IsLaterPart(path string) bool {
	stem, _, _ := strings.Cut(filepath.Base(path), ".")
	if at := strings.LastIndexByte(stem, '_'); at >= 0 && !strings.HasSuffix(stem[:at], "_sub") {
		return stem[at:] != "_1" // it was put aside itself, as the first or a later one
	}

	beside, err := os.ReadDir(filepath.Dir(path))
	isEarlier := func(file os.DirEntry) bool {
		count, ok := strings.CutPrefix(file.Name(), stem+"_")
		count, _, _ = strings.Cut(count, ".")
		return ok && count != "" && strings.Trim(count, "0123456789") == ""
	}
	return err != nil || slices.ContainsFunc(beside, isEarlier)
}
