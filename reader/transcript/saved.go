package transcript

import (
	"bufio"
	"cmp"
	"context"
	"io"
	"os"
	"strings"

	"eyeline/reader/source"
	"eyeline/reader/transcript/bodies"
	"eyeline/reader/transcript/formats"
)

// IsFolder reports whether a folder is a run: it has a file for each event, or saved requests.
func IsFolder(path string) bool { return len(eventFiles(path)) > 0 || len(bodies.Saved(path)) > 0 }

// openRequests opens records of requests: the ones that tap recorded, or ones made of the requests saved at a path.
func openRequests(ctx context.Context, path string) (source.Source, error) {
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
		src, err := source.OpenFile(path)
		if err != nil {
			return nil, err
		}
		if isTapped(src) {
			return src, nil
		}

		_ = src.Close() // it was only read
	} else if err != nil {
		return nil, err
	}

	return spoolUpTo(ctx, path, savedRequests(ctx, path), maxUnpacked)
}

// isTapped reports whether a file begins like records of requests.
func isTapped(src source.Source) bool {
	first := make([]byte, 256)
	n, _ := src.ReadAt(first, 0) // a file that cannot be read does not
	return strings.HasPrefix(string(first[:n]), bodies.Begins)
}

// savedRequests returns a reader of the records that are made of saved requests.
func savedRequests(ctx context.Context, path string) io.ReadCloser {
	out, in := io.Pipe()
	go func() {
		w := bufio.NewWriter(in)
		_, err := bodies.Convert(ctx, path, w)
		_ = in.CloseWithError(cmp.Or(err, w.Flush()))
	}()
	return out
}

// spooled returns what openUnpacked returns for a file that is no database.
func spooled(src source.Source, err error) (source.Source, bool, error) { return src, false, err }

// areRequests reports whether a file with these first bytes is a saved request, and no transcript.
func areRequests(first []byte, path string) bool {
	return (bodies.Is(first) || bodies.IsNamed(path)) && formats.Detect(first, path) == nil
}
