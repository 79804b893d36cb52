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

// openRequests opens records of requests: what tap recorded, or what is made of the requests that were saved at a path.
func openRequests(ctx context.Context, path string) (source.Source, error) {
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
		src, err := source.OpenFile(path)
		if err != nil {
			return nil, err
		}
		if isTapped(src) {
			return src, nil
		}
		_ = src.Close() // it was only looked at
	} else if err != nil {
		return nil, err
	}
	return spoolUpTo(ctx, path, savedRequests(ctx, path), mostUnpacked)
}

// isTapped reports whether a file begins as records of requests do.
func isTapped(src source.Source) bool {
	first := make([]byte, 256)
	n, _ := src.ReadAt(first, 0) // what cannot be read is not one
	return strings.HasPrefix(string(first[:n]), bodies.Begins)
}

// savedRequests reads saved requests as the records that are made of them.
func savedRequests(ctx context.Context, path string) io.ReadCloser {
	out, in := io.Pipe()
	go func() {
		w := bufio.NewWriter(in)
		_, err := bodies.Convert(ctx, path, w)
		_ = in.CloseWithError(cmp.Or(err, w.Flush()))
	}()
	return out
}

// spooled is what openUnpacked returns of a file that is no database.
func spooled(src source.Source, err error) (source.Source, bool, error) { return src, false, err }

// areRequests reports whether a file with some first bytes is a saved request, and no transcript.
func areRequests(first []byte, path string) bool {
	return (bodies.Is(first) || bodies.IsNamed(path)) && formats.Detect(first, path) == nil
}
