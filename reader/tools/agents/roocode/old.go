package roocode

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/lists"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// The old form of the arguments: {"files": [{"path": …, "line_ranges": …}]} (CONTRACT-roo_code, Old form).

// uncutFormat is lineFormat without the cut of long lines.
var uncutFormat = &tools.LineFormat{Prefix: lineFormat.Prefix}

// oldFile is one file of a call.
type oldFile struct {
	path   string
	ranges [][2]float64
	bad    bool // it has no path
}

// oldFiles parses the argument files, which may be a string; nil if it is not a list.
func oldFiles(v js.Value) (list []oldFile) {
	if v.Kind == js.String {
		v, _ = js.Parse([]byte(v.Text))
	}
	if v.Kind != js.Array {
		return nil
	}

	for _, item := range v.Items {
		file := item.Get("path")
		f := oldFile{path: file.Text, bad: file.Kind != js.String}
		for _, r := range item.Get("line_ranges").Items {
			if first, last, ok := oldRange(r); ok {
				f.ranges = append(f.ranges, [2]float64{first, last})
			}
		}

		list = append(list, f)
	}

	return list
}

var rangeForm = lazy.Regexp(`^(\d+)-(\d+)$`)

// oldRange parses a range of lines in one of its three forms.
func oldRange(v js.Value) (first, last float64, ok bool) {
	switch {
	case v.Kind == js.Array && len(v.Items) >= 2:
		return js.NumberOf(v.Items[0]), js.NumberOf(v.Items[1]), true
	case v.Has("start") && v.Has("end"):
		return js.NumberOf(v.Get("start")), js.NumberOf(v.Get("end")), true
	case v.Kind == js.String:
		if m := rangeForm().FindStringSubmatch(v.Text); m != nil {
			return js.ToNumber(m[1]), js.ToNumber(m[2]), true
		}
	}

	return 0, 0, false
}

const oldJoin = "\n\n---\n\n"

// runOld reads the files of a call in the old form.
func runOld(ctx context.Context, env tools.Env, files []oldFile) (*tools.Result, error) {
	for _, f := range files {
		if f.bad {
			return nil, tools.RefuseOwn(
				"eyeline: of a file without a path the agent itself fails, and the model gets no result of this tool",
			)
		}
	}

	if len(files) == 1 {
		return oldOpen(ctx, env, files[0], func(o *tools.File, p *shownPart) *tools.Result {
			return p.result(o, files[0].path)
		})
	}

	if env.Stream != nil {
		return nil, tools.RefuseOwn("eyeline: standard input is one file, the call names more")
	}

	parts := make([]part, len(files))
	good := false
	for i, f := range files {
		part := &parts[i]
		r, err := oldOpen(ctx, env, f, func(o *tools.File, p *shownPart) *tools.Result {
			part.page = p
			part.info = o.Info()
			return tools.Notice(o, "")
		})
		refusal, ok := errors.AsType[*tools.Error](err)
		switch {
		case err == nil:
			good = true
			_ = r.Close() // read only: nothing is lost
		case ok && !refusal.Own:
			part.text = refusal.Text
		default:
			return nil, err
		}
	}

	if !good {
		texts := lists.Map(parts, func(p part) string { return p.text })
		return nil, tools.Refuse(strings.Join(texts, oldJoin))
	}

	r := &tools.Result{Window: window.Window{Kind: window.Notice, TotalLines: -1}}
	return r.Content(nil, func(s *tools.Sink) {
		for i, part := range parts {
			if i > 0 {
				s.Str(oldJoin)
			}
			if err := part.write(ctx, env, s, files[i].path); err != nil {
				s.Fail(env.Wording(files[i].path).Of(err))
			}
		}

		s.Stats.Runs = nil // they are of several files
	}), nil
}

// part is one of several files. It is closed until it is written.
type part struct {
	text string // a failure
	page *shownPart
	info os.FileInfo
}

func (p *part) write(ctx context.Context, env tools.Env, s *tools.Sink, file string) error {
	if p.page == nil {
		s.Str(p.text)
		return nil
	}

	o, err := tools.Open(ctx, env, tools.PathAny, node.Path(env).Resolve(env.Dir(), file))
	if err != nil {
		return err
	}

	defer o.Close()
	now := o.Info()
	if now == nil || p.info == nil || !os.SameFile(now, p.info) || now.Size() != p.info.Size() ||
		!now.ModTime().Equal(p.info.ModTime()) {
		return access.ErrChanged
	}

	p.page.write(s, o, file)
	return o.Unchanged()
}

// oldOpen opens a file and selects its shown lines.
func oldOpen(
	ctx context.Context, env tools.Env, f oldFile, result func(*tools.File, *shownPart) *tools.Result,
) (*tools.Result, error) {
	if err := checkAllowed(ctx, env, f.path); err != nil {
		return nil, err
	}

	words := func(err error) string {
		return strings.TrimSuffix(wordsFor(env, f.path, err), " Use list_files tool instead.")
	}

	return open(ctx, env, f.path, words, func(o *tools.File) (*tools.Result, error) {
		text, err := binaryText(o, f.path)
		refusal, ok := errors.AsType[*tools.Error](err)
		switch {
		case text != "" || ok && refusal.Own:
			return nil, tools.Refuse("File: " + f.path + "\nError: Cannot read binary file")
		case err != nil:
			return nil, err
		}

		p, err := oldPage(o, f)
		if err != nil {
			return nil, err
		}

		return result(o, p), nil
	})
}

// oldPage selects the shown lines.
func oldPage(o *tools.File, f oldFile) (*shownPart, error) {
	if len(f.ranges) == 0 {
		p := readSlice(o, readArgs{path: f.path, offset: 1, limit: float64(o.Caps().Lines.Most)})
		if p.next != nil {
			p.head, p.tail = "", fmt.Sprintf(
				"\n\n[File truncated: showing %d of %d total lines]", o.Caps().Lines.Most, p.total,
			)
		}

		return p, nil
	}

	p := &shownPart{window: window.OfLines(window.Run{}, o.Size(), -1, window.StopNone)}
	ordered := true
	var runs []window.Run
	for _, r := range f.ranges {
		if r[0] != math.Trunc(r[0]) {
			return nil, tools.RefuseOwn("eyeline: ranges that begin with a fraction of a line are not imitated")
		}
		if math.IsNaN(r[0]) || math.IsNaN(r[1]) {
			continue
		}

		first := max(js.ClampFloat(r[0]), 1)
		last := js.ClampFloat(math.Floor(r[1]))
		if last < first {
			continue
		}

		found := o.Scan(textfile.Search{First: first, Count: last - first + 1, Total: true})
		total := found.Phantom()
		last = min(last, total)
		if last < first {
			continue
		}

		p.lines = append(p.lines, tools.LineRange{
			Format: uncutFormat, Start: found.Start, End: found.End, Number: first, Count: last - first + 1,
			Phantom: last == total,
		})
		p.window.TotalLines = found.Lines
		if found.First == 0 {
			continue
		}
		if n := len(runs); n > 0 && runs[n-1].End > found.Start {
			ordered = false
		}

		runs = append(runs, window.Run{Start: found.Start, End: found.End, First: found.First, Last: found.Last})
	}

	p.frame(runs, ordered)
	return p, nil
}

// frame sets the window to runs. Runs out of order are merged into one, from the first byte shown to the last.
func (p *shownPart) frame(runs []window.Run, ordered bool) {
	if len(runs) == 0 {
		return
	}

	w := &p.window
	w.Start = runs[0].Start
	w.End = runs[0].End
	w.First = runs[0].First
	w.Last = runs[0].Last

	for _, r := range runs[1:] {
		w.Start = min(w.Start, r.Start)
		w.End = max(w.End, r.End)
		w.First = min(w.First, r.First)
		w.Last = max(w.Last, r.Last)
	}

	w.Top = window.StopAsked
	w.Bottom = window.StopAsked
	if w.First == 1 {
		w.Top = window.StopFile
	}
	if ordered && len(runs) > 1 {
		w.Runs = runs
	}
}
