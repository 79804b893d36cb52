package coverage

// Gravity ranks a file by how much it deserves a look. The numbers are: lines edited blind, refused edits, cut lines,
// refused reads, lines that the model lacks, calls that are not understood, and 1 where it is not known how many of its
// lines were sent. Ranks are compared number by number; the larger one comes first.
func (f *File) Gravity() []int64 {
	missing := f.Never.Count() + f.Cut.Count() + f.Changed.Count()
	rank := []int64{f.BlindLines(), f.RefusedEdits(), f.Cut.Count(), int64(f.Refused), missing, int64(f.Unknown), 0}
	if f.Share() < 0 && f.Media == 0 {
		rank[len(rank)-1] = 1
	}
	return rank
}
