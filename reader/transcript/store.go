package transcript

import (
	"cmp"
	"context"
	_ "embed" // the statements
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"eyeline/reader/program"
	"eyeline/reader/source"
)

// A store is a SQLite database in which opencode, Kilo or Crush keeps its sessions. The path of a session is that of
// the database with the session's identifier behind it, as if that were a folder; the database's own is that of its
// newest session. sqlite3 makes of the rows what the agent itself exports. Nothing is written, not even the files
// beside a database that SQLite makes for its readers.

// storeTime is how long sqlite3 may take for a store.
const storeTime = 5 * time.Minute

//go:embed session.sql
var ofSession string

//go:embed crush.sql
var ofCrush string

// ofTables lists the tables of a store, each with its columns.
const ofTables = `
SELECT m.name || '(' || group_concat(c.name) || ')' FROM sqlite_master m, pragma_table_info(m.name) c
	WHERE m.type IN ('table', 'view') GROUP BY m.name ORDER BY m.name;`

// hasColumn reports whether one of the tables, as ofTables lists them, has a column.
func hasColumn(tables, table, column string) bool {
	_, columns, found := strings.Cut("\n"+tables, "\n"+table+"(")
	columns, _, _ = strings.Cut(columns, ")")
	return found && strings.Contains(","+columns+",", ","+column+",")
}

// sessionList is the statement that asks a store with some tables for its sessions that no other one started, oldest
// first.
func sessionList(tables string) (string, error) {
	switch {
	case hasColumn(tables, "session", "directory"):
		return "\nSELECT id FROM session WHERE parent_id IS NULL ORDER BY time_created, id;", nil
	case hasColumn(tables, "sessions", "parent_session_id"):
		return "\nSELECT id FROM sessions WHERE parent_session_id IS NULL ORDER BY created_at, id;", nil
	}
	return "", errors.New("it has no table of sessions that is known")
}

// statementsFor are the statements that ask a store with some tables for a session.
func statementsFor(tables, session string) (string, error) {
	session = strings.ReplaceAll(session, "'", "''")
	has := func(table, column string) bool { return hasColumn(tables, table, column) }
	switch {
	case has("part", "message_id") && has("session", "directory"):
		// They begin with a comment, "--", which would be an option at the start of an argument.
		return fmt.Sprintf("\n"+ofSession, session), nil
	case has("messages", "parts") && has("sessions", "parent_session_id"):
		summary := "0"
		if has("messages", "is_summary_message") {
			summary = "m.is_summary_message"
		}
		return fmt.Sprintf("\n"+ofCrush, summary, session), nil
	case has("steps", "step_payload"):
		return "", errors.New("it is a database of Antigravity, whose steps are not understood;" +
			" the log of the conversation is brain/ID/.system_generated/logs/transcript_full.jsonl")
	case has("blobs", "data") && has("meta", "value"):
		return "", errors.New("it is a database of Cursor, whose records are not understood;" +
			" its transcripts are in projects/NAME/agent-transcripts")
	}

	var names []string
	for line := range strings.Lines(tables) {
		name, _, _ := strings.Cut(line, "(")
		names = append(names, name)
	}

	return "", fmt.Errorf("%w: its tables are %.200q", ErrForeignStore, strings.Join(names, ", "))
}

// ErrForeignStore is the error where a database is of no agent that is known, as one that lies beside runs by chance.
var ErrForeignStore = errors.New("it is a database of no agent that is known")

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
	tables, err := tablesOf(ctx, name)
	if err != nil {
		return nil, err
	}
	statements, err := statementsFor(tables, session)
	if err != nil {
		return nil, err
	}
	return sqlite(ctx, name, statements)
}

// tablesOf lists the tables of a store by the name that SQLite has for it, as ofTables does.
func tablesOf(ctx context.Context, name string) (string, error) {
	return sqliteText(ctx, name, ofTables)
}

// mostText bounds how many bytes of names of tables, columns and sessions are looked at.
const mostText = 1 << 20

// sqliteText is what sqlite3 answers to statements, as a text.
func sqliteText(ctx context.Context, name, statements string) (string, error) {
	p, err := sqlite(ctx, name, statements)
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(io.LimitReader(p, mostText))
	if err == nil && len(text) < mostText {
		err = p.Wait() // a database that is locked or damaged has no tables
	}
	if err != nil {
		err = fmt.Errorf("sqlite3: %w", err)
	}
	return string(text), cmp.Or(err, p.Close())
}

// sqlite has sqlite3 answer statements.
func sqlite(ctx context.Context, name, statements string) (*program.Process, error) {
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
