package linediff

import (
	"cmp"
	"slices"

	"eyeline/tui/kit/humanize"
)

// Shared is how many lines of a file two sides give: only one of them, both, and neither.
type Shared struct {
	Only      [2]int64
	Both      int64
	Neither   int64    // 0 where the file's lines are not counted
	Otherwise int64    // how many of both each side gives otherwise
	Cut       int64    // of these, how many are cut off on one side only, or at another place
	Blank     [2]bool  // what only this side gives are blank lines
	Ends      [2]bool  // only this side has the end of the last line, with which both end
	Beyond    [2]int64 // the number of a line after the file's last one that a side numbers; 0 for none
}

// Exchanged is what the two sides in each other's place share.
func (s Shared) Exchanged() Shared {
	s.Only = [2]int64{s.Only[1], s.Only[0]}
	s.Beyond = [2]int64{s.Beyond[1], s.Beyond[0]}
	s.Blank = [2]bool{s.Blank[1], s.Blank[0]}
	s.Ends = [2]bool{s.Ends[1], s.Ends[0]}
	return s
}

// Of adds what needs the number of lines of the file, total, which is negative if they are not counted, and the
// differences d of the two contents.
func (s Shared) Of(total int64, d Differences) Shared {
	s.Neither = max(total-s.Both-s.Only[0]-s.Only[1], 0)
	s.Otherwise = d.changed
	s.Cut = d.cut
	s.Ends = d.ends
	for i := range s.Blank {
		s.Blank[i] = d.known && d.text[i] == 0
	}
	return s
}

// NotThereWord ends the part of such a text that names a line which a side numbers and the file does not have.
const NotThereWord = " is not there"

// BothWord begins what is said of the lines that both sides give.
const BothWord = "both"

// SameLines reports whether both sides give the same lines of the file alike: what differs is not of these.
func (s Shared) SameLines() bool { return s.Only == [2]int64{} && s.Otherwise == 0 }

// Words say of two sides with these names which lines of the file each gives: what only the second one has, which the
// first one lacks, comes first.
func (s Shared) Words(names [2]string) (said []string) {
	noun := func(n int64) string {
		if said == nil {
			return humanize.Count(n, "line")
		}
		return humanize.Group(n)
	}
	for _, i := range [2]int{1, 0} {
		if n := s.Only[i]; n > 0 {
			said = append(said, "only "+names[i]+": "+noun(n)+humanize.When(s.Blank[i], ", blank"))
		}
	}

	if s.SameLines() {
		said = append(said, BothWord+" send the same "+humanize.Count(s.Both, "line"))
	} else {
		said = append(said, BothWord+": "+noun(s.Both)+s.otherwiseText())
	}

	said = append(said, s.lineEnd([2]string{"only " + names[0], "only " + names[1]}, " sends ")...)
	for i, n := range s.Beyond {
		if n > 0 && s.Beyond[1-i] == 0 {
			said = append(said, names[i]+" numbers a line "+humanize.Group(n)+" that"+NotThereWord)
		}
	}
	if s.Neither > 0 {
		said = append(said, "neither: "+humanize.Group(s.Neither))
	}

	return said
}

// otherwiseText says how many of the lines that both sides give differ, and how many are cut; "" for none.
func (s Shared) otherwiseText() string {
	text := ""
	if n := s.Otherwise - s.Cut; n > 0 {
		text = ", " + humanize.Group(n) + humanize.Either(n == 1, " differs", " differ")
	}
	if s.Cut > 0 {
		text += ", " + humanize.Group(s.Cut) + " cut"
	}
	return text
}

// lineEnd says that only one side, by its short name, has the end of the last line; nil where that is not so. before
// stands before what the side has.
func (s Shared) lineEnd(only [2]string, before string) []string {
	for i, has := range s.Ends {
		if has {
			return []string{only[i] + before + "the last line end"}
		}
	}
	return nil
}

// Short is as Words, in fewer words.
func (s Shared) Short(names [2]string) []string {
	return s.brief([2]string{"only " + names[0], "only " + names[1]}, " ")
}

// Signed is as Words, with a plus for what only the first side gives and a minus for the second one's.
func (s Shared) Signed() []string { return s.brief([2]string{"+", "-"}, "") }

// brief are the sets with short names of what only one side gives.
func (s Shared) brief(only [2]string, before string) (said []string) {
	for _, i := range [2]int{1, 0} {
		if n := s.Only[i]; n > 0 {
			said = append(said, only[i]+before+humanize.Group(n)+humanize.When(s.Blank[i], " blank"))
		}
	}

	if s.Neither > 0 { // what is lost comes before what is not
		said = append(said, "neither "+humanize.Group(s.Neither))
	}
	said = append(said, BothWord+" "+humanize.Group(s.Both)+s.otherwiseText())
	said = append(said, s.lineEnd(only, before)...)
	for i, n := range s.Beyond {
		if n > 0 && s.Beyond[1-i] == 0 {
			said = append(said, "line "+humanize.Group(n)+NotThereWord)
		}
	}

	return said
}

// SharedBy counts the lines of the file that the runs of two sides show, each line once. total is how many lines the
// file has, since some tools number an empty one after the last; negative where that is not known.
func SharedBy(sides [2][]Run, total int64) Shared {
	left := distinct(sides[0], total)
	right := distinct(sides[1], total)
	var n Shared
	for _, l := range left {
		n.Only[0] += l.Rows
	}

	for _, r := range right {
		n.Only[1] += r.Rows
	}

	for len(left) > 0 && len(right) > 0 {
		l := left[0]
		r := right[0]
		n.Both += max(min(l.First+l.Rows, r.First+r.Rows)-max(l.First, r.First), 0)
		if l.First+l.Rows <= r.First+r.Rows {
			left = left[1:]
		} else {
			right = right[1:]
		}
	}

	n.Only[0] -= n.Both
	n.Only[1] -= n.Both
	if total >= 0 {
		n.Beyond = [2]int64{beyond(sides[0], total), beyond(sides[1], total)}
	}
	return n
}

// beyond is the last line past total that runs number; 0 for none.
func beyond(runs []Run, total int64) int64 {
	last := int64(0)
	for _, r := range runs {
		last = max(last, r.First+r.InFile-1)
	}
	if last <= total {
		return 0
	}
	return last
}

// distinct are the lines of a file of total lines that runs show, in rising order and none twice.
func distinct(runs []Run, total int64) []Stretch {
	runs = slices.Clone(runs)
	slices.SortFunc(runs, func(a, b Run) int { return cmp.Compare(a.First, b.First) })
	var all []Stretch
	for _, r := range runs {
		if total >= 0 {
			r.InFile = min(r.InFile, total-r.First+1)
		}
		if r.InFile <= 0 {
			continue
		}

		k := len(all) - 1
		if k >= 0 && r.First <= all[k].First+all[k].Rows {
			all[k].Rows = max(all[k].Rows, r.First+r.InFile-all[k].First)
			continue
		}

		all = append(all, Stretch{r.First, r.InFile})
	}

	return all
}
