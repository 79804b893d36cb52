package transcript

import (
	"context"
	_ "embed" // the statements
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"eyeline/reader/program"
	"eyeline/reader/source"
)

// A store is a SQLite database in which opencode or Kilo keeps its sessions. The path of a session is that of the
// database with the session's identifier behind it, as if that were a folder; the database's own is that of its newest
// session. sqlite3 makes of the rows what the agent itself exports. Nothing is written, not even the files beside a
// database that SQLite makes for its readers.

// storeTime is how long sqlite3 may take for a store.
const storeTime = 5 * time.Minute

//go:embed session.sql
var ofSession string

// splitStore is the path of a file and, where that is a store's, the session that is named; "" for its newest.
func splitStore(path string) (file, session string) {
	dir, session := filepath.Split(path)
	if info, err := os.Stat(filepath.Clean(dir)); err == nil && info.Mode().IsRegular() {
		return filepath.Clean(dir), session
	}
	return path, ""
}

// askStore has sqlite3 answer with a session of a store. It is ended with ctx. What -safe refuses, a schema cannot
// call; to trust it no further would refuse Kilo's, of which an index calls json_extract.
func askStore(ctx context.Context, file, session string) (*program.Process, error) {
	name, err := storeName(file)
	if err != nil {
		return nil, err
	}
	// They begin with a comment, "--", which would be an option at the start of an argument.
	statements := fmt.Sprintf("\n"+ofSession, strings.ReplaceAll(session, "'", "''"))
	p, err := program.Start(ctx, "", nil, nil, "sqlite3", "-batch", "-readonly", "-safe", "-bail", "-init", os.DevNull,
		"-list", name, statements)
	if program.IsMissing(err) {
		err = errors.New("it is a database, which the program sqlite3 reads, and that is not installed")
	}
	return p, err
}

// storeName is what SQLite calls a store that it is to read and not to write. What was written last may stand in a file
// beside it, which is read under the locks of its writer. A journal may also be one that has been used up.
func storeName(file string) (string, error) {
	real, err := filepath.EvalSymlinks(file)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		return "", err
	}
	how, wal := "immutable=1", false
	for _, suffix := range []string{"-journal", "-wal", "-shm"} {
		info, err := os.Lstat(real + suffix)
		switch {
		case errors.Is(err, fs.ErrNotExist) && suffix == "-shm" && wal:
			return "", errors.New("its newest records are in the -wal beside it, which wants the -shm, too")
		case err == nil && !info.Mode().IsRegular():
			return "", &source.KindError{Path: real + suffix, Mode: info.Mode()}
		case err == nil && info.Size() > 0 && suffix != "-shm":
			how, wal = "readonly_shm=1", suffix == "-wal"
		}
	}
	path := "/" + strings.TrimPrefix(filepath.ToSlash(real), "/")
	return (&url.URL{Scheme: "file", Path: path, RawQuery: "mode=ro&" + how}).String(), nil
}
