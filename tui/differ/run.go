package differ

// Run is a run of lines of the file and the lines of the content that show it.
type Run struct {
	First   int64 // number of the run's first line in the file
	Content int64 // 0-based number of the content line that shows it
	Lines   int64 // of the content
	InFile  int64 // of the file: not as many where the tool ends lines at other characters, too
}

// ToContent is the content line of the file's line n, which is in the run. Where the tool makes several lines of one,
// it is only near.
func (r Run) ToContent(n int64) int64 {
	return r.Content + scaled(n-r.First, r.InFile, r.Lines)
}

// ToFile is the inverse of ToContent.
func (r Run) ToFile(n int64) int64 {
	return r.First + scaled(n-r.Content, r.Lines, r.InFile)
}

// scaled is the place among so many of the n-th of others; the nearest one for an n outside.
func scaled(n, of, among int64) int64 {
	n = min(max(n, 0), of-1)
	if of == among || of < 2 {
		return min(n, among-1)
	}
	return n * (among - 1) / (of - 1)
}
