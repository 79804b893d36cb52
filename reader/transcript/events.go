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

	"eyeline/reader/each"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/source"
)

// OpenHands keeps a run in a folder: each event in a file of its own, which is named by its number ("events/7.json",
// later "events/event-00007-ID.json"), and later the run's state in base_state.json.

var eventName = lazy.Regexp(`^events/(?:event-)?(\d{1,18})(?:-[^/]*)?\.json$`)

// eventFiles are the files of the run in a folder, in their order; none where it has no events. The state stands for
// the folder.
func eventFiles(dir string) []string {
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
	if len(names) > 0 {
		state, _ := fs.Glob(os.DirFS(dir), "base_state.json")
		names = append(state, names...)
	}

	return each.Of(names, func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) })
}

// listOf reads files of JSON as one list.
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

// opencode kept a session, before it had a database, in files: storage/session/PROJECT/ses_ID.json, in
// storage/message/ses_ID a file for each message, and in storage/part/msg_ID one for each of its parts.

// storedMessages are the files of the messages of such a session, in their order; none for another path.
func storedMessages(path string) []string {
	id, is := strings.CutSuffix(filepath.Base(path), ".json")
	if !is || !strings.HasPrefix(id, "ses_") {
		return nil
	}
	return filesIn(filepath.Join(path, "../../../message", id))
}

// filesIn are the JSON files of a folder, by their names, which are in the order of time.
func filesIn(dir string) []string {
	names, _ := fs.Glob(os.DirFS(dir), "*.json") // a folder that cannot be read has none
	return each.Of(names, func(name string) string { return filepath.Join(dir, name) })
}

// exportOf reads a session in files as opencode exports it.
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
		_ = in.CloseWithError(w.Flush()) // where nobody reads on, writing fails
	}()
	return out
}

// recordsOf reads a history as the records that are made of it.
func recordsOf(convert func(string, io.Reader, io.Writer) error, path string, history io.Reader) io.ReadCloser {
	out, in := io.Pipe()
	go func() {
		w := bufio.NewWriter(in)
		err := convert(path, history, w)
		_ = in.CloseWithError(cmp.Or(err, w.Flush()))
	}()
	return out
}
