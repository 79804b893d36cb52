package tui

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/longtest"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/tui/file/document"
)

// numbered is text of n lines, each of which says its number.
func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "    line %d of the input\n", i+1)
	}
	return b.String()
}

// whatItGives is what a tool gives of a whole input, or its refusal.
func whatItGives(t *testing.T, tool *tools.Tool, args []byte, text string) string {
	t.Helper()
	r, err := tool.Read(t.Context(), tools.Env{Stream: source.View(strings.NewReader(text), int64(len(text)))}, args)
	if err != nil {
		return err.Error()
	}
	defer r.Close()
	var b bytes.Buffer
	if _, err := r.Render(t.Context(), &b); err != nil {
		return err.Error()
	}
	return b.String()
}

// shownOutput is what the screen shows as the tool's answer.
func shownOutput(t *testing.T, m *model) string {
	t.Helper()
	r := m.file.Preview.Reading
	if r == nil || r.Out == nil {
		if r != nil {
			return r.Refused
		}
		return "nothing was read"
	}
	text, err := io.ReadAll(io.NewSectionReader(r.Exact(), 0, r.Exact().Size()))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// What comes through a pipe is previewed as what each tool there is gives of it, in each mode, however it arrives.
func TestAPipeIsPreviewedAsWhatTheToolGives(t *testing.T) {
	allTools()
	defer keepFew()
	whole := numbered(3000)
	writers := map[string][]string{
		"at once": {whole}, "in two": {whole[:70000], whole[70000:]}, "slowly": {whole[:10], whole[10:5000], whole[5000:66000], whole[66000:]},
		"empty": {}, "an unfinished line": {whole[:1001]}, "split in a character": {"caf\xc3", "\xa9\n"},
	}
	for i, tool := range tools.All() {
		if !longtest.IsRequested() && i%20 != 0 {
			continue
		}
		for _, mode := range append([]tools.Mode{tools.ModeSlice}, tool.Modes()...) {
			if _, ok := tool.WindowParams(mode); !ok && mode == tools.ModeSlice && len(tool.Windows) > 0 {
				continue
			}
			for name, parts := range writers {
				t.Run(fmt.Sprintf("%s %d %s", tool.Name, mode, name), func(t *testing.T) {
					onStream(t, 80, 24, func(o *Options) { o.Request = o.Request.WithModeTool(mode, tool.Name) }, func(s *screen, write func(string), end func(error)) {
						for _, part := range parts {
							write(part)
						}
						var fault error
						if name == "slowly" {
							fault = errors.New("the writer broke") // the tool still gives what has come
						}
						end(fault)
						want := whatItGives(t, tool, s.m.file.Preview.Reading.Args, strings.Join(parts, ""))
						if got := shownOutput(t, s.m); got != want {
							t.Errorf("shown %.200q (%d bytes)\nwant  %.200q (%d bytes)", got, len(got), want, len(want))
						}
					})
				})
			}
		}
	}
}

func TestWhatIsNotKnownYetIsSaidToBeSo(t *testing.T) {
	t.Parallel()
	onStream(t, 100, 24, nil, func(s *screen, write func(string), end func(error)) {
		s.has("so far")
		write(numbered(30))
		s.has("so far", "more is arriving")
		s.lacks("end of file")
		s.keys("/", "type:nowhere", "enter")
		s.has("searching what arrives")
		s.later() // nothing comes
		s.has("not found so far")
		end(nil)
		s.keys("esc")
		s.lacks("so far")
		s.has("all 30 lines sent")
	})
	onStream(t, 100, 24, nil, func(s *screen, write func(string), end func(error)) {
		write(numbered(3))
		end(errors.New("the writer broke"))
		s.has("the writer broke", "line 3")
	})
}

func TestStartPositionsWaitForWhatTheyNeed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		start   Start
		waiting string
		there   string
		whole   bool // only the end of the input says where it is
	}{
		"+100":     {Start{Line: 100}, "waiting for line 100", "▸ 100 │     line 100 of", false},
		"+G":       {Start{End: true}, "waiting for the end", "▸ 300 │     line 300 of", true},
		"+50%":     {Start{Part: 0.5}, "waiting for the end", "▸ 153 │", true},
		"+@4000":   {Start{Byte: 4000}, "waiting for byte 4,000", "▸ 159 │", false},
		"+/e 222 ": {Start{Pattern: "e 222 "}, "waiting for a match", "line 222 of", false},
	} {
		t.Run(name, func(t *testing.T) {
			whole := numbered(300)
			onStream(t, 80, 24, func(o *Options) { o.Start = c.start }, func(s *screen, write func(string), end func(error)) {
				s.has(c.waiting)
				write(whole[:500])
				s.has(c.waiting)
				write(whole[500:])
				if c.whole {
					end(nil)
				}
				s.has(c.there)
				s.lacks("waiting for")
			})
			onStream(t, 80, 24, func(o *Options) { o.Start = c.start }, func(s *screen, write func(string), end func(error)) {
				write(whole[:500])
				s.keys("esc")
				s.lacks("waiting for")
				write(whole[500:])
				s.has("│     line 1 of")
				end(nil)
			})
		})
	}
	onStream(t, 80, 24, func(o *Options) {
		o.Start = Start{Line: 60}
		o.Request = o.Request.WithMode(tools.ModeBlock).At(60)
	}, func(s *screen, write func(string), end func(error)) {
		write(numbered(20))
		write(numbered(100))
		end(nil)
		s.has("anchor_line 60")
	})
}

// What leaves while more is arriving says so.
func TestLeavingEarlySaysSo(t *testing.T) {
	t.Parallel()
	onStream(t, 80, 12, func(o *Options) { o.Request = o.Request.WithModeTool(tools.ModeSlice, "codex") }, func(s *screen, write func(string), end func(error)) {
		write(numbered(20))
		s.keys("E")
		if note := s.m.leave.Note; !strings.Contains(note, "still arriving") {
			t.Errorf("the note is %q", note)
		}
		end(nil)
	})
}

// TestFirstScreenOfAStream: no screen says that nothing has arrived while the first bytes are about to, and a change of
// an empty document is heard at once.
func TestFirstScreenOfAStream(t *testing.T) {
	onStream(t, 40, 6, withoutTool, func(s *screen, write func(string), end func(error)) {
		if _, awaited := s.m.Awaited(); !awaited {
			t.Error("the first screen does not wait for the first bytes")
		}
		write("one\n")
		s.settle()
		if _, awaited := s.m.Awaited(); awaited {
			t.Error("waits though text has come")
		}
	})
	onStream(t, 40, 6, withoutTool, func(s *screen, _ func(string), end func(error)) {
		end(nil)
		s.settle()
		if _, awaited := s.m.Awaited(); awaited {
			t.Error("waits for a stream that has ended with nothing")
		}
		in, out := io.Pipe()
		src, err := source.Spool("-", in, source.SpoolOptions{})
		if err != nil {
			t.Fatal(err)
		}
		d := document.FromInput(src, document.Options{})
		defer d.Close()
		defer out.Close()
		go func() { _, _ = out.Write([]byte("one")) }() // not before the document was seen to be empty
		began := time.Now()
		if s.m.file.Changes.ListenTo(d.Raw())().(tea.BatchMsg)[0](); time.Since(began) >= (15 * time.Millisecond) {
			t.Errorf("heard of the first bytes after %v", time.Since(began))
		}
	})
}
