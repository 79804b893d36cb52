package transcript_test

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/transcripttest"
)

// openMentions opens the records of a transcript that name a file.
func openMentions(ctx context.Context, run, file, agent string) (*transcript.Session, error) {
	m := transcript.NewMentions(run, file, agent, nil, transcript.AlsoFound{})
	if _, err := m.Advance(ctx); err != nil {
		return nil, err
	}
	return m.OfFile(ctx)
}

// TestMentionsAfterWhatIsSkipped: the records that name the file are found behind many that do not, wherever the blocks
// end that are read at a time, and so is the last record, which has no line end.
func TestMentionsAfterWhatIsSkipped(t *testing.T) {
	t.Parallel()
	const block = 256 << 10
	run := filepath.Join(t.TempDir(), "run.jsonl")
	other := transcripttest.ClaudeRead(1, "/w", "/w/other", 1, strings.Repeat("x", 1<<10))
	many := strings.Repeat(other, 2*block/len(other))
	first := transcripttest.ClaudeRead(2, "/w", "/w/named.go", 1, "one")
	last := strings.TrimSuffix(transcripttest.ClaudeRead(3, "/w", "/w/named.go", 1, "one"), "\n")
	name := strings.Index(first, "named.go")
	for shift := -1; shift <= len("named.go"); shift++ {
		pad := strings.Repeat(" ", block-(len(many)+name-shift)%block-1) + "\n"
		transcripttest.Write(t, run, []byte(many+pad+first+many+last))
		s, err := openMentions(t.Context(), run, "/w/named.go", "")
		if err != nil {
			t.Fatal(err)
		}
		named := 0
		for n := 1; n <= s.Len(); n++ {
			reads, err := s.Reads(s.Call(n))
			if err == nil && len(reads) == 1 && reads[0].Path == "/w/named.go" && len(reads[0].Lines) == 1 {
				named++
			}
		}
		if named != 2 || s.Len() > 2+16 {
			t.Errorf("shifted by %d: %d reads of the file in %d calls", shift, named, s.Len())
		}
	}
}

// TestMentionsOfASubAgent: the calls are those of the agent that is named, in a file of its own or in the main one.
func TestMentionsOfASubAgent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	read := func(n int, text string) string { return transcripttest.ClaudeRead(n, "/w", "/w/a", 1, text) }
	inside := strings.ReplaceAll(read(2, "within"), `"sessionId"`, `"isSidechain":true,"agentId":"x1","sessionId"`)
	for name, text := range map[string]string{
		"s.jsonl": read(1, "main") + inside, "s/subagents/agent-77.jsonl": read(3, "beside"), "s/subagents/agent-88.jsonl": read(4, "other"),
	} {
		transcripttest.Write(t, filepath.Join(dir, name), []byte(text))
	}
	for agent, want := range map[string]string{"": "1\tmain", "x1": "1\twithin", "77": "1\tbeside", "99": ""} {
		s, err := openMentions(t.Context(), filepath.Join(dir, "s.jsonl"), "/w/a", agent)
		if want == "" {
			if err == nil || !strings.Contains(err.Error(), "no such sub-agent") {
				t.Errorf("agent %q: %v", agent, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("agent %q: %v", agent, err)
			continue
		}
		if got := readsOf(t, s, "/w/a"); len(got) != 1 || !strings.HasSuffix(got[0], want) {
			t.Errorf("agent %q: %q, want %q", agent, got, want)
		}
	}
}

// TestGave: a line is found in what calls gave and wrote and in what was said, also as JSON and HTML write it.
func TestGave(t *testing.T) {
	t.Parallel()
	const line = `if total("factor 20") < limit {`
	const quoted = `if total(\"factor 20\") < limit {`
	for _, text := range []string{
		line, "“" + line + "”", `{"lines":"` + quoted + `"}`, strings.ReplaceAll(`"`+quoted+`"`, "<", `\u003c`),
		`{"t":"{\"l\":\"` + strings.ReplaceAll(quoted, `\`, `\\\`) + `\"}"}`,
		"<b>if total(&quot;factor 20&quot;) &lt; limit {</b>",
	} {
		for _, input := range []map[string]any{{"command": "cat report.json"}, {"command": "echo '" + text + "'"}} {
			result := text
			if strings.Contains(input["command"].(string), "echo") {
				result = "done"
			}
			run := transcripttest.ClaudeStep(1, "/w", "Bash", input, result, nil)
			s := transcripttest.Decode(t, "s.jsonl", run)
			if call, ok := s.FirstCallWithLine("\t" + line); !ok || call != 1 {
				t.Errorf("%v, %s: call %d, %t", input, result, call, ok)
			}
			if _, ok := s.FirstCallWithLine(strings.Replace(line, "20", "21", 1)); ok {
				t.Errorf("%v, %s: another line is found", input, result)
			}
		}

		said := transcripttest.JSON(map[string]any{
			"type": "user", "cwd": "/w", "sessionId": "s", "message": map[string]any{"role": "user", "content": text},
		})
		if _, ok := transcripttest.Decode(t, "s.jsonl", said).FirstCallWithLine(line); !ok {
			t.Errorf("not found in what was said: %s", text)
		}
	}
}

// TestNoIdentifierIsNone: records whose identifier is null, a number or empty do not belong to one that names the file.
func TestNoIdentifierIsNone(t *testing.T) {
	t.Parallel()
	run := filepath.Join(t.TempDir(), "run.jsonl")
	many := strings.Repeat(transcripttest.ClaudeRead(1, "/w", "/w/other", 1, "one"), 20)
	for _, id := range []string{`null`, `""`, `7`} {
		mark := func(read string) string { return strings.ReplaceAll(read, `{"cwd":`, `{"id":`+id+`,"cwd":`) }
		first := mark(transcripttest.ClaudeRead(2, "/w", "/w/named.go", 1, "one"))
		other := mark(transcripttest.ClaudeRead(3, "/w", "/w/other", 1, "one"))
		transcripttest.Write(t, run, []byte(many+first+other))
		s, err := openMentions(t.Context(), run, "/w/named.go", "")
		if err != nil {
			t.Fatal(err)
		}
		last, err := s.Reads(s.Call(s.Len()))
		if err != nil || len(last) != 1 || last[0].Path != "/w/named.go" {
			t.Errorf("%s: the last call is %v, %v", id, last, err)
		}
	}
}

// TestMentionsByAnyNumberOfReaders: of records in any order and of any length the same are found by one processor as by
// many, and with them all reads of the file that the whole transcript has.
func TestMentionsByAnyNumberOfReaders(t *testing.T) {
	random := rand.New(rand.NewPCG(26, 1))
	runs := 12
	if !longtest.IsRequested() {
		runs = 3
	}
	for range runs {
		var all []string
		for n := range 60 + random.IntN(200) {
			file := []string{"/w/named.go", "/w/other.go", "/w/named.go.orig", "/w/sub/named.go"}[random.IntN(4)]
			if n%7 > 0 {
				file = "/w/other.go"
			}
			lines := strings.Repeat("text with \\ and \"\n", 1<<random.IntN(13))
			all = append(all, strings.SplitAfter(transcripttest.ClaudeRead(n, "/w", file, 1, lines), "\n")...)
		}
		for range len(all) / 20 { // answers that come later, and before their calls
			i := random.IntN(len(all) - 3)
			all[i], all[i+3] = all[i+3], all[i]
		}
		run := filepath.Join(t.TempDir(), "run.jsonl")
		transcripttest.Write(t, run, []byte(strings.Join(all, "")))
		whole, err := transcript.Open(t.Context(), run)
		if err != nil {
			t.Fatal(err)
		}
		want := readsOf(t, whole, "/w/named.go")
		if err := whole.Close(); err != nil || len(want) == 0 {
			t.Fatal(len(want), err)
		}
		for _, processors := range []int{1, 2, 3, 8} {
			before := runtime.GOMAXPROCS(processors)
			s, err := openMentions(t.Context(), run, "/w/named.go", "")
			runtime.GOMAXPROCS(before)
			if err != nil {
				t.Fatal(err)
			}
			if got := readsOf(t, s, "/w/named.go"); !slices.Equal(got, want) {
				t.Fatalf("%d processors find %d reads of the file, the transcript has %d", processors, len(got), len(want))
			}
		}
	}
}

// readsOf are the results of the reads of a file.
func readsOf(t *testing.T, s *transcript.Session, path string) (all []string) {
	for c := range s.Calls() {
		reads, err := s.Reads(c)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range reads {
			if r.Path == path {
				all = append(all, transcripttest.Text(t, s, c.Args)+transcripttest.Text(t, s, c.Result))
			}
		}
	}
	return all
}
