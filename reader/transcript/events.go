package transcript

import (
	"cmp"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"eyeline/reader/each"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/source"
)

// OpenHands keeps a run in a folder: each event in a file of its own, which is named by its number ("events/7.json",
// later "events/event-00007-ID.json"), and later the run's state in base_state.json.

var eventName = lazy.Regexp(`^events/(?:event-)?(\d{1,18})(?:-[^/]*)?\.json$`)

// EventFiles are the files of the run in a folder, in their order; none where it has no events. The state stands for
// the folder.
func EventFiles(dir string) []string {
	if filepath.Base(dir) == "base_state.json" {
		dir = filepath.Dir(dir)
	}
	number := func(name string) int {
		n, _ := strconv.Atoi(eventName().FindStringSubmatch(name)[1]) // it has no more digits than fit
		return n
	}
	names, _ := fs.Glob(os.DirFS(dir), "events/*.json") // a folder that cannot be read has none
	names = slices.DeleteFunc(names, func(name string) bool { return !eventName().MatchString(name) })
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(number(a), number(b)) })
	if state, _ := fs.Glob(os.DirFS(dir), "base_state.json"); len(names) > 0 {
		names = append(state, names...)
	}
	return each.Of(names, func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) })
}

// listOf reads files of JSON as one list.
func listOf(files []string) io.ReadCloser {
	out, in := io.Pipe()
	go func() {
		before, err := "[", error(nil)
		for _, file := range files {
			if err == nil {
				_, err = in.Write(append([]byte(before), event(file)...))
			}
			before = ","
		}
		if err == nil {
			_, err = io.WriteString(in, "]")
		}
		_ = in.CloseWithError(err)
	}()
	return out
}

// mostEvent is the longest event that is read, in bytes.
const mostEvent = 32 << 20

// event is what a file holds of a run. It is null where it cannot be read or is not whole, as the last one of a run
// that was stopped: it then counts as one that is not understood, and those after it are read.
func event(path string) []byte {
	f, _, err := source.OpenRegular(path)
	if err != nil {
		return []byte("null")
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostEvent))
	if err != nil || !json.Valid(text) {
		return []byte("null")
	}
	return text
}
