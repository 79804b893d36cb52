package bodies

import (
	"context"
	"encoding/json"
	"hash/maphash"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"eyeline/reader/decode"
	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/source"
)

// leastPause is how long a model takes for an answer at least, on average of many. Files of requests that have no
// numbers and were written faster one after the other were copied or unpacked, and not written as these were made.
const leastPause = 200 * time.Millisecond

// areCopies reports whether the times of files without numbers do not say when their requests were made.
func areCopies(files []savedFile) bool {
	var times []time.Time
	for _, f := range files {
		if f.number() < 0 {
			times = append(times, f.info.ModTime())
		}
	}
	if len(times) < 2 {
		return false
	}

	slices.SortFunc(times, time.Time.Compare)
	span := times[len(times)-1].Sub(times[0])
	return span < time.Duration(len(times)-1)*leastPause
}

// byContent brings the paths of saved requests into the order in which they were made, as far as their messages tell: a
// conversation grows, so that the messages of a request are the first ones of those that go on from it. Otherwise they
// stay as they are. unclear is how many do not go on from the one before them, so that another place may be theirs.
func byContent(ctx context.Context, paths []string) (order []string, unclear int) {
	type saved struct {
		path     string
		messages []uint64
	}

	var all []saved
	for _, path := range paths {
		if ctx.Err() != nil {
			return paths, 0
		}
		one := saved{path, messagesOf(path)}
		at := slices.IndexFunc(all, func(other saved) bool { return begins(one.messages, other.messages) })
		if at < 0 {
			at = len(all)
		}
		all = slices.Insert(all, at, one)
	}

	for i, one := range all {
		order = append(order, one.path)
		if i > 0 && !begins(all[i-1].messages, one.messages) && !slices.Equal(all[i-1].messages, one.messages) {
			unclear++
		}
	}

	return order, unclear
}

// begins reports whether the messages of a request are the first ones of another, which has more.
func begins(a, b []uint64) bool {
	return len(a) > 0 && len(a) < len(b) && slices.Equal(a, b[:len(a)])
}

// messagesOf are the hashes of the messages of a saved request; none where it cannot be read.
func messagesOf(path string) (hashes []uint64) {
	src, err := source.OpenFile(path)
	if err != nil {
		return nil
	}

	defer func() { _ = src.Close() }()
	text := io.Reader(io.NewSectionReader(src, 0, src.Snapshot().Size))
	first := make([]byte, 64)
	n, _ := src.ReadAt(first, 0)
	if packed := decode.PackedBy(first[:n]); packed != decode.None {
		in := decode.Unpack(text, packed)
		defer func() { _ = in.Close() }()
		text = in
	}

	var raw json.RawMessage
	if json.NewDecoder(io.LimitReader(text, longestBody)).Decode(&raw) != nil {
		return nil
	}

	body := Parse(jsonskim.Parse(raw))
	for message := range body.List.Values() {
		var h maphash.Hash
		h.SetSeed(seed)
		Hash(&h, message)
		hashes = append(hashes, h.Sum64())
	}

	return hashes
}

// inOrder are the paths of the saved requests of a folder in the order in which they were made, and of how many that is
// not known.
func inOrder(ctx context.Context, dir string) (paths []string, unclear int) {
	paths = Saved(dir)
	var files []savedFile
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil {
			files = append(files, savedFile{filepath.Base(path), info})
		}
	}
	if !areCopies(files) {
		return paths, 0
	}

	return byContent(ctx, paths)
}

// Hash hashes a value without what is said of it to the cache, and without what proves the model's thoughts:
// agents put in and take out both.
func Hash(h *maphash.Hash, v jsonskim.Value) {
	switch v.Kind {
	case jsonskim.Object:
		_ = h.WriteByte('{')
		_ = v.Each(func(key []byte, one jsonskim.Value) error {
			if name := string(key); name != "cache_control" && name != "thoughtSignature" {
				_, _ = h.Write(key)
				_ = h.WriteByte(':')
				Hash(h, one)
			}

			return nil
		})
	case jsonskim.Array:
		_ = h.WriteByte('[')
		for one := range v.Values() {
			Hash(h, one)
			_ = h.WriteByte(',')
		}
	default:
		_ = v.WriteRaw(h)
	}
}
