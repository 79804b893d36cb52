package emit

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"eyeline/reader/internal/conformance"
	"eyeline/reader/longtest"
	"eyeline/reader/source"
	"eyeline/reader/source/sourcetest"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
)

// corpus are the cases of the contracts, made once.
var corpus struct {
	sync.Once
	dir   string
	cases []conformance.Case
}

func TestMain(m *testing.M) {
	longtest.CollectLess()
	code := m.Run()
	if corpus.dir != "" {
		_ = os.RemoveAll(corpus.dir)
	}
	os.Exit(code)
}

func corpusCases(t testing.TB) []conformance.Case {
	t.Helper()
	corpus.Do(func() {
		dir, err := os.MkdirTemp("", "eyeline-emit-test-")
		if err != nil {
			t.Fatal(err)
		}
		corpus.dir = dir
		corpus.cases = conformance.Load(t, "contracts", dir).Cases
	})
	if len(corpus.cases) == 0 {
		t.Fatal("there are no cases")
	}
	return corpus.cases
}

// sampled are a third of the cases; with the long tests all. The tests of the tools have all of them in any case.
func sampled(cases []conformance.Case) (some []conformance.Case) {
	for i, c := range cases {
		if longtest.IsRequested() || i%3 == 0 {
			some = append(some, c)
		}
	}
	return some
}

// reply is an answer as a client reads it.
type reply struct {
	Tool     string
	Success  bool
	Content  *string
	Error    *string
	Metadata json.RawMessage
}

func parseReply(t testing.TB, line []byte) reply {
	t.Helper()
	var r reply
	if !utf8.Valid(line) {
		t.Fatalf("the answer is not UTF-8: %.200q", line)
	}
	if err := json.Unmarshal(line, &r); err != nil {
		t.Fatalf("%v in %.300q", err, line)
	}
	if (r.Content != nil) == (r.Error != nil) || r.Success != (r.Content != nil) {
		t.Fatalf("an answer with both or neither: %.300q", line)
	}
	return r
}

func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func requestLine(c conformance.Case) string {
	return `{"tool":` + quote(c.Tool) + `,"arguments":` + string(c.ArgsField) + `,"root":` + quote(c.Root) + "}\n"
}

func TestConformanceThroughBatch(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "the tools' own test counts how many cases hold")
	cases := sampled(corpusCases(t))
	var in strings.Builder
	for _, c := range cases {
		in.WriteString(requestLine(c))
	}
	var out bytes.Buffer
	if err := Batch(t.Context(), strings.NewReader(in.String()), &out, tools.Env{}); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		line, err := out.ReadBytes('\n')
		if err != nil {
			t.Fatal(err)
		}
		r := parseReply(t, line)
		switch {
		case r.Tool != c.Tool || r.Success != c.OK:
			t.Errorf("%s %s: %.300s", c.Tool, c.Name, line)
		case !c.OK:
			if err := c.CheckError(*r.Error); err != nil {
				t.Errorf("%s %s: %v", c.Tool, c.Name, err)
			}
		default:
			if err := errors.Join(c.CheckContent([]byte(*r.Content)), c.CheckMetadata(r.Metadata)); err != nil {
				t.Errorf("%s %s: %v", c.Tool, c.Name, err)
			}
		}
	}
	if out.Len() > 0 {
		t.Errorf("more answers than requests: %.300q", out.String())
	}
}

func TestConformanceThroughRun(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "the tools' own test counts how many cases hold")
	for _, c := range sampled(corpusCases(t)) {
		var out bytes.Buffer
		err := Run(t.Context(), &out, tools.Env{}, Request{Tool: c.Tool, Arguments: c.Args, Root: &c.Root})
		var refusal *tools.Error
		switch {
		case errors.As(err, &refusal) && !c.OK:
			if err := c.CheckError(refusal.Text); err != nil || out.Len() > 0 {
				t.Errorf("%s %s: after %d bytes: %v", c.Tool, c.Name, out.Len(), err)
			}
		case err != nil || !c.OK:
			t.Errorf("%s %s: error %v", c.Tool, c.Name, err)
		default:
			if err := c.CheckContent(out.Bytes()); err != nil {
				t.Errorf("%s %s: %v", c.Tool, c.Name, err)
			}
		}
	}
}

func TestBatchGoesOnAfterBadLines(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "f"), []byte("<a> & \"b\"\\\x01\u2028\r\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	good := `{"tool":"open_file","arguments":{"file_path":"f"}}`
	goodAnswer := `{"tool":"open_file","success":true,"content":"<a> & \"b\"\\\u0001` + "\u2028" + `\r\n"}`
	lines := []struct{ request, answer string }{
		{good, goodAnswer},
		{``, `{"tool":"","success":false,"error":"bad request: unexpected end of JSON input"}`},
		{`  `, `{"tool":"","success":false,"error":"bad request: unexpected end of JSON input"}`},
		{`{`, `{"tool":"","success":false,"error":"bad request: unexpected end of JSON input"}`},
		{`[]`, `{"tool":"","success":false,"error":"bad request: expected an object, got array"}`},
		{`null`, "{\"tool\":\"\",\"success\":false,\"error\":\"bad request: missing field `tool`\"}"},
		{`{"Tool":"sage","arguments":{}}`, `{"tool":"","success":false,"error":"bad request: there is no field \"Tool\"; did you mean tool?"}`},
		{`{"tool":null,"arguments":{}}`, "{\"tool\":\"\",\"success\":false,\"error\":\"bad request: `tool` must be a string\"}"},
		{`{"tool":"sage"}`, "{\"tool\":\"sage\",\"success\":false,\"error\":\"bad request: missing field `arguments` or `file`\"}"},
		{`{"tool":"sage","arguments":5}`, "{\"tool\":\"sage\",\"success\":false,\"error\":\"bad request: `arguments` must be an object, an array, or a string of raw JSON\"}"},
		{`{"tool":"sage","arguments":[]}`, `{"tool":"sage","success":false,"error":"Error: Missing 'file_path' parameter"}`},
		{`{"tool":"sage","arguments":{},"root":5}`, "{\"tool\":\"sage\",\"success\":false,\"error\":\"bad request: `root` must be a string\"}"},
		{`{"tool":"codexx","arguments":{}}`, `{"tool":"codexx","success":false,"error":"unknown tool \"codexx\"; did you mean codex?"}`},
		{`{"tool":"nope<","arguments":{}}`, `{"tool":"nope<","success":false,"error":"unknown tool \"nope<\""}`},
		{`{"tool":"sage","arguments":""}`, `{"tool":"sage","success":false,"error":"Error: Missing 'file_path' parameter"}`},
		{` {"root":null,"arguments":"{\"file_path\":\"f\"}","tool":"open_file"}` + "\r", goodAnswer},
		{`{"tool":"open_file","arguments":{"file_path":"f"},"root":` + quote(filepath.Dir(dir)) + `}`, `{"tool":"open_file","success":false,"error":"file not found: f"}`},
		{good, goodAnswer},
	}
	var in []string
	for _, l := range lines {
		in = append(in, l.request)
	}
	for _, final := range []string{"", "\n"} {
		var out bytes.Buffer
		reader := iotest.OneByteReader(strings.NewReader(strings.Join(in, "\n") + final))
		if err := Batch(t.Context(), reader, &out, tools.Env{Root: dir}); err != nil {
			t.Fatal(err)
		}
		answers := strings.Split(out.String(), "\n")
		if len(answers) != len(lines)+1 || answers[len(lines)] != "" {
			t.Fatalf("%d answers to %d lines", len(answers)-1, len(lines))
		}
		for i, l := range lines {
			if answers[i] != l.answer {
				t.Errorf("%s\n got %s\nwant %s", l.request, answers[i], l.answer)
			}
			parseReply(t, []byte(answers[i]))
		}
	}
}

// TestBatchRefusesUnknownFields: what is asked for by a misspelt or doubled field is not left out without a word, and the
// answer says which request it is for.
func TestBatchRefusesUnknownFields(t *testing.T) {
	t.Parallel()
	for request, want := range map[string]string{
		`{"tool":"codex","arguments":{},"detials":true,"id":7}`: `{"id":7,"tool":"codex","success":false,` +
			`"error":"bad request: there is no field \"detials\"; did you mean details?"}`,
		`{"tool":"codex","fiel":"x"}`:                                                  `there is no field \"fiel\"; did you mean file?`,
		`{"tool":"codex","arguments":{},"colour":1}`:                                   `there is no field \"colour\"; there are tool, arguments, file,`,
		`{"tool":"codex","arguments":{},"x\u001b[31m":1}`:                              `there is no field \"x\\x1b[31m\"`,
		`{"tool":"codex","arguments":{},"root":"a","ro\u006ft":"b"}`:                   "`root` is given twice",
		`{"tool":"codex","file":"a","file":"b"}`:                                       "`file` is given twice",
		`{"tool":"codex","tool":"sage","arguments":{}}`:                                "`tool` is given twice",
		`{"tool":"codex","file":"a","flags":{"limit":1,"limit":2}}`:                    "\\\"limit\\\" in `flags` is given twice",
		`{"tool":"codex","arguments":{},"context":{"agent":"codex_exec"}}`:             "give `tool` or `context`, not both",
		`{"context":{"agent":"codex_exec"},"root":"a"}`:                                `there is no field \"root\"; there are context, id`,
		`{"context":{"agent":"codex_exec","mentoins":[]}}`:                             `there is no field \"mentoins\"; did you mean mentions?`,
		`{"context":{"agent":"codex_exec","agent":"cline"},"id":1}`:                    "`agent` is given twice",
		`{"context":{"agent":"codex_exec"},"context":{"agent":"codex_exec"},"id":"c"}`: "`context` is given twice",
	} {
		var out bytes.Buffer
		if err := Batch(t.Context(), strings.NewReader(request), &out, tools.Env{Root: t.TempDir()}); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); !strings.Contains(got, want) || !strings.Contains(got, `"success":false`) {
			t.Errorf("%s: %s, want %s", request, got, want)
		}
	}
}

// endless is a line of n bytes without its newline, made as it is read.
func endless(n int64) io.Reader { return io.LimitReader(repeat('x'), n) }

type repeat byte

func (b repeat) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(b)
	}
	return len(p), nil
}

func TestBatchReadsOverALineThatIsTooLong(t *testing.T) {
	t.Parallel()
	in := io.MultiReader(endless(maxLine+1), strings.NewReader("\n"+`{"tool":"nope","arguments":{}}`))
	var out bytes.Buffer
	if err := Batch(t.Context(), in, &out, tools.Env{}); err != nil {
		t.Fatal(err)
	}
	want := `{"tool":"","success":false,"error":"bad request: the line is longer than 67108864 bytes"}` + "\n" +
		`{"tool":"nope","success":false,"error":"unknown tool \"nope\""}` + "\n"
	if out.String() != want {
		t.Errorf("got %.400q\nwant %q", out.String(), want)
	}
}

// Each answer is there before the next request is read.
func TestBatchFlushesEachAnswer(t *testing.T) {
	t.Parallel()
	requests, feed := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- Batch(t.Context(), requests, out, tools.Env{}) }()
	lines := bufio.NewReader(answers)
	for i := range 3 {
		if _, err := fmt.Fprintf(feed, `{"tool":"t%d","arguments":{}}`+"\n", i); err != nil {
			t.Fatal(err)
		}
		line, err := lines.ReadBytes('\n')
		if err != nil {
			t.Fatal(err)
		}
		if got := parseReply(t, line).Tool; got != fmt.Sprintf("t%d", i) {
			t.Errorf("answer %d is for %q", i, got)
		}
	}
	_ = feed.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestBatchStopsOnBrokenPipesAndCancelling(t *testing.T) {
	t.Parallel()
	line := `{"tool":"nope","arguments":{}}` + "\n"
	broken := errors.New("broken")
	if err := Batch(t.Context(), iotest.ErrReader(broken), io.Discard, tools.Env{}); !errors.Is(err, broken) {
		t.Errorf("a broken input gives %v", err)
	}
	_, w := io.Pipe()
	_ = w.Close()
	if err := Batch(t.Context(), strings.NewReader(line), w, tools.Env{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a closed output gives %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Batch(ctx, strings.NewReader(line), io.Discard, tools.Env{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled run gives %v", err)
	}
}

func TestUsageErrors(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	var usage *UsageError
	req := Request{Tool: "nope", Arguments: []byte("{}")}
	if err := Run(t.Context(), &out, tools.Env{}, req); !errors.As(err, &usage) || err.Error() != `unknown tool "nope"` {
		t.Errorf("Run: %v", err)
	}
	if ok, err := Answer(t.Context(), &out, tools.Env{}, req); ok || !errors.As(err, &usage) {
		t.Errorf("Answer: %v", err)
	}
	if out.Len() > 0 {
		t.Errorf("%q was written", out.String())
	}
}

// TestRelativeFileInRoot: every tool takes a relative FILE from the root of the request, or of the environment.
func TestRelativeFileInRoot(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{"here.txt": "outside\n", "root/here.txt": "inside\n", "root/sub/only.txt": "below\n"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	relative, absolute := "root", filepath.Join(dir, "root")
	for _, tool := range tools.AllVersions() {
		for file, want := range map[string]string{"here.txt": "inside", "sub/only.txt": "below"} {
			for _, root := range []string{relative, absolute} {
				var ofRequest, ofEnv bytes.Buffer
				err := Run(t.Context(), &ofRequest, tools.Env{}, Request{Tool: tool.Name, File: file, Root: &root})
				if runtime.GOOS == "windows" && err != nil && strings.HasPrefix(err.Error(), "eyeline: ") {
					continue // what this tool gives there is not known
				}
				if err != nil || !strings.Contains(ofRequest.String(), want) {
					t.Errorf("%s: %s in %s: %v, %q", tool.Name, file, root, err, ofRequest.String())
				}
				err = Run(t.Context(), &ofEnv, tools.Env{Root: root}, Request{Tool: tool.Name, File: file})
				if err != nil || ofEnv.String() != ofRequest.String() {
					t.Errorf("%s: %s below %s: %v, %q", tool.Name, file, root, err, ofEnv.String())
				}
			}
		}
	}
}

func TestFileArgument(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for _, tool := range tools.All() {
		want := "x.go"
		if tool.Paths == tools.PathAbsolute {
			want = filepath.Join(dir, "x.go")
		}
		if got, err := FileArgument(tools.Env{}, tool, "x.go"); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", tool.Name, got, err, want)
		}
		if _, err := FileArgument(tools.Env{}, tool, "x\xff"); err == nil {
			t.Errorf("%s: a name that JSON cannot carry passed", tool.Name)
		}
	}
}

// text is a virtual file of equal lines.
type text struct {
	line string
	size int64
}

func (v text) Size() int64 { return v.size }

func (v text) ReadAt(p []byte, off int64) (int, error) {
	n := int(min(int64(len(p)), max(v.size-off, 0)))
	sourcetest.Repeat(p[:n], off, v.line)
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func TestLongContentsAreStreamed(t *testing.T) {
	longtest.SkipUnlessLong(t)
	b := text{"\"quoted\" <line>\n", 3 << 20}
	req := Request{Tool: "codex", Arguments: []byte(`{"file_path":"/f","limit":10000000}`)}
	used := func(size int64) uint64 {
		b.size = size
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		counter := &count{}
		ok, err := Answer(t.Context(), counter, tools.Env{Stream: b}, req)
		runtime.ReadMemStats(&after)
		if err != nil || !ok {
			t.Fatal(err)
		}
		if counter.n < b.size {
			t.Errorf("%d bytes written", counter.n)
		}
		return after.TotalAlloc - before.TotalAlloc
	}
	used(2 << 20) // what is loaded once
	if small, large := used(4<<20), used(12<<20); large > small+4<<20 {
		t.Errorf("%d bytes of memory for 4 MiB, %d for 12 MiB", small, large)
	}
	b.size = 3 << 20
	var out, plain bytes.Buffer
	if _, err := Answer(t.Context(), &out, tools.Env{Stream: b}, req); err != nil {
		t.Fatal(err)
	}
	if err := Run(t.Context(), &plain, tools.Env{Stream: b}, req); err != nil {
		t.Fatal(err)
	}
	if got := parseReply(t, out.Bytes()); *got.Content != plain.String() {
		t.Error("the answer's content is not the plain content")
	}
}

type count struct{ n int64 }

func (c *count) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return len(p), nil
}

// vanishing is a file whose second half is gone after a number of bytes were read from it.
type vanishing struct {
	source.Bytes
	left atomic.Int64
}

func (v *vanishing) ReadAt(p []byte, off int64) (int, error) {
	if v.left.Add(-int64(len(p))) < 0 && off >= v.Size()/2 {
		return 0, io.EOF
	}
	return v.Bytes.ReadAt(p, off)
}

// A long content that breaks off while it is written ends as a refusal for whoever parses the answer.
func TestAContentThatBreaksOffIsNoSuccess(t *testing.T) {
	t.Parallel()
	const size = 2 << 20
	seen := 0
	step := int64(1)
	if !longtest.IsRequested() {
		step = 3
	}
	for passes := int64(2); passes < 14; passes += step {
		b := &vanishing{Bytes: text{"line\n", size}}
		b.left.Store(passes * size / 2)
		var out bytes.Buffer
		ok, err := Answer(t.Context(), &out, tools.Env{Stream: b}, Request{Tool: "byte_window", Arguments: []byte(`{"path":"f","start_line":1}`)})
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			Success        bool
			Content, Error string
		}
		if err := json.Unmarshal(out.Bytes(), &got); err != nil {
			t.Fatalf("%v: %.100q", err, out.String())
		}
		if ok != got.Success || ok != (got.Error == "") {
			t.Errorf("after %d passes: success %v, the answer says %v, %q", passes, ok, got.Success, got.Error)
		}
		if !ok && got.Content != "" {
			seen++
		}
		if !ok && got.Error != "failed to read file: the file was changed while it was read" {
			t.Errorf("error %q", got.Error)
		}
	}
	if seen == 0 {
		t.Error("no content broke off after its first byte")
	}
}

func FuzzBatch(f *testing.F) {
	f.Add([]byte(`{"tool":"sage","arguments":{"file_path":"f"}}`))
	f.Add([]byte(`{"tool":"byte_window","arguments":"{\"path\":\"f\"}","root":""}` + "\n\n{"))
	f.Add([]byte("{\"tool\":\"codex\xff\",\"arguments\":\"[\\\"/f\\\"]\"}\r\n"))
	f.Fuzz(func(t *testing.T, in []byte) {
		env := tools.Env{Stream: source.View(strings.NewReader("a\nb\xff\n"), 5)}
		var out bytes.Buffer
		if err := Batch(context.Background(), bytes.NewReader(in), &out, env); err != nil {
			t.Fatal(err)
		}
		want := bytes.Count(in, []byte("\n"))
		if len(in) > 0 && in[len(in)-1] != '\n' {
			want++
		}
		answers := bytes.SplitAfter(out.Bytes(), []byte("\n"))
		if len(answers)-1 != want {
			t.Fatalf("%d answers to %d lines", len(answers)-1, want)
		}
		for _, a := range answers[:want] {
			parseReply(t, a)
		}
	})
}

// swapping is two requests, of which the second is read when the root's name means another folder.
type swapping struct {
	requests []string
	swap     func()
}

func (s *swapping) Read(p []byte) (int, error) {
	if len(s.requests) == 0 {
		return 0, io.EOF
	}
	if len(s.requests) == 1 {
		s.swap()
	}
	n := copy(p, s.requests[0]+"\n")
	s.requests = s.requests[1:]
	return n, nil
}

// TestABatchIsOfOneFolder: the requests of a batch are confined to the folder that had the root's name at first.
func TestABatchIsOfOneFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	root, other := filepath.Join(dir, "root"), filepath.Join(dir, "other")
	for _, d := range []string{root, other} {
		if err := errors.Join(os.Mkdir(d, 0o755),
			os.WriteFile(filepath.Join(d, "f"), []byte("a line of "+filepath.Base(d)+"\n"), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	for _, call := range []string{
		`{"tool":"sage","arguments":{"file_path":"f"}}`,
		`{"tool":"claude_code","arguments":{"file_path":"` + filepath.ToSlash(filepath.Join(root, "f")) + `"}}`,
	} {
		var out bytes.Buffer
		in := &swapping{[]string{call, call}, func() {
			if err := errors.Join(os.Rename(root, root+".old"), os.Symlink(other, root)); err != nil {
				t.Skip(err) // a system where a folder that is open cannot be renamed
			}
		}}
		if err := Batch(t.Context(), in, &out, tools.Env{Root: root, Confine: true}); err != nil {
			t.Error(err)
		}
		if got := out.String(); strings.Count(got, "a line of root") != 2 {
			t.Errorf("%s: %s", call, got)
		}
		if err := errors.Join(os.Remove(root), os.Rename(root+".old", root)); err != nil {
			t.Fatal(err)
		}
	}
}

// TestBatchIsUTF8: a byte order mark is no part of the first request, UTF-16 with a mark is read, and a request that is
// not UTF-8 is refused with an answer that is JSON, in place of a read of another file.
func TestBatchIsUTF8(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "\ufffd"), []byte("another\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	const request = `{"tool":"nope","id":7}` + "\n"
	const refusal = `{"id":7,"tool":"nope","success":false,`
	wide := "\xff\xfe"
	for _, c := range []byte(request) {
		wide += string([]byte{c, 0})
	}

	const notUTF8 = `"success":false,"error":"bad request: byte `
	for in, want := range map[string]string{
		"\ufeff" + request: refusal,
		wide:               refusal,
		"{\"tool\":\"open_file\",\"file\":\"\xff\",\"id\":1}": `{"id":1,"tool":"open_file",` + notUTF8 +
			`29 of it, 0xFF, is not UTF-8"}`,
		"{\"tool\":\"open_file\",\"arguments\":{},\"id\":\"\xff\"}":      `{"tool":"open_file",` + notUTF8 + `42`,
		"{\"context\":{\"agent\":\"codex_exec\"},\"id\":\"\xff\"}":       `{"tool":"",` + notUTF8 + `41`,
		"{\"tool\":\"sage\",\"arguments\":\"{\\\"file_path\\\":\xff}\"}": `{"tool":"sage",` + notUTF8 + `44`,
	} {
		var out bytes.Buffer
		if err := Batch(t.Context(), strings.NewReader(in), &out, tools.Env{Root: dir}); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(out.String(), want) || !json.Valid(out.Bytes()) {
			t.Errorf("%q: %q, want %q", in, out.String(), want)
		}
	}
}
