package textfile

import "bytes"

// Back reads bytes from their end, as far as is needed, for the offset right after the (n+1)th line feed from there. more
// is how many line feeds were missing; off is then 0.
func Back(size, n int64, read func(off, n int64) ([]byte, error)) (off, more int64, err error) {
	const step = 64 << 10
	for end := size; end > 0; {
		begin := max(end-step, 0)
		b, err := read(begin, end-begin)
		if err != nil {
			return 0, 0, err
		}
		for i := bytes.LastIndexByte(b, '\n'); i >= 0; i = bytes.LastIndexByte(b[:i], '\n') {
			if n == 0 {
				return begin + int64(i) + 1, 0, nil
			}
			n--
		}
		end = begin
	}
	return 0, n + 1, nil
}
