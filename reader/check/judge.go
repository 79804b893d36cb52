package check

import (
	"cmp"
	"context"

	"eyeline/reader/check/filetext"
	"eyeline/reader/contextfiles"
	"eyeline/reader/internal/maintained"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/loss"
	"eyeline/reader/source"
	"eyeline/reader/tools"
)

// text is the bytes of a file, and how strictly losses of it are judged.
type text struct {
	*filetext.Text
	ofTest    bool  // its long lines are what a test compares with
	minorLoss int64 // bytes: of a file with less missing after a first read that is a fact, and no finding
}

// newText is the text of a file that is judged as one that people write.
func newText(ctx context.Context, b source.Bytes) (*text, error) {
	t, err := filetext.New(ctx, b)
	return &text{Text: t, minorLoss: b.Size() * 28 / 100}, err
}

// position is the place of a byte; the zero value where that is not known.
func (t *text) position(off int64) spot {
	line, column := t.Position(off)
	return spot{line, column}
}

// notText is the reason why a file is not even counted: nobody would change bytes that are not text for a tool.
const notText = "not text"

// judge reads the bytes of a file with all tools, and applies the rules:
//
//	isText ──no──► what searches miss, no more
//	  │yes
//	setAside ────► of a file that nobody keeps by hand: hidden characters and instructions alone
//	  │
//	hidden characters, instructions, the tools' reads, their losses
func (w *worker) judge(ctx context.Context, j *job, env tools.Env, b source.Bytes) error {
	t, err := newText(ctx, b)
	if err != nil {
		return err
	}

	j.size = b.Size()
	j.lines = t.Lines
	j.text, err = t.IsText()
	if err != nil {
		return err
	}
	if !j.text && !w.options.All {
		j.aside = notText
		return j.addUnsearchable(b)
	}

	all := w.options.All && j.marked == ""
	if !all {
		if err := j.setAside(t); err != nil {
			return err
		}
	}

	if j.aside == "" {
		if err := j.addUnsearchable(b); err != nil {
			return err
		}
	}

	hidden, err := j.hiddenIn(ctx, t, all)
	if err != nil {
		return err
	}
	instructions, err := w.instructions(ctx, j, b)
	if err == nil && j.isRead(len(hidden)+len(instructions)) {
		err = w.readAll(ctx, j, env, t)
	}
	if err != nil {
		return err
	}

	if j.takesAllRules() {
		w.addLosses(ctx, j, t, all)
	}
	j.found = append(j.found, hiddenFindings(j.shown, t, hidden, j.reads)...)
	j.found = append(j.found, instructions...)
	return nil
}

// isRead reports whether the tools read the file: those that are omitted are read only if they have findings, beside
// which the report says what the tools give.
func (j *job) isRead(findings int) bool { return j.aside == "" || findings > 0 }

// setAside says why a file has no findings of losses, where nobody keeps it by hand, and judges tests, which are read
// case by case, less strictly.
func (j *job) setAside(t *text) error {
	if maintained.IsOfTests(j.below()) {
		t.minorLoss = t.Size() / 2
		t.ofTest = true
	}

	head, err := textfile.Head(t.Bytes, filetext.HeadSize)
	if err != nil {
		return err
	}
	half := t.Size() / 2
	middle, err := textfile.Piece(t.Bytes, half, min(2*filetext.HeadSize, t.Size()-half))
	if err != nil {
		return err
	}

	j.aside = cmp.Or(j.marked, maintained.WhyNot(j.below(), head, middle, t.All))
	return nil
}

// hiddenIn finds the hidden characters of a text that are findings.
func (j *job) hiddenIn(ctx context.Context, t *text, all bool) ([]loss.Hidden, error) {
	if !j.text {
		return nil, nil
	}
	return t.Hidden(ctx, all || j.needsAllHidden())
}

// needsAllHidden reports whether all hidden characters of a file are findings, and not only those that mislead. In
// tests, and in files that programs write or that come from elsewhere, the others stand on purpose, or nobody would
// remove them. A file that looks like data by its content alone may be a program that hides something in a long line;
// and an agent follows instructions wherever they are.
func (j *job) needsAllHidden() bool {
	below := j.below()
	if contextfiles.IsInstructions(j.rel) {
		return true
	}
	if maintained.IsOfTests(below) {
		return false
	}
	return j.aside == "" || j.aside == maintained.Data && maintained.WhyNot(below, nil, nil, nil) == ""
}

// readAll makes each tool's first read of a file, with the default arguments.
func (w *worker) readAll(ctx context.Context, j *job, env tools.Env, t *text) (err error) {
	j.reads = make([]read, len(w.options.Tools))
	for i, tool := range w.options.Tools {
		file := j.rel
		if tool.Paths == tools.PathAbsolute {
			file = j.name()
		}

		r := &j.reads[i]
		r.tool = tool
		if text, stats, whole := w.plain[i].Gives(tool, env); whole {
			r.gaveAll(text, stats)
			continue
		}

		r.rendered, r.counted = budgetOf(tool)
		if err = r.file(ctx, env, file, t.Bytes); err != nil {
			return err
		}

		if j.takesAllRules() && r.state == statePartial {
			if err = r.locate(ctx, env, file, t); err != nil {
				return err
			}
		}

		for _, s := range r.window.Spans() {
			n, err := t.LinesIn(ctx, s.Start, s.End)
			if err != nil {
				return err
			}
			r.lines = min(r.lines+n, t.Lines) // two runs may touch the same line
		}
	}

	return nil
}

// addLosses adds what the rules find in the tools' reads.
func (w *worker) addLosses(ctx context.Context, j *job, t *text, all bool) {
	j.found = append(j.found, findingsOf(ctx, j.shown, t, j.reads, all)...)
	if len(w.options.Tools) == 1 {
		return
	}
	for _, f := range j.found {
		if f.Rule == Partial {
			downgradeSinglePart(f.parts)
		}
	}
}
