package runsteps

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/transcripttest"
)

// opened is a run of requests with the folder of its files.
func opened(t *testing.T, record string) Run {
	t.Helper()
	root := t.TempDir()
	text := ""
	for n := range 6 {
		text += fmt.Sprintf("line number %d\n", n+1)
	}
	transcripttest.Write(t, filepath.Join(root, "a.txt"), []byte(text))
	s := transcripttest.Decode(t, "run.jsonl", record)
	s.LookIn(root)
	r := Run{Session: s, Replay: coverage.NewReplay(s), Root: root}
	if err := r.Replay.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	var err error
	if r.Coverage, err = r.Replay.Coverage(t.Context(), root); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestList: each request says what was new in it, and what was gone after the person had gone back.
func TestList(t *testing.T) {
	r := opened(t, transcripttest.Requests(t, transcripttest.Conversation()...))
	var got []string
	for _, one := range List(r.Session) {
		got = append(got, fmt.Sprintf("%d<%d %d/%d +%v -%v %t %d", one.Number, one.Before, one.NewMessages, one.Messages,
			one.New, one.Gone, one.Rewound, one.Usage.Input))
	}
	want := "1<0 1/1 +[] -[] false 100; 2<1 2/3 +[1] -[] false 110; 3<2 2/5 +[2] -[] false 120; " +
		"4<3 1/4 +[] -[2] true 130; 5<4 2/6 +[3] -[] false 140"
	if all := strings.Join(got, "; "); all != want {
		t.Errorf("%s\nwant %s", all, want)
	}
}

// TestStep: a request has the lines that stand in it, beside the one before it or any other, in either order.
func TestStep(t *testing.T) {
	r := opened(t, transcripttest.Requests(t, transcripttest.Conversation()...))
	for pair, want := range map[Pair]string{
		{Number: 1}:             "0 []",
		{Number: 2}:             "1 [1] a.txt [[1 2]] +[[1 2]] -[]",
		{Number: 3}:             "2 [1 2] a.txt [[1 4]] +[[3 4]] -[]",
		{Number: 4}:             "3 [1] a.txt [[1 2]] +[] -[[3 4]]",
		{Number: 5, Against: 3}: "3 [1 3] a.txt [[1 2] [4 5]] +[[5 5]] -[[3 3]]",
		{Number: 3, Against: 5}: "5 [1 2] a.txt [[1 4]] +[[3 3]] -[[5 5]]",
	} {
		step, err := r.Step(t.Context(), pair)
		if err != nil || !step.Compared || !step.Texts {
			t.Fatal(pair, err, step)
		}
		got := fmt.Sprint(step.Against, " ", step.Calls)
		for _, f := range step.Files {
			got += fmt.Sprint(" ", f.Path, " ", f.Lines, " +", f.New, " -", f.Gone)
		}
		if got != want {
			t.Errorf("%v: %s, want %s", pair, got, want)
		}
	}
	step, err := r.Step(t.Context(), Pair{Number: 4})
	const words = "Beside request 3, gone: results of call 2, 2 lines; new: nothing."
	if said := strings.Join(step.Words(), "\n"); err != nil || !strings.Contains(said, words) ||
		!strings.Contains(said, "from an earlier place") {
		t.Error(err, said)
	}
	var none *NoRequestError
	for _, pair := range []Pair{{Number: 6}, {Number: 2, Against: 9}, {Number: -1}} {
		if _, err := r.Step(t.Context(), pair); !errors.As(err, &none) {
			t.Error(pair, err)
		}
	}
}

// TestStepWithoutProof: of a request that nothing proves nothing is said but its measures, and beside it no other one
// has anything that is new.
func TestStepWithoutProof(t *testing.T) {
	s := transcripttest.Open(t, transcripttest.Sample(t, "claude_code/requests.jsonl"))
	if err := s.ReadRequests(t.Context()); err != nil {
		t.Fatal(err)
	}
	r := Run{Session: s, Replay: coverage.NewReplay(s)}
	if err := r.Replay.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	var err error
	if r.Coverage, err = r.Replay.Coverage(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	known, unknown := 0, 0
	for _, one := range List(s) {
		step, err := r.Step(t.Context(), Pair{Number: one.Number})
		if err != nil {
			t.Fatal(err)
		}
		if step.Known {
			known++
			continue
		}
		unknown++
		said := strings.Join(step.Words(), " ")
		if step.Compared || len(step.Files)+len(step.New)+len(step.Gone)+step.Results > 0 || !strings.Contains(said, "not known") {
			t.Errorf("%+v", step)
		}
		if after, err := r.Step(t.Context(), Pair{Number: one.Number + 1}); err == nil && after.Against == one.Number &&
			(after.Compared || len(after.New) > 0) {
			t.Errorf("%+v", after)
		}
	}
	if known != 7 || unknown != 1 {
		t.Error(known, unknown)
	}
}
