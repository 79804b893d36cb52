package coverage

import (
	"cmp"
	"context"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/record"
)

// mostNames bounds how many paths are kept that the words of commands may name.
const mostNames = 20_000

// name keeps the paths that the words of the commands of a call may name: what a program prints of them is found by its
// text alone.
func (t *taker) name(c *record.Call) {
	ran, _ := t.s.Ran(c) // a call without commands has none
	for _, one := range ran {
		for _, word := range strings.FieldsFunc(one.Command, isBetweenWords) {
			if len(t.names) < mostNames && word[0] != '-' {
				t.names[record.ResolvePath(one.Dir, strings.TrimPrefix(word, "PWD/"))] = int32(c.Number)
			}
		}
	}
}

// obscure notes what a call may have changed that is not understood: any file by a command, or by a tool that is not
// known and is given a command or no path, and else those files and folders that the arguments of such a tool name.
func (t *taker) obscure(c *record.Call) {
	if transcript.MayChangeAny(t.s, c) {
		t.unclear = int32(c.Number)
	}
	if c.Kind != record.Other || record.ChangesNoFile(c.Tool) {
		return
	}
	args, _ := t.s.Args(c) // without them it names none
	hasPath := false
	for _, text := range textsIn(args, nil, 0) {
		if len(text) >= longestMention || strings.Contains(text, "\n") {
			continue
		}
		hasPath = hasPath || strings.ContainsAny(text, `/\.`)
		if len(t.byTool) < mostNames {
			named := record.ResolvePath(t.s.Folder(), text)
			t.byTool[cmp.Or(t.alias[named], named)] = int32(c.Number)
		}
	}
	if !hasPath || hasCommand(args, 0) || len(t.byTool) >= mostNames {
		t.unclear = int32(c.Number)
	}
}

// hasCommand reports whether arguments have a member that is a command or a program, by its name.
func hasCommand(v jsonskim.Value, depth int) (has bool) {
	if v.Kind == jsonskim.String || depth >= deepest {
		return false
	}
	_ = v.Each(func(name []byte, inner jsonskim.Value) error {
		switch string(name) {
		case "command", "commands", "cmd", "code", "script":
			has = true
		}
		has = has || hasCommand(inner, depth+1)
		return nil
	})
	return has
}

// toolNamed is the last call of a tool that is not known which named a file, or a folder above it.
func (t *taker) toolNamed(file string) int32 {
	last := t.byTool[file]
	for dir := path.Dir(file); dir != "/" && dir != "."; dir = path.Dir(dir) {
		last = max(last, t.byTool[dir])
	}
	return last
}

// longestMention is how long a mentioned path is at most, in bytes.
const longestMention = 1024

// mention keeps the paths that a text mentions, so that lines of those files which stand in a text are found: "@path"
// as people and agents write it, in quotes, with escaped blanks, or up to a colon that ends the line.
func (t *taker) mention(text string) {
	for len(t.mentioned) < mostNames {
		_, rest, found := strings.Cut(text, "@")
		if !found {
			return
		}
		text = rest
		if rest == "" || strings.IndexByte("@ \t\n", rest[0]) >= 0 {
			continue
		}
		line, _, _ := strings.Cut(rest[:min(len(rest), longestMention)], "\n")
		word := strings.ReplaceAll(line, `\ `, "\x00")
		if end := strings.IndexAny(word, " \t\"'`<>|*?,;)]}"); end >= 0 {
			word = word[:end]
		}
		names := []string{strings.TrimRight(strings.ReplaceAll(word, "\x00", " "), ".:!")}
		if whole, ok := strings.CutSuffix(strings.TrimSpace(line), ":"); ok {
			names = append(names, whole)
		}
		if quoted, ok := strings.CutPrefix(line, `"`); ok {
			inner, _, _ := strings.Cut(quoted, `"`)
			names = append(names, inner)
		}
		for _, name := range names {
			if name != "" {
				t.mentioned[record.ResolvePath(t.s.Folder(), name)] = struct{}{}
			}
		}
	}
}

// isBetweenWords reports whether a character stands between the words of a command.
func isBetweenWords(r rune) bool { return strings.ContainsRune(" \t\n\"'`;|&<>(){}=,:$", r) }

// mostMatches bounds how many files a pattern among the words of commands stands for.
const mostMatches = 1000

// candidates are the files below the folder that the words of commands may name or that texts mention, and which no
// call is known to name.
func (t *taker) candidates(ctx context.Context, w transcript.Workspace, known fileStates) (paths []string) {
	root, err := os.OpenRoot(filepath.FromSlash(w.Folder))
	if err != nil || w.IsClosed() {
		return nil
	}
	base, _ := filepath.EvalSymlinks(root.Name()) // it is there
	defer root.Close()
	named := slices.AppendSeq(slices.Collect(maps.Keys(t.names)), maps.Keys(t.mentioned))
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
		for _, rel := range found[:min(len(found), mostMatches)] {
			path := t.real(record.ResolvePath(w.Recorded, followed(base, rel)))
			info, err := root.Stat(filepath.FromSlash(rel))
			if err == nil && info.Mode().IsRegular() && known[path] == nil {
				paths = append(paths, path)
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// links are the paths of files below the folder that lead to others there by links.
func links(w transcript.Workspace, files fileStates) map[string]string {
	alias, follow := map[string]string{}, follower(w)
	if follow == nil {
		return nil
	}
	for path := range files {
		if to := follow(path); to != "" {
			alias[path] = to
		}
	}
	return alias
}

// followed is a path below a folder without the links in it; the path itself where it leads nowhere, or out of the
// folder.
func followed(base, rel string) string {
	real, err := filepath.EvalSymlinks(filepath.Join(base, filepath.FromSlash(rel)))
	if err == nil {
		if to, err := filepath.Rel(base, real); err == nil && filepath.IsLocal(to) {
			return filepath.ToSlash(to)
		}
	}
	return filepath.ToSlash(filepath.Clean(rel))
}
