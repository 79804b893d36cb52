package coverage

import (
	"eyeline/reader/tools"
	"eyeline/reader/transcript/patch"
	"eyeline/reader/transcript/record"
)

// Reviewed is a review of a diff, which can stand as evidence: it names what was judged by its digests.
type Reviewed struct {
	Version   int               `json:"version"`
	Percent   int64             `json:"percent"` // of the added lines that were sent
	Runs      []ReviewedRun     `json:"transcripts"`
	Files     []FileReview      `json:"files"`
	NotJudged []patch.Unread    `json:"not_judged"`            // changes of which the lines are not known
	Folder    string            `json:"folder"`                // that was judged
	ID        string            `json:"id,omitempty"`          // of the commit or tree that it was compared with
	Diff      string            `json:"diff_sha256,omitempty"` // of the diff that was piped
	Digests   map[string]string `json:"file_sha256,omitempty"` // of the files as they are
}

// ReviewedRun is one of the transcripts of a review.
type ReviewedRun struct {
	Path    string `json:"path"`
	Agent   string `json:"agent"`
	ID      string `json:"id"`
	SHA256  string `json:"sha256"`
	Percent int64  `json:"percent"` // of the added lines, by this one alone
	Reads   int    `json:"reads"`
	Unknown int    `json:"unknown_reads"`
	// files that belong to the run and could not be opened
	Unread   []UnreadFile `json:"unread,omitempty"`
	BadLines []int64      `json:"bad_lines,omitempty"` // lines of the transcript that are no records
}

// FileReview is what the models of some transcripts were sent of one file of a diff.
type FileReview struct {
	Path    string        `json:"path"`
	Added   int64         `json:"added"`   // lines that the diff adds
	Sent    int64         `json:"sent"`    // added lines that one of the models was sent whole, as they are now
	Unsent  record.Ranges `json:"unsent"`  // the others
	Deleted int           `json:"deleted"` // lines that the diff takes out; nothing is said of them
	// Of the lines sent, those that no model was sent in a read of the file, but in a diff or else in a search; and
	// those that only sub-agents were sent.
	InDiff   int64 `json:"in_diff"`
	InSearch int64 `json:"in_search"`
	BySub    int64 `json:"by_sub_agents"`
	Unsure   int64 `json:"unsure"` // how many of unsent are not known
	// those of unsent for which it is not known whether they were sent
	NotKnown record.Ranges `json:"not_known"`
	Named    bool          `json:"named"` // a call names the file

	partly, unclear bool // why lines are not known: the record lacks some of a run, or has what is not understood
}

// How says how the lines were sent, where it was not in reads of the file by the main agent alone.
func (r *FileReview) How() (parts []string) {
	for _, one := range []struct {
		n    int64
		text string
	}{
		{r.InDiff, "seen as a diff"},
		{r.InSearch, "seen in a search"},
		{r.BySub, "seen by sub-agents alone"},
		{r.Unsure, "not known: it may stand in " + r.mayStandIn()},
	} {
		if one.n > 0 {
			parts = append(parts, tools.Thousands(one.n)+" line"+tools.Plural(one.n)+" "+one.text)
		}
	}

	if !r.Named && r.Path != "" {
		parts = append(parts, "no call names this file")
	}

	return parts
}

// mayStandIn says where lines may stand if it is not known whether they were sent.
func (r *FileReview) mayStandIn() string {
	const result, missing = "a result that is not understood", "a part of the run that was not opened, or not recorded"
	switch {
	case r.partly && r.unclear:
		return missing + ", or in " + result
	case r.partly:
		return missing
	}
	return result
}

// Review compares a diff with what was sent in some runs. The diff must be of the files as they are now.
func Review(runs []*Coverage, diff []patch.File) []FileReview {
	out := []FileReview{}
	for _, d := range diff {
		r := FileReview{Path: d.Path, Deleted: d.Deleted, Unsent: record.Ranges{}, NotKnown: record.Ranges{}}
		var files []*File
		for _, run := range runs {
			r.Named = r.Named || run.Names(d.Path)
			if f := run.File(d.Path); f != nil {
				if f.Exists && !f.Outside && f.NotRead == "" {
					files = append(files, f)
					r.addDoubts(run, f)
				}
			}
		}

		for _, added := range d.Added {
			for n := added[0]; n <= added[1]; n++ {
				r.addLine(files, n)
			}
		}

		if d.Path != "" || r.Deleted > 0 {
			out = append(out, r)
		}
	}

	return out
}

// addDoubts notes why lines of a file may not be known in one of the runs.
func (r *FileReview) addDoubts(run *Coverage, f *File) {
	if len(f.Unsure) == 0 {
		return
	}
	r.partly = r.partly || run.partly
	r.unclear = r.unclear || !run.partly || f.mayBeGiven()
}

// addLine takes a line that the diff adds.
func (r *FileReview) addLine(files []*File, n int64) {
	r.Added++
	via := record.InSearch
	sub := true
	sent := false
	unsure := false
	for _, f := range files {
		unsure = unsure || f.Unsure.Has(n)
		if !f.Sent.Has(n) {
			continue
		}

		own := record.InFile
		if f.InDiff.Has(n) {
			own = record.InDiff
		} else if f.InSearch.Has(n) {
			own = record.InSearch
		}

		via = min(via, own)
		sub = sub && f.BySub.Has(n)
		sent = true
	}

	if !sent {
		r.Unsent.Add(n)
		if unsure {
			r.Unsure++
			r.NotKnown.Add(n)
		}
		return
	}

	r.Sent++
	if sub {
		r.BySub++
	}

	switch via {
	case record.InDiff:
		r.InDiff++
	case record.InSearch:
		r.InSearch++
	}
}

// Percent is how many of the added lines were sent, in hundredths rounded down; 100 when nothing is added. unread are
// changes whose lines are not known: with one it is never 100.
func Percent(all []FileReview, unread int) int64 {
	added := int64(0)
	sent := int64(0)
	for _, r := range all {
		added += r.Added
		sent += r.Sent
	}

	switch {
	case unread > 0:
		return min(sent*100/max(added, 1), 99)
	case added == 0:
		return 100
	}

	return sent * 100 / added
}
