package textview

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"eyeline/reader/source/revision"
	"eyeline/themes"
	"eyeline/tui/file/document"
	"eyeline/tui/internal/stage"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/options"
)

// marksOf are the marks of the first lines.
func marksOf(c *changesPart, lines int64) string {
	var b strings.Builder
	for n := int64(1); n <= lines; n++ {
		_, sign := c.ChangeMark(n)
		b.WriteString(sign)
	}
	return b.String()
}

// known gives a text change marks that no git was asked for.
func known(b *bench, list ...revision.Change) *changesPart {
	b.opts.Changes.Marks = options.MarksAuto
	c := b.text.Changes
	c.Begun, c.Known, c.List = true, true, list
	return c
}

// TestChangeMarkOfALine at both ends of changes, between them, and where lines were deleted.
func TestChangeMarkOfALine(t *testing.T) {
	onText(t, numbered(12), nil, func(b *bench) {
		c := known(b, revision.Change{Kind: revision.Added, First: 1, Last: 2},
			revision.Change{Kind: revision.Changed, First: 3, Last: 3},
			revision.Change{Kind: revision.Deleted, First: 5, Last: 5},
			revision.Change{Kind: revision.Changed, First: 8, Last: 10})
		if got := marksOf(c, 12); got != "++~ _  ~~~  " {
			t.Errorf("%q", got)
		}
		if role, sign := c.ChangeMark(0); role != themes.LineNumber || sign != " " {
			t.Errorf("a line whose number is not known has %q", sign)
		}
		if got := c.ChangesFact(); got != "2 lines added, 4 lines changed, deleted in 1 place against HEAD" {
			t.Errorf("the facts say %q", got)
		}
		c.List = nil
		if got := c.ChangesFact(); got != "none against HEAD" || marksOf(c, 12) != strings.Repeat(" ", 12) {
			t.Errorf("without a change the facts say %q", got)
		}
		b.opts.Changes.Marks = "never"
		if c.ChangesFact() != "" {
			t.Error("the facts say something of marks that are off")
		}
	})
}

// TestStepChange goes from change to change, as far as there are some.
func TestStepChange(t *testing.T) {
	list := []revision.Change{
		{Kind: revision.Changed, First: 3, Last: 4},
		{Kind: revision.Deleted, First: 30, Last: 30},
		{Kind: revision.Added, First: 50, Last: 52},
	}
	for _, c := range []struct {
		from, by, line int64
		says           string
	}{
		{1, 1, 3, ""},
		{3, 1, 30, ""},
		{4, 1, 30, ""}, // inside of one
		{1, 2, 30, ""},
		{1, 99, 50, ""},
		{1, 1 << 62, 50, ""},
		{50, 1, 50, "no further change"},
		{60, 1, 60, "no further change"},
		{60, -1, 50, ""},
		{50, -1, 30, ""},
		{51, -1, 50, ""},
		{50, -99, 3, ""},
		{50, -1 << 63, 3, ""},
		{3, -1, 3, "no change before this line"},
		{1, -1, 1, "no change before this line"},
	} {
		onText(t, numbered(60), nil, func(b *bench) {
			known(b, list...)
			b.goTo(c.from)
			b.Run(b.text.Changes.StepChange(c.by))
			b.at(c.line)
			if b.Note.Text != c.says {
				t.Errorf("from %d by %d: it says %q, not %q", c.from, c.by, b.Note.Text, c.says)
			}
		})
	}
	onText(t, numbered(3), nil, func(b *bench) {
		known(b)
		b.Run(b.text.Changes.StepChange(1))
		b.Says("no line differs from HEAD")
		b.text.Changes.Base = ""
		b.Run(b.text.Changes.StepChange(-1))
		b.Says("no line differs from the index")
	})
}

// TestWhatHasNoChangeMarks says why, and asks git for nothing.
func TestWhatHasNoChangeMarks(t *testing.T) {
	auto := func(o *options.Options) { o.Changes.Marks = options.MarksAuto }
	check := func(b *bench, why string) {
		t.Helper()
		if got := b.text.Changes.MarksOff(); !strings.Contains(got, why) {
			t.Errorf("it says %q, not %q", got, why)
		}
		if b.text.Changes.BeginMarks() != nil || b.text.Changes.Known {
			t.Errorf("git is asked, though %s", why)
		}
	}
	onDocument(t, noDocument, auto, func(b *bench) { check(b, "there is no file") })
	onText(t, "a\n", func(o *options.Options) { auto(o); o.Secure = true }, func(b *bench) { check(b, "--secure") })
	onText(t, "a\n", auto, func(b *bench) {
		b.text.SetRecorded()
		check(b, "the marks are of what was sent")
	})
	onStream(t, func(b *bench, write func(string), _ func(error)) {
		auto(b.opts)
		write("a\n")
		check(b, "only a file in a git work tree")
		b.Run(b.text.Changes.StepChange(1))
		b.Says("only a file in a git work tree")
		b.Run(b.text.Changes.ToggleMarks(1, false))
		b.Says("change marks are off")
	})
}

// inRepository makes a git repository with a commit of sub/a.go and goes there. It returns a function that runs git.
func inRepository(t *testing.T, text string) func(args ...string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Chdir(t.TempDir())
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	if err := errors.Join(os.Mkdir("sub", 0o755), os.WriteFile("sub/a.go", []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
	git("init", "-q", "-b", "main")
	git("add", ".")
	git("commit", "-qm", "first")
	return git
}

// onMarked runs a test of sub/a.go with change marks against a revision.
func onMarked(t *testing.T, base string, test func(*bench)) {
	t.Helper()
	onDocument(t, func(*stage.Stage) (*document.Document, error) {
		return document.Open("sub/a.go", document.Options{})
	}, func(o *options.Options) { o.Changes.Marks, o.Changes.Base = options.MarksAuto, base }, test)
}

// TestChangeMarks: against HEAD, the index and a revision, and off again.
func TestChangeMarks(t *testing.T) {
	git := inRepository(t, "1\n2\n3\n4\n5\n6\n")
	write := func(text string) {
		if err := os.WriteFile("sub/a.go", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	git("tag", "v1")
	write("1\n2\n3\n4\n5\n6\n7\n")
	git("commit", "-qam", "second")
	write("1\ntwo\n3\n5\n6\n7\n")
	git("add", ".")
	write("1\ntwo\n3\n5\n6\n7\nnew\nnewer\n")
	onMarked(t, "v1", func(b *bench) {
		c := b.text.Changes
		check := func(base, want, says string) {
			t.Helper()
			if got := marksOf(c, 9); got != want || b.Note.Text != says {
				t.Errorf("against %s: %q, %q", base, got, b.Note.Text)
			}
		}
		b.Run(c.BeginMarks())
		check("v1", " ~_  +++ ", "")
		if !b.text.Jobs.Runs(jobs.Repository) {
			t.Error("the repository is not watched")
		}
		if c.BeginMarks() != nil {
			t.Error("asks again")
		}
		b.Run(c.NextBase(1, false))
		check("HEAD", " ~_   ++ ", "change marks against HEAD")
		b.Run(c.NextBase(1, false))
		check("the index", "      ++ ", "change marks against the index")
		b.Run(c.ToggleMarks(1, false))
		check("nothing", "         ", "change marks are off")
		write("2\n3\n")
		git("commit", "-qam", "third")
		git("rm", "-q", "--cached", "sub/a.go")
		c.Base = head
		b.Run(c.ToggleMarks(1, false))
		if !c.Known {
			t.Error(c.Why)
		}
	})
}

// TestMarksThatGitDoesNotKnow: neither of a revision that does not exist, nor without git.
func TestMarksThatGitDoesNotKnow(t *testing.T) {
	inRepository(t, "1\n")
	onMarked(t, "nothing", func(b *bench) {
		b.Run(b.text.Changes.BeginMarks())
		b.Run(b.text.Changes.StepChange(1))
		if b.Says("no changes are known: "); marksOf(b.text.Changes, 1) != " " {
			t.Error("the line is marked")
		}
	})
	t.Setenv("PATH", t.TempDir())
	onMarked(t, head, func(b *bench) {
		if b.Run(b.text.Changes.BeginMarks()); b.text.Changes.Known {
			t.Error("known without git")
		}
	})
}
