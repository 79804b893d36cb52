package coverage

import (
	"context"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/atpaths"
	"eyeline/reader/transcript/record"
)

// maxNames bounds how many paths are kept that the words of commands may name.
const maxNames = 20_000

// namedPaths are paths that something may name without telling what was given of them: lines of such files are found by
// their texts alone.
type namedPaths struct {
	byWords   map[string]int32    // by words of commands, with the last call that has them
	mentioned map[string]struct{} // by texts, as "@path"
}

// addFromCommands adds the paths that the words of the commands of a call may name.
func (p *namedPaths) addFromCommands(s *transcript.Session, c *record.Call) {
	ran, _ := s.ShellCommands(c) // a call without commands has none
	for _, one := range ran {
		for _, word := range strings.FieldsFunc(one.Command, isBetweenWords) {
			if len(p.byWords) < maxNames && word[0] != '-' {
				p.byWords[s.ResolveFrom(one.Dir, strings.TrimPrefix(word, "PWD/"))] = int32(c.Number)
			}
		}
	}
}

// addFromMentions adds the paths that a text mentions.
func (p *namedPaths) addFromMentions(s *transcript.Session, text string) {
	for path := range atpaths.In(text) {
		if len(p.mentioned) >= maxNames {
			return
		}
		p.mentioned[s.Resolve(path)] = struct{}{}
	}
}

// isBetweenWords reports whether a character stands between the words of a command.
func isBetweenWords(r rune) bool { return strings.ContainsRune(" \t\n\"'`;|&<>(){}=,:$", r) }

// maxMatches bounds how many files a pattern among the words of commands stands for.
const maxMatches = 1000

// candidates are the files below the folder that the words of commands may name or that texts mention, and which no
// call is known to name.
func (t *taker) candidates(ctx context.Context, w transcript.Workspace, known fileStates) (paths []string) {
	root, err := os.OpenRoot(filepath.FromSlash(w.Folder))
	if err != nil || w.IsClosed() {
		return nil
	}

	base, _ := filepath.EvalSymlinks(root.Name()) // it is there
	defer root.Close()
	named := slices.AppendSeq(slices.Collect(maps.Keys(t.named.byWords)), maps.Keys(t.named.mentioned))
	for _, name := range named {
		if ctx.Err() != nil {
			return nil
		}

		rel, isInside := w.Locate(name)
		if !isInside {
			continue
		}

		found := []string{rel}
		if strings.ContainsAny(rel, "*?[") {
			found, _ = fs.Glob(root.FS(), rel) // an invalid pattern matches nothing
		}

		for _, rel := range found[:min(len(found), maxMatches)] {
			path := t.paths.real(record.ResolvePath(w.Recorded, followed(base, rel)))
			info, err := root.Stat(filepath.FromSlash(rel))
			if err == nil && info.Mode().IsRegular() && known[path] == nil {
				paths = append(paths, path)
			}
		}
	}

	slices.Sort(paths)
	return slices.Compact(paths)
}
