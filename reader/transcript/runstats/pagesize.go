package runstats

import (
	"cmp"
	"maps"
	"slices"
)

// PageSize is what another page size would have sent to give the same lines: pages of a number of lines, or of bytes of
// whole lines, each beginning at the first line that is still missing. A line that is not known is taken to be as long
// as the known ones are on average. Bytes are those of the lines and, for each call, of its arguments, so that small
// pages are not better merely because they are small.
type PageSize struct {
	LineLimit int64 `json:"line_limit,omitempty"` // 0: a byte window
	ByteLimit int64 `json:"byte_limit,omitempty"`
	Calls     int64 `json:"calls"`
	Bytes     int64 `json:"bytes"`
}

// pageSizes are the limits that are tried, in the order in which they are reported.
var pageSizes = []PageSize{
	{LineLimit: 100},
	{LineLimit: 250},
	{LineLimit: 500},
	{LineLimit: 1000},
	{LineLimit: 2000},
	{ByteLimit: 4 << 10},
	{ByteLimit: 8 << 10},
	{ByteLimit: 16 << 10},
	{ByteLimit: 32 << 10},
	{ByteLimit: 64 << 10},
	{ByteLimit: 256 << 10},
}

// Least is the page size that would have sent least; false without one.
func Least(would []PageSize) (PageSize, bool) {
	if len(would) == 0 {
		return PageSize{}, false
	}
	return slices.MinFunc(would, func(a, b PageSize) int { return cmp.Compare(a.Bytes, b.Bytes) }), true
}

// sumPageSizes adds what page sizes would have sent; both are of the same sizes, or one is empty.
func sumPageSizes(a, b []PageSize) []PageSize {
	if len(a) == 0 {
		return slices.Clone(b)
	}
	for i := range min(len(a), len(b)) {
		a[i].Calls += b[i].Calls
		a[i].Bytes += b[i].Bytes
	}
	return a
}

// wouldSend is what each page size would have sent to give lines whose bytes are known. total is how many lines the
// file has, -1 when that is not known: it then ends with the last needed line. args are the bytes of a call's
// arguments.
func wouldSend(needed map[int64]int64, total, args int64) []PageSize {
	lines := slices.Sorted(maps.Keys(needed))
	if len(lines) == 0 {
		return nil
	}

	all := int64(0)
	for _, size := range needed {
		all += size
	}

	mean := max(all/int64(len(lines)), 1)
	last := max(total, lines[len(lines)-1])
	out := slices.Clone(pageSizes)
	for i := range out {
		w := &out[i]
		for k := 0; k < len(lines); {
			w.Calls++
			w.Bytes += args
			page := int64(0)
			count := int64(0) // bytes and lines of the page
			for n := lines[k]; n <= last; {
				size := mean
				room := int64(1)
				if k < len(lines) && lines[k] == n {
					size = needed[n]
				} else { // as many unknown lines as there are
					room = last - n + 1
					if k < len(lines) {
						room = lines[k] - n
					}
				}

				fit := w.fit(page, count, size, room)
				page += fit * size
				count += fit
				n += fit
				if k < len(lines) && lines[k] < n {
					k++
				}
				if fit < room {
					break
				}
			}

			w.Bytes += page
		}
	}

	return out
}

// fit is how many of lines lines, each of size bytes, come onto a page that has page bytes and count lines already: at
// least one comes onto an empty page.
func (w PageSize) fit(page, count, size, lines int64) int64 {
	if w.LineLimit > 0 {
		return min(lines, w.LineLimit-count)
	}
	fit := (w.ByteLimit - page) / size
	if count == 0 {
		fit = max(fit, 1)
	}
	return max(min(lines, fit), 0)
}
