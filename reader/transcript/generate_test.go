package transcript_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"
)

// generated says what run is made.
type generated struct {
	Format string // "claude-code", "codex" or "pi"
	Size   int64  // in bytes; the run ends with the first call that reaches it
	Calls  int    // or with this many calls, when it is more than 0
	Files  int    // how many files are read; 40 when 0
	Seed   uint64
}

// generate writes a recorded run of any size to w and returns how many calls it has. The same run is made of the same
// bytes. The files that are read in it do not exist.
func generate(w io.Writer, o generated) (calls int, err error) {
	g := &generator{
		w:    bufio.NewWriterSize(w, 256<<10),
		rng:  rand.New(rand.NewPCG(o.Seed, 1)),
		at:   time.Date(2026, 11, 21, 14, 0, 0, 0, time.UTC),
		over: max(o.Files, 0),
	}
	if g.over == 0 {
		g.over = 40
	}
	head, call, err := g.format(o.Format)
	if err != nil {
		return 0, err
	}
	for head(); g.err == nil && (o.Calls > 0 && calls < o.Calls || o.Calls <= 0 && g.written < o.Size); calls++ {
		g.at = g.at.Add(time.Duration(100+g.rng.IntN(5000)) * time.Millisecond)
		call(calls)
	}
	if g.err == nil {
		g.err = g.w.Flush()
	}
	return calls, g.err
}

func (g *generator) format(name string) (head func(), call func(n int), err error) {
	switch name {
	case "claude-code":
		return func() {}, g.claude, nil
	case "codex":
		return g.codexHead, g.codex, nil
	case "pi":
		return g.piHead, g.pi, nil
	}
	return nil, nil, fmt.Errorf("no generator for %q", name)
}

type generator struct {
	w       *bufio.Writer
	rng     *rand.Rand
	at      time.Time
	over    int // files
	written int64
	err     error
	buf     []byte
}

func (g *generator) line(format string, args ...any) {
	if g.err != nil {
		return
	}
	g.buf = append(fmt.Appendf(g.buf[:0], format, args...), '\n')
	n, err := g.w.Write(g.buf)
	g.written += int64(n)
	g.err = err
}

func (g *generator) now() string { return g.at.Format("2006-01-02T15:04:05.000Z") }

// window is a part of a file that a call reads.
type window struct {
	path         string
	first, count int
}

func (g *generator) window() window {
	w := window{path: fmt.Sprintf("/home/ada/garden/pkg%02d/file%03d.go", g.rng.IntN(9), g.rng.IntN(g.over)), first: 1 + 40*g.rng.IntN(20)}
	// Most reads are short, few are long.
	w.count = 5 + int(g.rng.ExpFloat64()*60)
	w.count = min(w.count, 2000)
	return w
}

// code is the line n of the file at path, without its end. It depends on nothing else.
func code(path string, n int) string {
	words := [...]string{"seed", "plot", "water", "harvest", "shelf", "row", "label", "stock", "frost", "bed"}
	h := uint64(n)*0x9e3779b97f4a7c15 + uint64(len(path))*31 + uint64(path[len(path)-4])
	for _, b := range []byte(path) {
		h = h*131 + uint64(b)
	}
	pick := func() string { h ^= h >> 13; h *= 0xff51afd7ed558ccd; return words[h>>33%10] }
	switch h >> 40 % 7 {
	case 0:
		return ""
	case 1:
		return "\t}"
	case 2:
		return fmt.Sprintf("func (g *Garden) %s(%s string) error {", pick(), pick())
	case 3:
		return fmt.Sprintf("\tif err := g.%s(%q); err != nil {", pick(), pick()+" "+pick())
	case 4:
		return fmt.Sprintf("\t\treturn fmt.Errorf(\"%s %s: %%w\", err)", pick(), pick())
	case 5:
		return fmt.Sprintf("\t// %s waits until the %s is as dry as the %s — then it goes on.", pick(), pick(), pick())
	}
	return fmt.Sprintf("\tg.%s[%d] = append(g.%s, %q)", pick(), n, pick(), pick())
}

// texts gives the window as a numbered text and as a bare one.
func (w window) texts() (numbered, bare string) {
	var a, b []byte
	for n := w.first; n < w.first+w.count; n++ {
		if n > w.first {
			a, b = append(a, '\n'), append(b, '\n')
		}
		line := code(w.path, n)
		a = append(append(strconv.AppendInt(a, int64(n), 10), '\t'), line...)
		b = append(b, line...)
	}
	return string(a), string(b)
}

func quote(s string) []byte {
	p, err := json.Marshal(s)
	if err != nil { // a string always can be
		panic(err)
	}
	return p
}

const claudeRest = `"userType":"external","entrypoint":"cli","cwd":"/home/ada/garden","sessionId":"5f0c3c1e-7f5e-4e43-9d3a-1f0a4a6b7c8d","version":"2.1.330","gitBranch":"main"`

func (g *generator) claude(n int) {
	id := fmt.Sprintf("toolu_%024x", g.rng.Uint64())
	parent, uuid := g.rng.Uint64(), g.rng.Uint64()
	head := func(kind string, message []byte) {
		g.line(`{"parentUuid":"%016x","isSidechain":false,%s,"type":%q,"uuid":"%016x","timestamp":%q,%s}`, parent, message, kind, uuid, g.now(), claudeRest)
		parent, uuid = uuid, g.rng.Uint64()
	}
	if n%3 == 0 {
		g.line(`{"type":"last-prompt","lastPrompt":"go on","leafUuid":"%016x","sessionId":"5f0c3c1e-7f5e-4e43-9d3a-1f0a4a6b7c8d"}`, parent)
		head("assistant", fmt.Appendf(nil, `"message":{"id":"msg_%x","type":"message","role":"assistant","model":"claude-opus-5-5","content":[{"type":"text","text":"I look at the next file."}],"stop_reason":null,"usage":{"input_tokens":3,"cache_creation_input_tokens":1522,"cache_read_input_tokens":60211,"output_tokens":14,"service_tier":"standard"}}`, uuid))
	}
	call := func(tool, input string) {
		head("assistant", fmt.Appendf(nil, `"message":{"id":"msg_%x","type":"message","role":"assistant","model":"claude-opus-5-5","content":[{"type":"tool_use","id":%q,"name":%q,"input":%s}],"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":3,"cache_creation_input_tokens":1522,"cache_read_input_tokens":60211,"output_tokens":141,"server_tool_use":{"web_search_requests":0},"service_tier":"standard"}},"requestId":"req_%x"`, uuid, id, tool, input, uuid))
	}
	result := func(content []byte, side string) {
		head("user", fmt.Appendf(nil, `"promptId":"d1c05327","message":{"role":"user","content":[{"tool_use_id":%q,"type":"tool_result","content":%s}]},"toolUseResult":%s`, id, content, side))
	}
	w := g.window()
	switch n % 10 {
	case 7:
		call("Bash", fmt.Sprintf(`{"command":"sed -n '%d,%dp' %s","description":"Look"}`, w.first, w.first+w.count-1, w.path))
		_, bare := w.texts()
		result(quote(bare), fmt.Sprintf(`{"stdout":%s,"stderr":"","interrupted":false,"isImage":false}`, quote(bare)))
	case 9:
		old, line := code(w.path, w.first), "\t// changed by call "+fmt.Sprint(n)
		call("Edit", fmt.Sprintf(`{"replace_all":false,"file_path":%q,"old_string":%s,"new_string":%s}`, w.path, quote(old), quote(line)))
		result(quote("The file "+w.path+" has been updated successfully."), fmt.Sprintf(
			`{"filePath":%q,"oldString":%s,"newString":%s,"structuredPatch":[{"oldStart":%d,"oldLines":1,"newStart":%d,"newLines":1,"lines":[%s,%s]}],"userModified":false,"replaceAll":false}`,
			w.path, quote(old), quote(line), w.first, w.first, quote("-"+old), quote("+"+line)))
	default:
		call("Read", fmt.Sprintf(`{"file_path":%q,"offset":%d,"limit":%d}`, w.path, w.first, w.count))
		numbered, bare := w.texts()
		result(quote(numbered), fmt.Sprintf(`{"type":"text","file":{"filePath":%q,"content":%s,"numLines":%d,"startLine":%d,"totalLines":3000}}`, w.path, quote(bare), w.count, w.first))
	}
}

func (g *generator) codexHead() {
	g.line(`{"timestamp":%q,"type":"session_meta","payload":{"id":"01a1fe9f-bf69-7ed3-bee2-83b893884145","timestamp":%q,"cwd":"/home/ada/garden","originator":"codex_cli","cli_version":"0.169.0","source":"cli"}}`, g.now(), g.now())
}

func (g *generator) codex(n int) {
	w := g.window()
	_, bare := w.texts()
	id := fmt.Sprintf("call_%06d", n)
	command := fmt.Sprintf("sed -n '%d,%dp' %s", w.first, w.first+w.count-1, w.path)
	g.line(`{"timestamp":%q,"type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":%s,"call_id":%q}}`, g.now(), quote(`{"cmd":`+string(quote(command))+`}`), id)
	g.line(`{"timestamp":%q,"type":"event_msg","payload":{"type":"item_completed","item":{"type":"CommandExecution","id":%q,"command":["/bin/bash","-lc",%s],"cwd":"file:///home/ada/garden","status":"completed","aggregated_output":%s,"exit_code":0}}}`, g.now(), id, quote(command), quote(bare+"\n"))
	g.line(`{"timestamp":%q,"type":"response_item","payload":{"type":"function_call_output","call_id":%q,"output":%s}}`, g.now(), id,
		quote("Chunk ID: b771ff\nWall time: 0.0000 seconds\nProcess exited with code 0\nOriginal token count: 31\nOutput:\n"+bare+"\n"))
	g.line(`{"timestamp":%q,"type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{"input_tokens":100,"output_tokens":10,"total_tokens":110}}}}`, g.now())
}

func (g *generator) piHead() {
	g.line(`{"type":"session","version":3,"id":"01a1fe9f-d26d-72fe-b27a-6deed92ddd59","timestamp":%q,"cwd":"/home/ada/garden"}`, g.now())
}

func (g *generator) pi(n int) {
	w := g.window()
	_, bare := w.texts()
	g.line(`{"type":"message","id":"%08x","timestamp":%q,"message":{"role":"assistant","content":[{"type":"toolCall","id":"call_%06d","name":"read","arguments":{"path":%q,"offset":%d,"limit":%d}}],"usage":{"input":10,"output":5}}}`,
		g.rng.Uint32(), g.now(), n, w.path, w.first, w.count)
	g.line(`{"type":"message","id":"%08x","timestamp":%q,"message":{"role":"toolResult","toolCallId":"call_%06d","toolName":"read","content":[{"type":"text","text":%s}],"isError":false}}`,
		g.rng.Uint32(), g.now(), n, quote(bare))
}

func TestGenerate(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"claude-code", "codex", "pi"} {
		var a, b bytes.Buffer
		calls, err := generate(&a, generated{Format: format, Size: 200_000, Seed: 7})
		if err != nil || calls < 10 || a.Len() < 200_000 || a.Len() > 1_000_000 {
			t.Errorf("%s: %d calls, %d bytes, %v", format, calls, a.Len(), err)
		}
		if _, err := generate(&b, generated{Format: format, Size: 200_000, Seed: 7}); err != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%s: not the same twice, %v", format, err)
		}
		for n, line := range bytes.Split(bytes.TrimSuffix(a.Bytes(), []byte("\n")), []byte("\n")) {
			if !json.Valid(line) {
				t.Fatalf("%s: line %d is no JSON: %.200s", format, n+1, line)
			}
		}
	}
	var c bytes.Buffer
	if calls, err := generate(&c, generated{Format: "pi", Calls: 12}); calls != 12 || err != nil {
		t.Errorf("%d calls, %v", calls, err)
	}
	if _, err := generate(&c, generated{Format: "abacus", Calls: 1}); err == nil {
		t.Error("an unknown format was written")
	}
}
