package transcript

import (
	"cmp"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/source"
)

// OpenHands keeps a run in a folder: each event in a file of its own, which is named by its number ("7.json", later
// "event-00007-ID.json"), below "events", and later the run's state in base_state.json beside that.

// EventFiles are the files of the run in a folder in their order, those of its events below another; none where it has no
// events. The folder may be that of the events, and its first file stands for it.
func EventFiles(path string) (files []string) {
	dir, name := filepath.Split(path)
	if dir = filepath.Clean(dir); name != "base_state.json" && (name != "0.json" || filepath.Base(dir) != "events") {
		dir = path
	}
	if filepath.Base(dir) == "events" {
		dir = filepath.Dir(dir)
	}
	state := filepath.Join(dir, "base_state.json")
	if _, err := os.Lstat(state); err == nil {
		files = append(files, state)
	}
	found, _ := os.ReadDir(filepath.Join(dir, "events")) // a folder that cannot be read has none
	found = slices.DeleteFunc(found, func(e os.DirEntry) bool { return eventNumber(e.Name()) < 0 })
	slices.SortStableFunc(found, func(a, b os.DirEntry) int {
		return cmp.Compare(eventNumber(a.Name()), eventNumber(b.Name()))
	})
	for _, e := range found {
		files = append(files, filepath.Join(dir, "events", e.Name()))
	}
	if len(found) == 0 {
		return nil
	}
	return files
}

// eventNumber is that of the event in a file by its name, -1 for none.
func eventNumber(name string) int64 {
	name, isJSON := strings.CutSuffix(name, ".json")
	if rest, later := strings.CutPrefix(name, "event-"); later {
		name, _, _ = strings.Cut(rest, "-")
	}
	n, err := strconv.ParseInt(name, 10, 64)
	if err != nil || !isJSON {
		return -1
	}
	return n
}

// joined reads files of JSON, each as a line.
func joined(files []string) io.ReadCloser {
	out, in := io.Pipe()
	go func() {
		var err error
		for _, file := range files {
			if err == nil {
				err = copyLine(in, file)
			}
		}
		_ = in.CloseWithError(err)
	}()
	return out
}

func copyLine(to io.Writer, path string) error {
	f, _, err := source.OpenRegular(path)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, io.MultiReader(oneLine{f}, strings.NewReader("\n")))
	return errors.Join(err, f.Close())
}

// oneLine reads blanks for line ends, which are the same in JSON.
type oneLine struct{ io.Reader }

func (r oneLine) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	for i, b := range p[:n] {
		if b == '\n' {
			p[i] = ' '
		}
	}
	return n, err
}
