package record

import (
	"slices"
	"strings"
	"testing"
	"time"

	"eyeline/reader/internal/jsonskim"
)

// resultsOf is a run with one call that has some results, in this order, and the texts of its record.
func resultsOf(t *testing.T, results ...string) (*Index, *Texts, *Call) {
	t.Helper()
	list := jsonskim.FromBytes([]byte(`["` + strings.Join(results, `","`) + `"]`))
	all, err := list.Value(0, list.Size())
	if err != nil {
		t.Fatal(err)
	}
	texts := NewTexts(nil)
	texts.Add(list)
	x := NewIndex(&Run{}, "run.json", false)
	b := x.Builder(0)
	id := jsonskim.Parse([]byte(`"one"`))
	c := b.Call(id, time.Time{}, jsonskim.Parse([]byte(`"Read"`)), jsonskim.Value{})
	for result := range all.Values() {
		if answered := b.Answer(id, time.Time{}, b.Place(result, AsText)); answered != c {
			t.Errorf("the result of another call: %+v", answered)
		}
	}
	return x, texts, c
}

// TestResultsOfACall: the last of several results is the call's, and each other one that is not the same is kept as a
// text, also where it is as long.
func TestResultsOfACall(t *testing.T) {
	for _, test := range []struct{ results, kept []string }{
		{[]string{"barley"}, nil},
		{[]string{"barley", "barley"}, nil},
		{[]string{"barley", "basket"}, []string{"barley"}},
		{[]string{"barley", "quarry saddle"}, []string{"barley"}},
		{[]string{"barley", "barley", "basket", "basket"}, []string{"barley"}},
		{[]string{"barley", "basket", "barley"}, []string{"barley", "basket"}},
	} {
		x, texts, c := resultsOf(t, test.results...)
		x.DropRepeated(texts.SameRecorded)
		x.DropRepeated(func(_, _ Place) bool {
			t.Error("a text is looked at again")
			return true
		})

		var kept []string
		for _, one := range x.Run.Said {
			text, _, _ := texts.Text(one.Text, TextLimit)
			kept = append(kept, string(text))
		}
		if !slices.Equal(kept, test.kept) {
			t.Errorf("%q: kept are %q", test.results, kept)
		}
		last := test.results[len(test.results)-1]
		if text, _, _ := texts.Text(c.Result, TextLimit); string(text) != last {
			t.Errorf("%q: the result is %q", test.results, text)
		}
	}
}

// TestResultsThatCannotBeRead: of two results of one length that cannot be read both are kept.
func TestResultsThatCannotBeRead(t *testing.T) {
	x, _, _ := resultsOf(t, "barley", "barley")
	texts := NewTexts(nil)
	texts.Add(jsonskim.NewSource(broken{}, 100))
	x.DropRepeated(texts.SameRecorded)
	if len(x.Run.Said) != 1 {
		t.Errorf("%d texts are kept", len(x.Run.Said))
	}
}

// TestIdentifierAgain: a call whose identifier an earlier one without a result has is another call where its tool or
// its arguments differ, so that no result is taken for the earlier one's; else it is that call.
func TestIdentifierAgain(t *testing.T) {
	const a, b, ab = `{"path":"a"}`, `{"path":"b"}`, `{"path":"ab"}`
	for name, test := range map[string]struct {
		calls []string // pairs of a tool and its arguments
		want  []string // the arguments of the calls that there are
	}{
		"the same":         {[]string{`"Read"`, a, `"Read"`, a}, []string{a}},
		"other arguments":  {[]string{`"Read"`, a, `"Read"`, b}, []string{a, b}},
		"longer arguments": {[]string{`"Read"`, a, `"Read"`, ab}, []string{a, ab}},
		"another tool":     {[]string{`"Bash"`, a, `"Read"`, a}, []string{a, a}},
		"arguments later":  {[]string{`"Read"`, `{}`, `"Read"`, a}, []string{a}},
		"no tool":          {[]string{`"Read"`, a, `""`, `{}`}, []string{a}},
	} {
		list := jsonskim.FromBytes([]byte("[" + strings.Join(test.calls, ",") + "]"))
		all, err := list.Value(0, list.Size())
		if err != nil {
			t.Fatal(err)
		}
		texts := NewTexts(nil)
		texts.Add(list)
		x := NewIndex(&Run{}, "run.json", false)
		b := x.Builder(0)
		id := jsonskim.Parse([]byte(`"one"`))
		var last *Call
		for i := 0; i < len(test.calls); i += 2 {
			last = b.Call(id, time.Time{}, all.Elem(i), all.Elem(i+1))
		}
		if answered := b.Answer(id, time.Time{}, b.Place(all, AsJSON)); answered != last {
			t.Errorf("%s: the result is not the last call's", name)
		}
		var got []string
		for c := range x.Run.Calls() {
			text, _, _ := texts.Text(c.Args, TextLimit)
			got = append(got, string(text))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: calls with %q, not %q", name, got, test.want)
		}
	}
}

// TestACallRecordedTwice: a call without a result that is recorded once more, with the same arguments or without any, is
// one call, and has the arguments that say something. With others it is another call.
func TestACallRecordedTwice(t *testing.T) {
	const args = `{"path":"a.txt"}`
	const text = `"{\"path\":\"a.txt\"}"`
	for _, test := range []struct {
		first, second string
		calls         int
		want          string
	}{
		{args, args, 1, args},
		{args, "null", 1, args},
		{"null", args, 1, args},
		{args, "{}", 1, args},
		{"{}", args, 1, args},
		{text, `"null"`, 1, text},
		{`"null"`, text, 1, text},
		{text, `"{}"`, 1, text},
		{`"{}"`, text, 1, text},
		{args, `{"path":"b.txt"}`, 2, `{"path":"b.txt"}`},
	} {
		list := jsonskim.FromBytes([]byte("[" + test.first + "," + test.second + "]"))
		all, err := list.Value(0, list.Size())
		if err != nil {
			t.Fatal(err)
		}

		x := NewIndex(&Run{}, "run.json", false)
		var last *Call
		for given := range all.Values() {
			last = x.Builder(0).Call(jsonskim.Parse([]byte(`"one"`)), time.Time{}, jsonskim.Parse([]byte(`"Read"`)), given)
		}
		end := last.Args.Off + last.Args.Len
		got := string(list.Bytes(last.Args.Off, end))
		if x.Run.Len() != test.calls || got != test.want {
			t.Errorf("%s, %s: %d calls, the last with %s", test.first, test.second, x.Run.Len(), got)
		}
	}
}
