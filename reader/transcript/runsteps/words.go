package runsteps

import (
	"cmp"
	"fmt"
	"strings"

	"eyeline/reader/lists"
	"eyeline/reader/tools"
	"eyeline/reader/transcript/record"
)

// RangesOf are sorted numbers as ranges.
func RangesOf(numbers []int) (ranges record.Ranges) {
	for _, n := range numbers {
		ranges.Add(int64(n))
	}
	return ranges
}

// Answer says in a few words what came back; "" where all did, or where nothing is recorded of it.
func (i Listed) Answer() string {
	switch {
	case i.Error != "":
		return i.Error
	case i.Status != 0 && (i.Status < 200 || i.Status > 299):
		return fmt.Sprintf("status %d", i.Status)
	}
	return ""
}

// CallWords says which calls sorted numbers are: "calls 1–5, 9"; "none" for none.
func CallWords(numbers []int) string {
	if len(numbers) == 0 {
		return "none"
	}

	const most = 6
	ranges := RangesOf(numbers)
	parts := lists.Map(ranges[:min(len(ranges), most)], func(r record.Range) string {
		if r[0] == r[1] {
			return fmt.Sprint(r[0])
		}
		return fmt.Sprintf("%d–%d", r[0], r[1])
	})
	if more := len(ranges) - most; more > 0 {
		parts = append(parts, "…")
	}

	return "call" + tools.Plural(int64(len(numbers))) + " " + strings.Join(parts, ", ")
}

// Words say in sentences what a request was, and what it had beside the other one.
func (s *Step) Words() []string {
	text := fmt.Sprintf("Request %d, of %s", s.Number, cmp.Or(s.Agent, "the main agent"))
	if s.Aside {
		text += ", beside the conversation"
	}
	if s.Messages > 0 {
		text += fmt.Sprintf(": %s message%s, %s of them new, %s byte%s", group(s.Messages),
			tools.Plural(int64(s.Messages)), group(s.NewMessages), tools.Thousands(s.Bytes), tools.Plural(s.Bytes))
	}

	said := []string{text + "."}
	if answer := s.Answer(); answer != "" {
		said = append(said, "What came back: "+answer+".")
	}
	if u := s.Usage; u != nil {
		said = append(said, fmt.Sprintf("The model counted %s token%s sent (%s of them from a cache) and %s answered.",
			tools.Thousands(u.Input), tools.Plural(u.Input), tools.Thousands(u.Cached), tools.Thousands(u.Output)))
	}
	if !s.Known {
		return append(said, "What it had is not known: nothing in the record proves it.")
	}

	text = "It had no results"
	if len(s.Calls) > 0 {
		text = "It had the results of " + CallWords(s.Calls)
	}
	if s.Tokens != nil {
		text += fmt.Sprintf(", %s token%s as Eyeline counts them", tools.Thousands(*s.Tokens), tools.Plural(*s.Tokens))
	}

	said = append(said, s.beside(), text+".")
	if s.Rewound && s.Against == s.Before {
		said = append(said, "The conversation went on from an earlier place.")
	}
	if older := s.older(); older > 0 {
		said = append(said, fmt.Sprintf("Lines have the numbers of the files as they are now; %s changed since: "+
			"the request had them as they were.", lines(older)))
	}
	if !s.Texts {
		said = append(said, "Lines that stand in its messages beside results are not recorded.")
	}

	return said
}

// older is how many lines of files have changed since the request had them.
func (s *Step) older() (n int64) {
	for _, f := range s.Files {
		n += f.Older.Count()
	}
	return n
}

// beside says what is gone and what is new.
func (s *Step) beside() string {
	switch {
	case s.Against == 0:
		return "It is the first one of its conversation."
	case !s.Compared:
		return fmt.Sprintf("What request %d had is not known, so that nothing is said of what is new.", s.Against)
	}

	fresh := int64(0)
	gone := int64(0)
	for _, f := range s.Files {
		fresh += f.New.Count()
		gone += f.Gone.Count()
	}

	return fmt.Sprintf("Beside request %d, gone: %s; new: %s.", s.Against, had(s.Gone, gone), had(s.New, fresh))
}

// had says which results and how many lines of files a request had beside another one.
func had(calls []int, of int64) string {
	switch {
	case len(calls) == 0 && of == 0:
		return "nothing"
	case len(calls) == 0:
		return lines(of)
	case of == 0:
		return "results of " + CallWords(calls) // of lines that changed since it is not told whether they were new
	}
	return "results of " + CallWords(calls) + ", " + lines(of)
}

func lines(n int64) string { return tools.Thousands(n) + " line" + tools.Plural(n) }

func group(n int) string { return tools.Thousands(int64(n)) }
