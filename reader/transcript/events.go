package transcript

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/lists"
	"eyeline/reader/source"
)

// OpenHands keeps a run in a folder. Each event is a file that is named by its number ("events/7.json", in later
// versions "events/event-00007-ID.json"); later versions also keep the state of the run, in base_state.json.

var eventName = lazy.Regexp(`^events/(?:event-)?(\d{1,18})(?:-[^/]*)?\.json$`)

// eventFiles returns the event files of the run in a folder, in order; none if it has no events. dir may also be the
// path of the state file.
func eventFiles(dir string) []string {
	if filepath.Base(dir) == "base_state.json" {
		dir = filepath.Dir(dir)
	}

	number := func(name string) int {
		n, _ := strconv.Atoi(eventName().FindStringSubmatch(name)[1]) // the pattern allows no more digits than fit
		return n
	}

	names, _ := fs.Glob(os.DirFS(dir), "events/*.json") // a folder that cannot be read has no files
	names = slices.DeleteFunc(names, func(name string) bool { return !eventName().MatchString(name) })
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(number(a), number(b)) })
	if len(names) > 0 {
		state, _ := fs.Glob(os.DirFS(dir), "base_state.json")
		names = append(state, names...)
	}

	return lists.Map(names, func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) })
}

// listOf returns a reader that joins JSON files to one JSON list.
func listOf(files []string) io.ReadCloser {
	out, in := io.Pipe()
	go func() {
		before := "["
		var err error
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

// maxEvent is the size in bytes of the largest event file that is read.
const maxEvent = 32 << 20

// event returns the content of an event file. It returns null if the file cannot be read or is incomplete, as the last
// one of a run that was stopped may be. The event then counts as one that is not understood, and later ones are still
// read.
func event(path string) []byte {
	f, _, err := source.OpenRegular(path)
	if err != nil {
		return []byte("null")
	}

	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxEvent))
	if err != nil || !json.Valid(text) {
		return []byte("null")
	}

	return text
}

// Before it had a database, opencode kept a session in files: storage/session/PROJECT/ses_ID.json, one file for each
// message in storage/message/ses_ID, and one for each part of a message in storage/part/msg_ID.

// storedMessages returns the files of the messages of such a session, in order; none for other paths.
func storedMessages(path string) []string {
	id, ok := strings.CutSuffix(filepath.Base(path), ".json")
	if !ok || !strings.HasPrefix(id, "ses_") {
		return nil
	}
	return filesIn(filepath.Join(path, "../../../message", id))
}

// filesIn returns the JSON files of a folder, sorted by name, which is the order of time.
func filesIn(dir string) []string {
	names, _ := fs.Glob(os.DirFS(dir), "*.json") // a folder that cannot be read has no files
	return lists.Map(names, func(name string) string { return filepath.Join(dir, name) })
}

// exportOf returns a reader of a session that is kept in files, in the form in which opencode exports it.
func exportOf(session string, messages []string) io.ReadCloser {
	out, in := io.Pipe()
	go func() {
		w := bufio.NewWriter(in)
		fmt.Fprintf(w, `{"info":%s,"messages":[`, event(session))
		for i, message := range messages {
			if i > 0 {
				fmt.Fprint(w, ",")
			}

			fmt.Fprintf(w, `{"info":%s,"parts":[`, event(message))
			id := strings.TrimSuffix(filepath.Base(message), ".json")
			for k, part := range filesIn(filepath.Join(session, "../../../part", id)) {
				if k > 0 {
					fmt.Fprint(w, ",")
				}
				_, _ = w.Write(event(part))
			}

			fmt.Fprint(w, "]}")
		}

		fmt.Fprint(w, "]}")
		_ = in.CloseWithError(w.Flush()) // writing fails when nobody reads any more
	}()
	return out
}

// recordsOf returns a reader of the records that convert makes of a history.
func recordsOf(convert func(string, io.Reader, io.Writer) error, path string, history io.Reader) io.ReadCloser {
	out, in := io.Pipe()
	go func() {
		w := bufio.NewWriter(in)
		err := convert(path, history, w)
		_ = in.CloseWithError(cmp.Or(err, w.Flush()))
	}()
	return out
}
