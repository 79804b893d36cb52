package markdown

import (
	"io"
	"path/filepath"
	"strings"
	"time"

	"eyeline/reader/transcript/patch"
)

// aider keeps a history beside the files that it is about: what the person said after "####", what the program said
// after ">", and between them the model's answers, in which changes stand as blocks. Files that are in the chat are
// sent with each request as they are then, and their texts are not recorded: which of their lines were sent is not
// known.
func aider(path string, in io.Reader, out io.Writer) error {
	a := aiderChat{out: newWriter(out)}
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		dir = ""
	}

	a.out.put(entry{Markdown: "aider", Agent: "aider", Dir: filepath.ToSlash(dir)})
	if err := eachLine(in, a.line); err != nil {
		return err
	}

	a.flush()
	return a.out.err
}

type aiderChat struct {
	out    *writer
	at     string // when the chat at hand began
	begun  bool
	answer []string // the model's, up to what the program says of it
	size   int
	known  map[string]bool // the files in the chat
}

func (a *aiderChat) line(line string) {
	switch {
	case strings.HasPrefix(line, "# aider chat started at "):
		a.flush()
		clock := strings.TrimSpace(line[len("# aider chat started at "):])
		at, err := time.ParseInLocation("2006-01-02 15:04:05", clock, time.Local)
		a.at = ""
		if err == nil {
			a.at = at.UTC().Format(time.RFC3339)
		}

		a.out.put(entry{Anew: a.begun, Time: a.at})
		a.begun = true
		a.known = map[string]bool{}
	case strings.HasPrefix(line, "#### "):
		a.flush()
	case strings.HasPrefix(line, "> "):
		a.said(strings.TrimSpace(line[2:]))
	default:
		a.size += len(line) + 1
		if a.size < maxText {
			a.answer = append(a.answer, line)
		}
	}
}

// flush ends the model's answer.
func (a *aiderChat) flush() {
	text := strings.TrimSpace(strings.Join(a.answer, "\n"))
	if text != "" && a.size < maxText {
		a.out.put(entry{Said: text, Time: a.at})
	}
	a.answer = nil
	a.size = 0
}

// said takes what the program said.
func (a *aiderChat) said(text string) {
	if version, ok := strings.CutPrefix(text, "Aider v"); ok {
		a.out.put(entry{Version: version, Time: a.at})
	}
	if file, ok := between(text, "Added ", " to the chat"); ok && !strings.Contains(file, " lines of output") {
		a.add(file)
	}
	if file, ok := strings.CutPrefix(text, "Applied edit to "); ok {
		a.applied(file)
	}
}

// between is what is between the beginning of a text and a mark.
func between(text, start, end string) (string, bool) {
	rest, ok := strings.CutPrefix(text, start)
	inner, _, found := strings.Cut(rest, end)
	return inner, ok && found && inner != ""
}

// add takes that a file is in the chat from now on.
func (a *aiderChat) add(file string) {
	if a.known == nil {
		a.known = map[string]bool{}
	}
	if !a.known[file] {
		a.known[file] = true
		a.out.put(entry{Tool: "add", Kind: "read", Time: a.at, Args: recordedArgs{Path: file}})
	}
}

// applied takes that a change of the last answer was made.
func (a *aiderChat) applied(file string) {
	args := recordedArgs{Path: file}
	for _, b := range blocksOf(a.answer) {
		if b.path != file {
			continue
		}

		if len(b.changes) > 0 {
			args.Edits = append(args.Edits, b.changes...)
		} else if b.info != "diff" {
			args.Content = &b.text
		}
	}

	if len(args.Edits) > 0 {
		args.Content = nil
	}

	a.out.put(entry{
		Tool: "edit", Kind: "change", Time: a.at, Args: args, Result: "Applied edit to " + file,
	})
}

// block is a fenced block of an answer, with the path that stands before it or in its first line.
type block struct {
	path, info string
	text       string
	changes    []patch.Replaced
}

// blocksOf are the fenced blocks of an answer.
func blocksOf(lines []string) (blocks []block) {
	path := ""
	for i := 0; i < len(lines); i++ {
		fence, info, is := isFence(lines[i])
		if !is {
			if name := strings.Trim(strings.TrimSpace(lines[i]), "`*:#"); name != "" {
				path = name
			}
			continue
		}

		end := i + 1
		for end < len(lines) && strings.TrimRight(lines[end], " ") != fence {
			end++
		}

		one := block{path: path, info: info}
		inner := lines[i+1 : end]
		if len(inner) > 1 && strings.HasPrefix(inner[1], "<<<<<<< SEARCH") { // the path is within the fence
			one.path = strings.TrimSpace(inner[0])
			inner = inner[1:]
		}

		one.text = strings.Join(inner, "\n") + "\n"
		one.changes = patch.SearchReplace(one.text)
		blocks = append(blocks, one)
		i = end
	}

	return blocks
}
