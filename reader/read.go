package reader

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"slices"

	"eyeline/reader/lists"
	"eyeline/reader/nextcalls"
	"eyeline/reader/search"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	_ "eyeline/reader/tools/agents" // the tools that are named
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/record"
	"eyeline/reader/window"
)

// Options say how a file is read. The zero value reads as "eyeline emit FILE" does: it makes the call that an agent
// opens a file with, anywhere on the machine.
type Options struct {
	// Arguments are the arguments of the call besides the path, by the names in "eyeline emit --tool NAME --help", such
	// as "offset" and "end-line" (the Flag of each of the Params of tools.Lookup). Nil makes the call that an agent
	// opens a file with.
	Arguments map[string]any
	// JSON are the arguments as a model sends them, such as an Answer's Next. Unless it is nil, it replaces the path
	// and Arguments.
	JSON json.RawMessage
	// Root is the agent's working directory. The empty string means the working directory of this process or, for a
	// file outside of that, the file's own folder. Root is ignored where FS is set.
	Root string
	// Confine refuses all paths outside Root, also to tools that read anything on the machine. Without Root it refuses
	// those outside the working directory of this process.
	Confine bool
	// FS has the file in place of the machine. The path is then a name in it; that there is no such file is an error of
	// FS, and not what the tool says.
	FS fs.FS
	// Session is what the agent remembers of earlier calls; nil: nothing.
	Session *tools.Session
	// Settings are what the agent's host sets apart from the arguments, by the names that "eyeline emit --tool NAME
	// --help" has, such as "max-output-tokens"; nil, and values not above 0, are the agent's own.
	Settings map[string]int64
}

// Answer is what a model gets of a file.
type Answer struct {
	// Text is the exact text of the answer.
	Text string
	// Kind is "" for text. Otherwise it names what the model gets in place of text, such as "image".
	Kind string
	// Instead says in words what Kind names; "" for text.
	Instead string
	// Notes are messages of their own that the agent adds.
	Notes []string
	// Window is the part of the file that the answer shows.
	Window window.Window
	// Stats says where the shown text differs from the file.
	Stats tools.Stats
	// Size is the size of the file in bytes.
	Size int64
	// Lost says what of the file the model does not get.
	Lost Lost
	// Silent: more of the file follows, and nothing in Text says so.
	Silent bool
	// Next are the arguments of the call that reads on, for Options.JSON; nil at the end, or where no call reads on.
	Next json.RawMessage

	rule *tools.TokenRule // how the agent counts tokens
}

// Tools lists the names of the tools. Read also knows other versions of them, by NAME@VERSION.
func Tools() []string { return tools.Names() }

// Read makes one read and holds all of its text in memory; [tools.Tool.Read] streams it. What the tool refuses is a
// *tools.Error, whose text is what the model gets (Refusal); errors.Is finds fs.ErrNotExist, ErrConfined and the like
// in it, where the agent asks the system for the file: an agent's shell says in its output that the file is missing.
// Any other error is of ctx, of FS, or says that there is no such tool, argument or setting.
func Read(ctx context.Context, tool, path string, o Options) (Answer, error) {
	for a, err := range Walk(ctx, tool, path, o) {
		return a, err
	}
	return Answer{}, nil // a walk has a first call
}

// Walk makes a read as Read does and then the calls that an agent makes to read the file on to its end, as one run of
// the agent. It ends after an error. Where no call reads on, the file may go on: the last Window.Bottom is then not
// window.StopFile.
func Walk(ctx context.Context, tool, path string, o Options) iter.Seq2[Answer, error] {
	return func(yield func(Answer, error) bool) {
		t, args, env, err := o.call(ctx, tool, path)
		if err != nil {
			yield(Answer{}, err)
			return
		}

		if env.Stream != nil {
			defer env.Stream.(io.Closer).Close()
		}

		var steps nextcalls.Steps
		for args != nil {
			a, err := answer(ctx, t, env, args)
			if err == nil && !steps.Take(a.Window) {
				return
			}
			if !yield(a, err) || err != nil {
				return
			}

			args = a.Next
		}
	}
}

// answer makes a call.
func answer(ctx context.Context, t *tools.Tool, env tools.Env, args json.RawMessage) (a Answer, err error) {
	r, err := t.Read(ctx, env, args)
	if err != nil {
		return a, err
	}

	var text bytes.Buffer
	stats, err := r.Render(ctx, &text)
	if err = errors.Join(err, r.Close()); err != nil {
		return a, err
	}

	return Answer{
		Text: text.String(), Kind: r.Kind, Instead: r.Instead, Notes: r.Notes,
		Window: r.Window, Stats: stats, Size: r.FileBytes, Lost: lostOf(r, stats),
		Silent: r.Silent, Next: r.NextArgs, rule: t.Tokens,
	}, nil
}

// call is the call that is asked for.
func (o Options) call(ctx context.Context, tool, path string) (*tools.Tool, json.RawMessage, tools.Env, error) {
	env := tools.Env{Root: o.Root, Confine: o.Confine, Session: o.Session, Settings: o.Settings}
	t, err := lookup(tool)
	if err != nil {
		return nil, nil, env, err
	}
	if err := o.check(t); err != nil {
		return nil, nil, env, err
	}
	if o.Session == nil {
		env.Session = &tools.Session{}
	}

	switch {
	case o.FS != nil:
		env.Stream, err = opened(ctx, o.FS, path)
	case o.JSON == nil:
		env, path = env.ForFile(t, path)
	}

	if t.Paths == tools.PathAbsolute {
		path = env.Abs(path)
	}
	if o.JSON != nil {
		return t, o.JSON, env, err
	}

	return t, tools.BuildArgs(t, path, o.Arguments), env, err
}

// check refuses arguments and settings that the tool does not have.
func (o Options) check(t *tools.Tool) error {
	for _, name := range slices.Sorted(maps.Keys(o.Arguments)) {
		if p, ok := t.Param(name); !ok || p.IsFile {
			return &UnknownArgumentError{t.Name, newUnknown(name, flags(t.Params))}
		}
		if _, err := json.Marshal(o.Arguments[name]); err != nil {
			return fmt.Errorf("reader: the argument %q: %w", name, err)
		}
	}

	for _, name := range slices.Sorted(maps.Keys(o.Settings)) {
		if !slices.Contains(flags(t.Settings), name) {
			return &UnknownSettingError{t.Name, newUnknown(name, flags(t.Settings))}
		}
	}

	return nil
}

// opened is a file of a file system, whose bytes are kept in a temporary file as those of a stream are.
func opened(ctx context.Context, files fs.FS, name string) (source.Bytes, error) {
	f, err := files.Open(name)
	if err != nil {
		return nil, err
	}

	s, err := source.Spool(name, f, source.SpoolOptions{})
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if err := s.Whole(ctx); err != nil {
		return nil, err
	}

	return spooled{source.View(s, s.Snapshot().Size), s}, nil
}

// spooled is bytes that are closed.
type spooled struct {
	source.Bytes
	io.Closer
}

// Lines selects the lines first to last of size bytes, both included and from 1, as far as they go. Lines that do not
// count from 1, and a last one before the first, are an error.
func Lines(ctx context.Context, r io.ReaderAt, size, first, last int64) (window.Window, error) {
	if first < 1 || last < first {
		const wrong = "reader: lines %d to %d: lines count from 1, and the last is not before the first"
		return window.Window{}, fmt.Errorf(wrong, first, last)
	}
	return window.SliceOf(ctx, source.View(r, size), nil, first, last-first+1)
}

// Block grows an indentation block in size bytes.
func Block(ctx context.Context, r io.ReaderAt, size int64, o BlockOptions) (window.Window, error) {
	return window.BlockOf(ctx, source.View(r, size), nil, window.BlockOptions(o))
}

// Find gives the matches of a regular expression, or of plain text as o says, in size bytes, in their order. It ends
// after an error, which is one of the pattern, of ctx or of reading. lineindex.EndsBefore tells the line of a match.
func Find(
	ctx context.Context, r io.ReaderAt, size int64, pattern string, o FindOptions,
) iter.Seq2[search.Match, error] {
	return func(yield func(search.Match, error) bool) {
		p, err := search.Compile(pattern, o)
		if err != nil {
			yield(search.Match{}, err)
			return
		}

		f := search.NewFinder(p)
		for from := int64(0); ; {
			m, found, err := f.Find(ctx, source.View(r, size), from, search.Forward)
			if !found && err == nil || !yield(m, err) || err != nil {
				return
			}
			from = max(m.End, m.Start+1)
		}
	}
}

// Call is a tool call that an agent recorded, and the lines of files that it gave.
type Call struct {
	*record.Call
	Reads   []record.Read
	session *transcript.Session
}

// Arguments are those of the call in JSON, and Text is what the model got, both at most record.TextLimit bytes of them.
// They are read from the transcript, which is open as long as the loop over Calls goes on.
func (c Call) Arguments() (json.RawMessage, error) { return c.textAt(c.Args) }

// Text is what the model got of the call; see Arguments.
func (c Call) Text() (string, error) {
	text, err := c.textAt(c.Result)
	return string(text), err
}

func (c Call) textAt(at record.Place) ([]byte, error) {
	text, _, err := c.session.Text(at, record.TextLimit)
	return text, err
}

// Transcripts are the paths of the runs that agents have recorded in their usual places on this machine, newest first.
// What cannot be read is left out; the error is one of ctx.
func Transcripts(ctx context.Context) ([]string, error) {
	all, err := transcript.List(ctx, transcript.UserHomes())
	return lists.Map(all, func(e transcript.Entry) string { return e.Path }), err
}

// Calls gives the calls of a transcript, a file that an agent recorded, in their order. It ends after an
// error, which is one of ctx or of reading, or transcript.ErrFormat.
func Calls(ctx context.Context, path string) iter.Seq2[Call, error] {
	return func(yield func(Call, error) bool) {
		s, err := transcript.Open(ctx, path)
		if err != nil {
			yield(Call{}, err)
			return
		}

		defer s.Close()
		for c := range s.Calls() {
			reads, err := s.Reads(c)
			if !yield(Call{c, reads, s}, err) || err != nil {
				return
			}
		}
	}
}
