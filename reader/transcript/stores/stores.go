// Package stores, which changes without notice, has the program sqlite3 read the databases of agents.
//
// A store is a SQLite database in which opencode, Kilo or Crush keeps its sessions. The path of a session is that of
// the database with the session's identifier behind it, as if that were a folder; the database's own is that of its
// newest session. sqlite3 makes of the rows what the agent itself exports. Nothing is written, not even the files
// beside a database that SQLite makes for its readers.
package stores

import (
	"bufio"
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
	"runtime"
	"strings"
	"time"

	"eyeline/reader/program"
	"eyeline/reader/source"
)

// Patience is how long sqlite3 may take for a store.
const Patience = 5 * time.Minute

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

// isOpenCode reports whether tables are those of opencode, which Kilo has, too.
func isOpenCode(tables string) bool {
	return hasColumn(tables, "part", "message_id") && hasColumn(tables, "session", "directory")
}

// openCodeSession are the statements that ask opencode's tables for a session. They begin with a comment, "--", which
// would be an option at the start of an argument.
func openCodeSession(session string) string { return fmt.Sprintf("\n"+ofSession, quoted(session)) }

// openCodeSessions is the statement that asks opencode's tables for all sessions, oldest first: those that another one
// started stand after a blank.
const openCodeSessions = `
SELECT CASE WHEN parent_id IS NOT NULL THEN ' ' ELSE '' END || id FROM session ORDER BY time_created, id;`

// crushSessions does so with Crush's, but for those that another one started.
const crushSessions = `
SELECT id FROM sessions WHERE parent_session_id IS NULL ORDER BY created_at, id;`

// quoted is a text as it stands between the quotes of SQL.
func quoted(text string) string { return strings.ReplaceAll(text, "'", "''") }

// statementsFor are the statements that ask a store with tables that are not opencode's for a session.
func statementsFor(tables, session string) (string, error) {
	has := func(table, column string) bool { return hasColumn(tables, table, column) }
	switch {
	case has("messages", "parts") && has("sessions", "parent_session_id"):
		summary := "0"
		if has("messages", "is_summary_message") {
			summary = "m.is_summary_message"
		}
		return fmt.Sprintf("\n"+ofCrush, summary, quoted(session)), nil
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

	return "", fmt.Errorf("%w: its tables are %.200q", ErrForeign, strings.Join(names, ", "))
}

// ErrForeign is the error where a database is of no agent that is known, as one that lies beside runs by chance.
var ErrForeign = errors.New("it is a database of no agent that is known")

// Split is the path of a file and, where that is a store's, the session that is named; "" for its newest.
func Split(path string) (file, session string) {
	dir, session := filepath.Split(path)
	if info, err := os.Stat(filepath.Clean(dir)); err == nil && info.Mode().IsRegular() {
		return filepath.Clean(dir), session
	}
	return path, ""
}

// Ask has sqlite3 answer with a session of a store. It is ended with ctx. What -safe refuses, a schema cannot call. To
// trust the schema no further would refuse Kilo's, since an index of it calls json_extract.
func Ask(ctx context.Context, file, session string) (io.ReadCloser, error) {
	store, err := databaseAt(file)
	if err != nil {
		return nil, err
	}

	answer, tables, err := askWithTables(ctx, store, openCodeSession(session))
	if err == nil && isOpenCode(tables) {
		return answer, nil
	}
	if err = cmp.Or(err, answer.Close()); err != nil {
		return nil, err
	}

	statements, err := statementsFor(tables, session)
	if err != nil {
		return nil, err
	}
	return sqlite(ctx, store, statements)
}

// answer is what sqlite3 answers, or what of that was not read yet.
type answer struct {
	*program.Process
	rest *bufio.Reader
}

// Read reads on in the answer.
func (a answer) Read(p []byte) (int, error) { return a.rest.Read(p) }

// Close ends the program; the zero answer has none.
func (a answer) Close() error {
	if a.Process == nil {
		return nil
	}
	return a.Process.Close()
}

// endOfTables is the line after the tables: each of theirs has a parenthesis.
const endOfTables = "\nSELECT '';\n"

// maxText bounds how many bytes of names of tables, columns and sessions are looked at.
const maxText = 1 << 20

// askWithTables asks a store for its tables, as ofTables lists them, and for what statements for opencode's tables
// give, in one start of sqlite3, which takes longer than its answer. Of a store with other tables the answer is of no
// use.
func askWithTables(ctx context.Context, store database, statements string) (a answer, tables string, err error) {
	a, err = sqlite(ctx, store, ofTables+endOfTables+statements)
	if err != nil {
		return answer{}, "", err
	}

	var text strings.Builder
	for {
		line, err := a.rest.ReadString('\n')
		switch {
		case line == "\n":
			return a, text.String(), nil
		case err != nil: // a database that is locked or damaged has no tables
			return a, "", fmt.Errorf("sqlite3: %w", cmp.Or(a.Wait(), err))
		case text.Len()+len(line) > maxText:
			return a, text.String(), nil
		}
		text.WriteString(line)
	}
}

// textOf is what sqlite3 answers, as a text. It ends the program.
func textOf(p io.ReadCloser) (string, error) {
	text, err := io.ReadAll(io.LimitReader(p, maxText))
	waiting, ok := p.(interface{ Wait() error })
	if ok && err == nil && len(text) < maxText {
		err = waiting.Wait()
	}
	if err != nil {
		err = fmt.Errorf("sqlite3: %w", err)
	}
	return string(text), cmp.Or(err, p.Close())
}

// database is a store as SQLite is to read it, and not to write it.
type database struct {
	name string // an address of SQLite
	// isAlone: no other program has it open. SQLite then makes in memory what it else shares with those.
	isAlone bool
}

// sqlite has sqlite3 answer statements.
func sqlite(ctx context.Context, store database, statements string) (a answer, err error) {
	if store.isAlone {
		statements = "\nPRAGMA locking_mode=EXCLUSIVE;" + statements
	}

	a.Process, err = program.Start(ctx, "", nil, nil, "sqlite3", "-batch", "-readonly", "-safe", "-bail", "-init",
		os.DevNull, "-list", store.name, statements)
	switch {
	case program.IsMissing(err):
		return answer{}, errors.New("it is a database, which the program sqlite3 reads, and that is not installed")
	case err != nil:
		return answer{}, err
	}

	a.rest = bufio.NewReader(a.Process)
	if store.isAlone {
		_, _ = a.rest.ReadString('\n') // the mode; what went wrong is found where the answer is read
	}
	return a, nil
}

// withoutLocks is the name that SQLite has for reading files without locks.
func withoutLocks() string {
	if runtime.GOOS == "windows" {
		return "win32-none"
	}
	return "unix-none"
}

// databaseAt is the store at a path. What was written last may stand in a file beside it, the -wal, which is read under
// the locks of its writer: these are in the -shm. Where that is not there, nothing is written now, as in a copy of both
// files, or after a crash: then they are read without locks, since SQLite would make the -shm for its locks. A journal
// may also be one that has been used up.
func databaseAt(file string) (store database, err error) {
	real, err := filepath.EvalSymlinks(file)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		return database{}, err
	}

	how := "immutable=1"
	isInWAL := false
	isShared := false
	for _, suffix := range []string{"-journal", "-wal", "-shm"} {
		info, err := os.Lstat(real + suffix)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err == nil && !info.Mode().IsRegular():
			return database{}, &source.KindError{Path: real + suffix, Mode: info.Mode()}
		case suffix == "-shm":
			isShared = true
		case err == nil && info.Size() > 0:
			how = "readonly_shm=1"
			isInWAL = suffix == "-wal"
		}
	}

	store.isAlone = isInWAL && !isShared
	if store.isAlone {
		how = "vfs=" + withoutLocks()
	}
	path := "/" + strings.TrimPrefix(filepath.ToSlash(real), "/")
	store.name = (&url.URL{Scheme: "file", Path: path, RawQuery: "mode=ro&" + how}).String()
	return store, nil
}

// Magic is what a database of SQLite begins with.
const Magic = "SQLite format 3\x00"

// Is reports whether a regular file is a database.
func Is(path string) bool {
	f, _, err := source.OpenRegular(path)
	if err != nil {
		return false
	}
	defer f.Close()
	first := make([]byte, len(Magic))
	n, _ := f.ReadAt(first, 0)
	return string(first[:n]) == Magic
}

// Sessions are the sessions in a store, by their paths.
type Sessions struct {
	Paths []string            // of those that no other one started, oldest first
	IDs   map[string]struct{} // of all
}

// List are the sessions in a store; none where the file is no store.
func List(ctx context.Context, path string) (Sessions, error) {
	if !Is(path) {
		return Sessions{}, nil
	}

	ctx, stop := context.WithTimeout(ctx, Patience)
	defer stop()
	store, err := databaseAt(path)
	if err != nil {
		return Sessions{}, err
	}

	list, err := sessionList(ctx, store)
	stored := Sessions{IDs: map[string]struct{}{}}
	for line := range strings.Lines(list) {
		line = strings.TrimSuffix(line, "\n")
		id, isStarted := strings.CutPrefix(line, " ")
		if id == "" || strings.ContainsAny(id, `/\`) {
			continue
		}

		stored.IDs[id] = struct{}{}
		if !isStarted {
			stored.Paths = append(stored.Paths, filepath.Join(path, id))
		}
	}

	return stored, err
}

// sessionList is a line for each session of a store, as openCodeSessions has it.
func sessionList(ctx context.Context, store database) (string, error) {
	answer, tables, err := askWithTables(ctx, store, openCodeSessions)
	switch {
	case err != nil:
		return "", errors.Join(err, answer.Close())
	case isOpenCode(tables):
		return textOf(answer)
	}

	if err := answer.Close(); err != nil {
		return "", err
	}
	if !hasColumn(tables, "sessions", "parent_session_id") {
		return "", errors.New("it has no table of sessions that is known")
	}

	p, err := sqlite(ctx, store, crushSessions)
	if err != nil {
		return "", err
	}
	return textOf(p)
}
