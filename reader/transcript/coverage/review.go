package coverage

import (
	"eyeline/reader/transcript/patch"
	"eyeline/reader/transcript/record"
)

// FileReview is what a transcript's model was sent of one file of a diff.
type FileReview struct {
	Path    string        `json:"path"`
	Added   int64         `json:"added"`   // lines that the diff adds
	Sent    int64         `json:"sent"`    // those of them that the model was sent whole, as they are now
	Unsent  record.Ranges `json:"unsent"`  // the others
	Deleted int           `json:"deleted"` // lines that the diff takes out; nothing is said of them
}

// Review compares a diff with what was sent. The diff must be of the files as they are now.
func Review(c *Coverage, diff []patch.File) []FileReview {
	var out []FileReview
	for _, d := range diff {
		r := FileReview{Path: d.Path, Deleted: d.Deleted, Unsent: record.Ranges{}}
		f := c.File(d.Path)
		for _, added := range d.Added {
			for n := added[0]; n <= added[1]; n++ {
				r.Added++
				if f != nil && f.Exists && !f.Outside && f.NotRead == "" && f.Sent.Has(n) {
					r.Sent++
				} else {
					r.Unsent.Add(n)
				}
			}
		}
		if d.Path != "" || r.Deleted > 0 {
			out = append(out, r)
		}
	}
	return out
}

// Percent is how many of the added lines were sent, in hundredths rounded down; 100 when nothing is added. unread are
// changes of which the lines are not known: with one it is never 100.
func Percent(all []FileReview, unread int) int64 {
	added, sent := int64(0), int64(0)
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
