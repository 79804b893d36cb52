//go:build unix

package terminal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// feed gives an Input data in pieces, and returns what its reads give in turn.
func feed(t testing.TB, pieces []string, background func(bool)) []string {
	t.Helper()
	return feedTo(t, pieces, func(in *Input) { in.OnBackground = background })
}

// feedTo is feed to an Input that hear changes.
func feedTo(t testing.TB, pieces []string, hear func(*Input)) []string {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	in := NewInput(r)
	hear(in)
	next := 0
	in.ready = func(time.Duration) bool {
		if in.poll(0) {
			return true
		}
		if next == len(pieces) {
			return false
		}
		if pieces[next] == "" {
			next++
			return false
		}
		if _, err := w.WriteString(pieces[next]); err != nil {
			t.Fatal(err)
		}
		next++
		return true
	}
	var out []string
	buf := make([]byte, 256)
	for next < len(pieces) {
		if !in.ready(0) {
			continue
		}
		n, err := in.Read(buf)
		if err != nil || n > window {
			t.Fatal(n, err)
		}
		if n > 0 {
			out = append(out, string(buf[:n]))
		}
	}
	_ = w.Close()
	for {
		n, err := in.Read(buf)
		if n > 0 {
			out = append(out, string(buf[:n]))
		}
		if err != nil {
			return out
		}
	}
}

// wholeUnits reports whether a read ends between two keys.
func wholeUnits(s string) bool {
	for p := []byte(s); len(p) > 0; {
		n := unit(p)
		if n == 0 {
			return false
		}
		p = p[n:]
	}
	return true
}

// TestABurstOfWheelEventsStaysWhole splits 5,000 events at random places.
func TestABurstOfWheelEventsStaysWhole(t *testing.T) {
	for seed := range uint64(5) {
		r := rand.New(rand.NewPCG(seed, 1))
		var all strings.Builder
		for i := range 5000 {
			fmt.Fprintf(&all, "\x1b[<%d;%d;%dM", 64+i%2, 1+i%200, 1+i%50)
		}
		var pieces []string
		for s := all.String(); s != ""; {
			n := min(1+r.IntN(100), len(s))
			pieces = append(pieces, s[:n])
			s = s[n:]
		}
		got := feed(t, pieces, nil)
		for _, read := range got {
			if !wholeUnits(read) {
				t.Fatalf("a read ends inside a sequence: %q", read)
			}
		}
		if strings.Join(got, "") != all.String() {
			t.Fatal("events were lost or changed")
		}
	}
}

func TestEverySplitGivesTheSameKeys(t *testing.T) {
	text := "aé日👩\x1b[A\x1bOP\x1b[1;5C\x1b[200~paste\x1b[201~\x1b[<0;3;4M\x1bx"
	for i := 1; i < len(text); i++ {
		got := feed(t, []string{text[:i], text[i:]}, nil)
		if strings.Join(got, "") != text {
			t.Errorf("split at %d: %q", i, got)
		}
		for _, read := range got {
			if !wholeUnits(read) {
				t.Errorf("split at %d: a read is %q", i, read)
			}
		}
	}
}

func TestLoneKeysAreNotHeldBack(t *testing.T) {
	for _, key := range []string{"\x1b", "\x1b[", "\x1b]", "\x1bO", "\x1bP"} {
		if got := feed(t, []string{key}, nil); strings.Join(got, "") != key {
			t.Errorf("%q gives %q", key, got)
		}
	}
}

func TestLateAnswersAreSwallowed(t *testing.T) {
	var seen []bool
	for _, answer := range []string{
		"\x1b]11;rgb:ffff/ffff/ffff\x07", "\x1b]11;rgb:0000/1111/0000\x1b\\", "\x1b[?62;22c", "\x1b[>1;10;0c", "\x1b[24;80R",
		"\x1bP>|term 1.0\x1b\\", "\x1b[?2026;2$y", "\x1b_Gi=1;OK\x1b\\", "\x1b[8;24;80t", "\x1b[?1u",
	} {
		for i := 1; i < len(answer); i++ {
			got := feed(t, []string{"a" + answer[:i], answer[i:] + "b"}, func(dark bool) { seen = append(seen, dark) })
			if strings.Join(got, "") != "ab" {
				t.Errorf("%q split at %d gives %q", answer, i, got)
			}
		}
	}
	if len(seen) == 0 || seen[0] || !seen[len(seen)-1] {
		t.Errorf("backgrounds %v", seen)
	}
	if got := feed(t, []string{"\x1b[1;2R"}, nil); strings.Join(got, "") != "\x1b[1;2R" {
		t.Errorf("Shift-F3 gives %q", got)
	}
}

// TestAnswersThatPause: the rest of one that was given up is not typed, up to its end or a control character.
func TestAnswersThatPause(t *testing.T) {
	for _, c := range []struct{ begin, rest, want string }{
		{"\x1b[0", "nj", "j"},
		{"\x1b[?62;", "22cj", "j"},
		{"\x1b[0", "\x03j", "\x03j"},
		{"\x1b]11;rgb:0000/00", "00/0000\aj", "j"},
		{"\x1b]11;rgb:0000", "/0000/0000\x1b\\j", "j"},
		{"\x1bP>|te", "rm\x1b", ""},
		{"\x1b[M", "\x03\x03", "\x03\x03"}, // half a mouse event in the old form
	} {
		if got := strings.Join(feed(t, []string{c.begin, "", c.rest, ""}, nil), ""); got != c.want {
			t.Errorf("%q, a pause, %q: %q", c.begin, c.rest, got)
		}
	}
	for _, c := range []struct{ before, want string }{{"\x1b[M", "\x03\x03"}, {"\x1b[Ma", "\x03\x03"}} {
		if got := strings.Join(feed(t, []string{c.before + "\x03\x03"}, nil), ""); got != c.want {
			t.Errorf("%q and Ctrl-C twice: %q", c.before, got)
		}
	}
	for _, c := range []struct {
		held   string
		awaits bool
		want   time.Duration
	}{
		{"\x1b", false, escapeWait},
		{"\x1b", true, sequenceWait},
		{"\x1b[0", false, sequenceWait},
		{"\x1b[0", true, answerWait},
	} {
		in := NewInput(os.Stdin)
		in.Awaits = func() bool { return c.awaits }
		in.hold([]byte(c.held))
		if got := in.patience(); got != c.want {
			t.Errorf("%q waits for %v where an answer may come: %v", c.held, got, c.awaits)
		}
	}
}

func TestAnEndlessAnswerIsDropped(t *testing.T) {
	pieces := []string{"a\x1b]52;c;"}
	for range 2000 {
		pieces = append(pieces, strings.Repeat("A", 200))
	}
	got := feed(t, append(pieces, "\x07b"), nil)
	if strings.Join(got, "") != "ab" {
		t.Errorf("gives %.60q", strings.Join(got, ""))
	}
}

// TestATerminalThatIsGone: OnGone is called, and Bubble Tea gets an end of file, which it does nothing about.
func TestATerminalThatIsGone(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = r.Close(), w.Close() }()
	in := NewInput(w) // which cannot be read, as a terminal that goes away during a read; later it is at its end
	gone := false
	in.OnGone = func() { gone = true }
	if _, err := in.Read(make([]byte, 256)); err != io.EOF || !gone {
		t.Errorf("%v, gone: %v", err, gone)
	}
	in.End()
}

// TestEndWaitsForRead: once End has returned no Read uses the terminal, also where one waits for the rest of a
// sequence; the race detector sees it if one does.
func TestEndWaitsForRead(t *testing.T) {
	for _, typed := range []string{"a", "\x1b[1;", pasteStart + "text"} {
		master, tty, err := pty.Open()
		if err != nil {
			t.Skip(err)
		}
		if _, err := term.MakeRaw(int(tty.Fd())); err != nil {
			t.Fatal(err)
		}
		if _, err := master.WriteString(typed); err != nil {
			t.Fatal(err)
		}
		in := NewInput(tty)
		began := make(chan struct{})
		go func() {
			buf := make([]byte, 256)
			close(began)
			for {
				if n, err := in.Read(buf); err != nil || n == 0 && in.over.Load() {
					return
				}
				if typed == "a" {
					return // the next read would wait for a key, which the library's reader does before it calls this one
				}
			}
		}()
		<-began
		time.Sleep(5 * time.Millisecond)
		before := time.Now()
		in.End()
		if took := time.Since(before); took >= endPatience {
			t.Errorf("%q: took %v", typed, took)
		}
		_ = tty.Close()
		if n, err := in.Read(make([]byte, 10)); n != 0 || !errors.Is(err, io.EOF) {
			t.Errorf("%q: reads %d, %v after the end", typed, n, err)
		}
		_ = master.Close()
	}
}

// TestAPasteIsBounded: a paste that does not end does not keep the keys from working.
func TestAPasteIsBounded(t *testing.T) {
	long := strings.Repeat("many words ", 20000)
	var pieces []string
	for i := 0; i < len(long); i += 200 {
		pieces = append(pieces, long[i:min(i+200, len(long))])
	}
	const begin, end = pasteStart, pasteEnd
	for _, c := range []struct {
		name   string
		pieces []string // "" is a pause
		want   string
	}{
		{"it pauses", []string{"a" + begin + "text", "", "q"}, "a" + begin + "text" + end + "q"},
		{"it pauses inside the mark of its end", []string{begin + "text\x1b[20", "", "", "q"}, begin + "text\x1b[20" + end + "q"},
		{"Ctrl-C", []string{begin + "text", "\x03", ""}, begin + "text" + end + "\x03"},
		{"Escape", []string{begin + "text", "\x1b", ""}, begin + "text" + end + "\x1b"},
		{"Ctrl-C inside", []string{begin + "te\x03", "xt" + end + "q"}, begin + "te\x03xt" + end + "q"},
		{"a late end", []string{begin + "text", "", "q" + end + "q"}, begin + "text" + end + "q"},
		{
			"it pauses, and goes on",
			[]string{begin + "text", "", "!rm x\r", "", "q!\x03\x1b[20", "1~q"},
			begin + "text" + end + "q",
		},
		{"it pauses after a Ctrl-C", []string{begin + "te\x03", "", "!rm x\r", "", end + "q"}, begin + "te\x03" + end + "q"},
		{"the mark of its end is cut", []string{begin + "text\x1b", "[201~q"}, begin + "text" + end + "q"},
		{
			"Ctrl-C, and it goes on",
			[]string{begin + "te", "\x03", "", "!rm x\r", "", end + "q"},
			begin + "te" + end + "\x03q",
		},
		{"Ctrl-C twice", []string{begin + "te", "\x03", "", "\x03", "", "jj"}, begin + "te" + end + "\x03\x03jj"},
		{"Ctrl-C twice at once", []string{begin + "te\x1b", "\x03\x03", ""}, begin + "te\x1b" + end + "\x03\x03"},
		{"it pauses, and an arrow", []string{begin + "te", "", "\x1b[A", "", "jj"}, begin + "te" + end + "\x1b[Ajj"},
		{"it pauses, and an answer", []string{begin + "te", "", statusGood, "", "jj", "", end}, begin + "te" + end},
		{"sequences inside", []string{begin + "\x1b]52;", "c\x1b[A\x1b[?1u" + end + "q"}, begin + "\x1b]52;c\x1b[A\x1b[?1u" + end + "q"},
		{"it is long", append(append([]string{begin}, pieces...), end+"q"), begin + long[:maxPasted] + end + "q"},
		{
			"it is long, and Ctrl-C", append(append([]string{begin}, pieces...), "mo\x03re", "\x03", "", "x", end+"q"),
			begin + long[:maxPasted] + end + "\x03q",
		},
		{"it is long, and pauses", append(append([]string{begin}, pieces...), "", "q"), begin + long[:maxPasted] + end + "q"},
	} {
		if got := strings.Join(feed(t, c.pieces, nil), ""); got != c.want {
			t.Errorf("%s: %d bytes %.40q…%q", c.name, len(got), got, got[max(len(got)-20, 0):])
		}
	}
}

func FuzzInput(f *testing.F) {
	f.Add([]byte("a\x1b[A\x1b]11;rgb:0/0/0\x07é"), uint8(3))
	f.Fuzz(func(t *testing.T, data []byte, step uint8) {
		var pieces []string
		for p := data; len(p) > 0; {
			n := min(int(step)+1, len(p))
			pieces = append(pieces, string(p[:n]))
			p = p[n:]
		}
		got := strings.Join(feed(t, pieces, nil), "")
		// What comes out came in, in order, but for the ends of pastes and the second escape character of Escape.
		got = strings.ReplaceAll(strings.ReplaceAll(got, pasteEnd, ""), escapeKey, "\x1b")
		rest := data
		for i := range len(got) {
			j := bytes.IndexByte(rest, got[i])
			if j < 0 {
				t.Fatalf("%q gives %q", data, got)
			}
			rest = rest[j+1:]
		}
	})
}

// TestStatusAnswers: they are counted, in whatever parts they come, and are not taken for keys.
func TestStatusAnswers(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	in, count := NewInput(r), 0
	in.OnStatus = func() { count++ }
	if _, err := w.WriteString("a\x1b[0nb\x1b[3n\x1b[0"); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(20*time.Millisecond, func() {
		_, _ = w.WriteString("nc")
		_ = w.Close()
	})
	var got []byte
	for buf := make([]byte, 256); ; {
		n, err := in.Read(buf)
		got = append(got, buf[:n]...)
		if err != nil {
			break
		}
	}
	if string(got) != "abc" || count != 3 {
		t.Errorf("read %q, %d answers", got, count)
	}
}

// TestAnswersAreFound: the terminal's answers are heard whatever was typed or has come just before them, in one piece
// and in two, and what was typed is handed on.
func TestAnswersAreFound(t *testing.T) {
	const colour = "\x1b]11;rgb:ffff/ffff/ffff\x1b\\"
	for _, c := range []struct{ name, before, after, want string }{
		{"Escape", "\x1b", "", "\x1b"},
		{"Escape, and a key after it", "\x1b", "j", escapeKey + "j"},
		{"two Escapes", "\x1b\x1b", "", escapeKey + "\x1b"},
		{"Alt and O", "\x1bO", "j", "\x1bOj"},
		{"Alt and [", "\x1b[", "j", "\x1b[j"},
		{"Alt and ]", "\x1b]", "j", "\x1b]j"},
		{"half an answer", "\x1b[0", "j", "j"},
		{"half an answer about the background", "\x1b]11;rgb:ff", "j", "j"},
		{"half a mouse event", "\x1b[<65;10", "j", "j"},
		{"half a mouse event in the old form", "\x1b[M ", "j", "j"},
		{"half a key of the console", "\x1b[[", "j", "j"},
		{"an open paste", pasteStart + "text", "", pasteStart + "text" + pasteEnd},
		{"a paste", pasteStart + "te", "xt" + pasteEnd + "j", pasteStart + "text" + pasteEnd + "j"},
		{"a paste that ends like a mark", pasteStart + "te\x1b[20", "xt" + pasteEnd, pasteStart + "te\x1b[20xt" + pasteEnd},
	} {
		for _, answer := range []string{statusGood, statusBad, colour} {
			text := c.before + answer + c.after
			for i := 1; i < len(text); i++ {
				heard := 0
				got := strings.Join(feedTo(t, []string{text[:i], text[i:]}, func(in *Input) {
					in.OnStatus = func() { heard++ }
					in.OnBackground = func(bool) { heard++ }
				}), "")
				// A lone Escape at the end of a read is one, too; an open paste may end with the input.
				normal := strings.NewReplacer(escapeKey, "\x1b", "text"+pasteEnd, "text")
				if normal.Replace(got) != normal.Replace(c.want) || heard != 1 {
					t.Errorf("%s, %q split at %d: %q, %d heard", c.name, answer, i, got, heard)
				}
			}
		}
	}
	for text, want := range map[string]string{ // other things right after Escape
		"\x1b\x1b[<65;10;10M":     escapeKey + "\x1b[<65;10;10M",
		"\x1b\x1b[200~a\x1b[201~": escapeKey + "\x1b[200~a\x1b[201~",
		"\x1b\x1b[A":              "\x1b\x1b[A", // Alt and an arrow
		"\x1b\x1b\x1b[A":          escapeKey + "\x1b\x1b[A",
		"\x1b]52;c;QUJ\x03":       "\x03",
	} {
		if got := strings.Join(feed(t, []string{text}, nil), ""); got != want {
			t.Errorf("%q gives %q, want %q", text, got, want)
		}
	}
}

// TestAnAnswerThatPauses: one too long to hold, which pauses, does not keep the keys that come after it.
func TestAnAnswerThatPauses(t *testing.T) {
	in := NewInput(os.Stdin)
	in.ready = func(time.Duration) bool { return false }
	if got := in.sift([]byte("a\x1b]" + strings.Repeat("A", window))); string(got) != "a" || in.drops == nil {
		t.Fatalf("%q, dropping: %v", got, in.drops != nil)
	}
	in.since = time.Now().Add(-answerWait)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = r.Close(), w.Close() }()
	if _, err := w.WriteString("jq"); err != nil {
		t.Fatal(err)
	}
	in.File = r
	buf := make([]byte, 256)
	if n, err := in.Read(buf); string(buf[:n]) != "jq" || err != nil {
		t.Errorf("reads %q, %v", buf[:n], err)
	}
}

// TestManyEscapesAtOnce: Read never gives more than it was asked for, although an Escape may become two bytes.
func TestManyEscapesAtOnce(t *testing.T) {
	for _, n := range []int{1, 2, 127, 128, 129, 249, 300, 1000} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.WriteString(strings.Repeat("\x1b", n) + "j"); err != nil {
			t.Fatal(err)
		}
		_ = w.Close()
		in := NewInput(r)
		var got []byte
		for buf := make([]byte, 256); ; {
			m, err := in.Read(buf)
			if m > len(buf) {
				t.Fatalf("%d Escapes: Read gives %d bytes of %d", n, m, len(buf))
			}
			got = append(got, buf[:m]...)
			if err != nil {
				break
			}
		}
		if len(got) < n || got[len(got)-1] != 'j' {
			t.Errorf("%d Escapes: %d bytes, %q at the end", n, len(got), got[max(0, len(got)-3):])
		}
		_ = r.Close()
	}
}

// TestWhereATerminalCannotBePolled: poll(2) of macOS answers for /dev/tty at once, with POLLNVAL. A lone Escape is still
// given after its time, and a sequence that comes in two parts is one key.
func TestWhereATerminalCannotBePolled(t *testing.T) {
	ptm, pts, err := pty.Open()
	if err != nil {
		t.Skip(err)
	}
	defer func() { _, _ = ptm.Close(), pts.Close() }()
	if _, err := term.MakeRaw(int(pts.Fd())); err != nil {
		t.Fatal(err)
	}
	in := NewInput(pts)
	polled := 0
	in.wait = func(fds []unix.PollFd, _ int) (int, error) {
		polled++
		fds[0].Revents = unix.POLLNVAL
		return 1, nil
	}
	read := func(parts ...string) string {
		t.Helper()
		go func() {
			for _, part := range parts {
				_, _ = ptm.WriteString(part)
				time.Sleep(escapeWait / 4)
			}
		}()
		buf := make([]byte, 256)
		n, err := in.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		return string(buf[:n])
	}
	began := time.Now()
	if got := read("\x1b"); got != "\x1b" || time.Since(began) < escapeWait {
		t.Errorf("Escape is %q after %v", got, time.Since(began))
	}
	if got := read("\x1b[", "A"); got != "\x1b[A" {
		t.Errorf("an arrow in two parts is %q", got)
	}
	if polled == 0 {
		t.Error("nothing was asked")
	}
	if can, err := selectable(unix.FD_SETSIZE, 0); can || err == nil {
		t.Errorf("a number that select does not take: %v, %v", can, err)
	}
}
