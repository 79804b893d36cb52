//go:build unix

package transcript_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"eyeline/reader/program"
	"eyeline/reader/source"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/transcripttest"
)

// storeTables are those of opencode 1.18.33 that sessions are in, without the columns that nothing is made of, and an
// index of Kilo 7.7.7.
const storeTables = `
PRAGMA journal_mode=WAL;
CREATE TABLE session (id text PRIMARY KEY, project_id text NOT NULL, parent_id text, slug text NOT NULL, directory text NOT NULL,
	title text NOT NULL, version text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL);
CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL, time_created integer NOT NULL,
	time_updated integer NOT NULL, data text NOT NULL);
CREATE INDEX recall_message_role_idx ON message (id, json_extract(data, '$.role'), coalesce(json_extract(data, '$.parentID'), ''));
`

// storeSession are statements for a session with a read of lines of a file.
func storeSession(id, parent, dir, file string, at, from, to int) string {
	var text strings.Builder
	for n := from; n <= to; n++ {
		fmt.Fprintf(&text, "%d: line %d\\n", n, n)
	}
	data := fmt.Sprintf(`{"type":"tool","tool":"read","callID":"call_0","state":{"status":"completed","input":{"filePath":"%s/%s"},`+
		`"output":"<path>%[1]s/%[2]s</path>\n<type>file</type>\n<content>\n%[3]s\n</content>","metadata":{},"time":{"start":%[4]d,"end":%[4]d}}}`,
		dir, file, text.String(), at)
	return fmt.Sprintf(`INSERT INTO session VALUES ('%[1]s', 'global', %[2]s, 's', '%[3]s', 't', '1.18.33', %[4]d, %[4]d);
INSERT INTO message VALUES ('msg_%[1]s', '%[1]s', %[4]d, %[4]d, '{"role":"assistant"}');
INSERT INTO part VALUES ('prt_%[1]s', 'msg_%[1]s', '%[1]s', %[4]d, %[4]d, '%[5]s');
`, id, parent, dir, at, data)
}

func sentOf(t *testing.T, path, file string) string {
	t.Helper()
	s := transcripttest.Open(t, path)
	c, err := coverage.Of(t.Context(), s, "")
	if err != nil {
		t.Fatal(err)
	}
	if f := c.File(file); f != nil {
		return fmt.Sprint(f.Sent)
	}
	return "none"
}

// TestStore: a session in opencode's database is read with those that it started, the newest one where none is named,
// which is listed, and nothing is written.
func TestStore(t *testing.T) {
	t.Parallel()
	home, dir := t.TempDir(), t.TempDir()
	db := filepath.Join(home, ".local/share/opencode/opencode.db")
	transcripttest.Write(t, filepath.Join(dir, "a.txt"), []byte("line 1\nline 2\nline 3\nline 4\nline 5\n"))
	transcripttest.Write(t, filepath.Join(dir, "x"), nil)
	if err := os.MkdirAll(filepath.Dir(db), 0o755); err != nil {
		t.Fatal(err)
	}
	now := 1795743080000
	sqlite(t, db, storeTables+storeSession("ses_old", "NULL", dir, "a.txt", now, 1, 2)+
		storeSession("ses_new", "NULL", dir, "a.txt", now+1000, 4, 4)+
		storeSession("ses_child", "'ses_new'", dir, "a.txt", now+500, 5, 5)+
		`INSERT INTO part VALUES ('prt_z', 'msg_ses_new', 'ses_new', 0, 0, '{"type":"tool"'), ('prt_y', 'msg_ses_new', 'ses_new', 0, 0, '{"type":"none of these"}')`)
	for path, want := range map[string]string{db: "[[4 4] [5 5]]", db + "/": "[[4 4] [5 5]]", filepath.Join(db, "ses_new"): "[[4 4] [5 5]]", filepath.Join(db, "ses_old"): "[[1 2]]"} {
		if got := strings.ReplaceAll(sentOf(t, path, "a.txt"), "[[4 5]]", "[[4 4] [5 5]]"); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	s := transcripttest.Open(t, db)
	if s.Unknown != 2 || s.Len() != 2 || len(s.Agents) != 1 || s.Agents[0].ID != "ses_child" || s.SubAgent(s.Call(1)).ID != "ses_child" ||
		s.Agent != "opencode" || s.Version != "1.18.33" || s.Path() != filepath.Join(db, "ses_new") {
		t.Errorf("%+v, %d calls, agents %v", s.Header, s.Len(), s.Agents)
	}
	found, err := transcript.List(t.Context(), transcript.Homes{Home: home, Getenv: func(string) string { return "" }})
	if err != nil || len(found) != 1 {
		t.Fatalf("%v, %v", found, err)
	}
	if in, err := found[0].In(t.Context(), transcript.FolderAt(dir)); err != nil || !in {
		t.Errorf("%v %v", in, err)
	}
	if _, err := transcript.Open(t.Context(), filepath.Join(db, "ses_none")); err == nil || err.Error() != "the database has no session ses_none" {
		t.Errorf("a session that is not there: %v", err)
	}
	if s := transcripttest.Open(t, db+"/"); s.Path() != filepath.Join(db, "ses_new") {
		t.Errorf("the newest session is %s", s.Path())
	}
	for _, below := range []string{"a.txt/ses_new", "a.txt/"} {
		if _, err := transcript.Open(t.Context(), dir+"/"+below); !errors.Is(err, syscall.ENOTDIR) {
			t.Errorf("%s: %v", below, err)
		}
	}
	names, _ := filepath.Glob(db + "*")
	if len(names) != 1 {
		t.Errorf("written: %q", names)
	}
}

// TestBelow: of a folder each run is found once. A file of a sub-agent is part of its run, also where it lies as a run
// of its own, of a database each session is one that no other started, and what is no transcript is left out.
func TestBelow(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	run := []byte(transcripttest.ClaudeRead(1, "/w", "/w/a", 1, "one"))
	transcripttest.Write(t, file("claude/s.jsonl"), run)
	transcripttest.Write(t, file("claude/s/subagents/agent-7.jsonl"), run)
	transcripttest.Write(t, file("claude/other.jsonl"), run)
	const first, second = "01a22290-7516-7370-84d4-489317b35451", "01a22290-7516-7370-84d4-489317b35452"
	for id, parent := range map[string]string{first: "", second: first} {
		head := `{"timestamp":"2026-11-21T14:00:00Z","type":"session_meta","payload":{"id":"` + id + `","cwd":"/w","cli_version":"1"`
		if parent != "" {
			head += `,"source":{"subagent":{"thread_spawn":{"parent_thread_id":"` + parent + `"}}}`
		}
		transcripttest.Write(t, file("codex/rollout-2026-11-21T14-00-00-"+id+".jsonl"), []byte(head+"}}\n"))
	}
	transcripttest.Write(t, file("notes.txt"), []byte("no transcript\n"))
	transcripttest.Write(t, file("empty.jsonl"), nil)
	if err := os.Symlink(file("claude/s.jsonl"), file("link.jsonl")); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(file("pipe.jsonl"), 0o600); err != nil {
		t.Fatal(err)
	}
	want := []string{"claude/other.jsonl", "claude/s.jsonl", "codex/rollout-2026-11-21T14-00-00-" + first + ".jsonl"}
	if !program.IsMissing(exec.Command("sqlite3", "-version").Run()) {
		sqlite(t, file("opencode.db"), storeTables+storeSession("ses_b", "NULL", "/w", "a", 2000, 1, 1)+
			storeSession("ses_a", "NULL", "/w", "a", 3000, 1, 1)+storeSession("ses_c", "'ses_b'", "/w", "a", 4000, 1, 1))
		want = append(want, "opencode.db/ses_b", "opencode.db/ses_a")
	}
	found, err := transcript.FindBelow(t.Context(), dir)
	for i := range found {
		found[i], _ = filepath.Rel(dir, found[i])
	}
	if err != nil || !slices.Equal(found, want) {
		t.Errorf("%q, %v", found, err)
	}
	if _, err := transcript.FindBelow(t.Context(), file("none")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// TestExportBesideItsStore: what was exported of a session, or was its files before there was a database, is left out
// beside the database that has the session, and told where that has another one.
func TestExportBesideItsStore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	export := func(id string) []byte {
		return []byte(`{"info":{"id":"` + id + `","directory":"/w","version":"1.18.33"},"messages":[]}`)
	}
	sqlite(t, file("opencode.db"), storeTables+storeSession("ses_a", "NULL", "/w", "a", 1, 1, 1)+
		storeSession("ses_b", "'ses_a'", "/w", "a", 2, 1, 1))
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(export("ses_a")); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	transcripttest.Write(t, file("first.json"), export("ses_a"))
	transcripttest.Write(t, file("packed.json.gz"), packed.Bytes())
	transcripttest.Write(t, file("started.json"), export("ses_b"))
	transcripttest.Write(t, file("other.json"), export("ses_c"))
	transcripttest.Write(t, file("storage/message/ses_a/msg_1.json"), []byte(`{"id":"msg_1","role":"user"}`))
	transcripttest.Write(t, file("storage/session/global/ses_a.json"), []byte(`{"id":"ses_a","directory":"/w","version":"0.4.1"}`))
	found, err := transcript.FindBelow(t.Context(), dir)
	if want := []string{file("opencode.db/ses_a"), file("other.json")}; err != nil || !slices.Equal(found, want) {
		t.Errorf("%q, %v", found, err)
	}
	if err := os.Remove(file("opencode.db")); err != nil {
		t.Fatal(err)
	}
	if found, err = transcript.FindBelow(t.Context(), dir); err != nil || len(found) != 5 {
		t.Errorf("without the database: %q, %v", found, err)
	}
}

// TestStoreWhileItIsWritten: what only the file beside a database has is read, also where the file that its writers share
// is not there, as after a crash or in a copy; nothing is written.
func TestStoreWhileItIsWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	live, db := filepath.Join(dir, "live.db"), filepath.Join(dir, "opencode.db")
	transcripttest.Write(t, filepath.Join(dir, "a.txt"), []byte("line 1\nline 2\n"))
	copied := ".shell cd '" + dir + "'"
	for _, suffix := range []string{"", "-wal", "-shm"} {
		copied += " && cp live.db" + suffix + " opencode.db" + suffix
	}
	sqlite(t, live, storeTables+storeSession("ses_a", "NULL", dir, "a.txt", 1795743080000, 1, 1)+copied+"\n")
	before := timesOf(t, dir)
	s := transcripttest.Open(t, db)
	if got := sentOf(t, db, "a.txt"); got != "[[1 1]]" {
		t.Errorf("sent: %s", got)
	}
	if _, err := s.Update(t.Context()); err == nil || !strings.Contains(err.Error(), "a database is not followed") {
		t.Error(err)
	}
	if after := timesOf(t, dir); !maps.Equal(before, after) {
		t.Errorf("before\n%v\nafter\n%v", before, after)
	}

	if err := os.Remove(db + "-shm"); err != nil {
		t.Fatal(err)
	}
	before = timesOf(t, dir)
	for _, path := range []string{db, filepath.Join(db, "ses_a")} {
		if got := sentOf(t, path, "a.txt"); got != "[[1 1]]" {
			t.Errorf("%s without the -shm: sent %s", path, got)
		}
	}
	if found, err := transcript.FindBelow(t.Context(), dir); err != nil || !slices.Contains(found, filepath.Join(db, "ses_a")) {
		t.Errorf("found below without the -shm: %q, %v", found, err)
	}
	if after := timesOf(t, dir); !maps.Equal(before, after) {
		t.Errorf("without the -shm: before\n%v\nafter\n%v", before, after)
	}
}

// TestStoreWithAJournalThatIsKept: SQLite may leave the journal of what is written, with nothing to take back.
func TestStoreWithAJournalThatIsKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := filepath.Join(dir, "opencode.db")
	transcripttest.Write(t, filepath.Join(dir, "a.txt"), []byte("line 1\nline 2\n"))
	sqlite(t, db, strings.ReplaceAll(storeTables, "=WAL", "=PERSIST")+storeSession("ses_a", "NULL", dir, "a.txt", 1795743080000, 1, 1))
	before := timesOf(t, dir)
	if len(before) != 3 {
		t.Fatalf("no journal: %v", before)
	}
	if got := sentOf(t, db, "a.txt"); got != "[[1 1]]" {
		t.Errorf("sent: %s", got)
	}
	if after := timesOf(t, dir); !maps.Equal(before, after) {
		t.Errorf("before\n%v\nafter\n%v", before, after)
	}
}

// TestStoreBesideAnEmptyFile: a -wal that has nothing needs no -shm.
func TestStoreBesideAnEmptyFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := filepath.Join(dir, "opencode.db")
	transcripttest.Write(t, filepath.Join(dir, "a.txt"), []byte("line 1\nline 2\n"))
	sqlite(t, db, storeTables+storeSession("ses_a", "NULL", dir, "a.txt", 1795743080000, 1, 1))
	transcripttest.Write(t, db+"-wal", nil)
	if got := sentOf(t, db, "a.txt"); got != "[[1 1]]" {
		t.Errorf("sent: %s", got)
	}
}

// TestPeekReadsNoMoreThanTheBeginning: what is listed is not unpacked or answered as a whole, nor waited for.
func TestPeekReadsNoMoreThanTheBeginning(t *testing.T) {
	dir := t.TempDir()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write([]byte(strings.Repeat(transcripttest.ClaudeRead(1, "/w", "/w/a", 1, "one"), 10_000)))
	_ = z.Close()
	torn := filepath.Join(dir, "a.jsonl.gz")
	transcripttest.Write(t, torn, packed.Bytes()[:packed.Len()-8])
	if in, err := (transcript.Entry{Path: torn}).In(t.Context(), transcript.FolderAt("/w")); err != nil || !in {
		t.Errorf("packed: %v %v", in, err)
	}
	if _, err := transcript.Open(t.Context(), torn); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("all of it: %v", err)
	}
	db := filepath.Join(dir, "opencode.db")
	sqlite(t, db, storeTables+storeSession("ses_a", "NULL", dir, "a.txt", 1795743080000, 1, 1)+`
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
INSERT INTO part SELECT 'prt_b' || i, 'msg_ses_a', 'ses_a', 0, 0, '{"type":"text","text":"' || hex(zeroblob(100)) || '"}' FROM n;`)
	if in, err := (transcript.Entry{Path: db}).In(t.Context(), transcript.FolderAt(dir)); err != nil || !in {
		t.Errorf("a store: %v %v", in, err)
	}
	endless := filepath.Join(dir, "endless.db")
	sqlite(t, endless, storeTables+`DROP TABLE part; CREATE VIEW part AS WITH RECURSIVE n(i) AS
		(SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 'prt' AS id, 'msg' || i AS message_id, i AS data FROM n;`+
		strings.ReplaceAll(storeSession("ses_a", "NULL", dir, "a", 1, 1, 1), "INSERT INTO part", "-- "))
	defer func(was time.Duration) { *transcript.PeekTime = was }(*transcript.PeekTime)
	*transcript.PeekTime = 200 * time.Millisecond
	began := time.Now()
	if _, err := (transcript.Entry{Path: endless}).Peek(t.Context()); err == nil || time.Since(began) > program.Patience/2 {
		t.Errorf("an endless one: %v after %v", err, time.Since(began))
	}
}

func timesOf(t *testing.T, dir string) map[string]time.Time {
	t.Helper()
	times := map[string]time.Time{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		times[e.Name()] = info.ModTime()
	}
	return times
}

// TestHostileStores: a database is refused in a sentence, or says nothing that is not so, in time.
func TestHostileStores(t *testing.T) {
	dir := t.TempDir()
	open := func(name, statements string) error {
		t.Helper()
		db := filepath.Join(dir, name)
		sqlite(t, db, statements)
		s, err := transcript.Open(t.Context(), db)
		if err == nil {
			_ = s.Close()
		}
		return err
	}
	if err := open("empty.db", storeTables); err == nil || err.Error() != "the database has no session" {
		t.Error(err)
	}
	if err := open("other.db", "CREATE TABLE a (b)"); err == nil || !strings.Contains(err.Error(), `of no agent that is known: its tables are "a"`) {
		t.Error(err)
	}
	functions := storeTables + `DROP TABLE part; CREATE VIEW part AS SELECT 'prt' AS id, 'msg_ses_a' AS message_id, writefile('` +
		filepath.Join(dir, "written") + `', 'x') || readfile('/etc/passwd') AS data;` +
		strings.ReplaceAll(storeSession("ses_a", "NULL", dir, "a", 1, 1, 1), "INSERT INTO part", "-- ")
	if err := open("functions.db", functions); err == nil {
		t.Error("functions of a view are called")
	}
	if _, err := os.Stat(filepath.Join(dir, "written")); err == nil {
		t.Error("a view wrote a file")
	}
	was := program.Patience
	program.Patience = 200 * time.Millisecond
	defer func() { program.Patience = was }()
	endless := functions[:strings.Index(functions, "CREATE VIEW")] + `CREATE VIEW part AS WITH RECURSIVE n(i) AS
		(SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 'prt' AS id, 'msg' || i AS message_id, i AS data FROM n;` +
		strings.ReplaceAll(storeSession("ses_a", "NULL", dir, "a", 1, 1, 1), "INSERT INTO part", "-- ")
	if err := open("endless.db", endless); err == nil || !strings.Contains(err.Error(), "said nothing for") {
		t.Error(err)
	}
	torn := filepath.Join(dir, "torn.db")
	sqlite(t, torn, storeTables+storeSession("ses_a", "NULL", dir, "a", 1, 1, 1))
	if err := os.Truncate(torn, 9000); err != nil {
		t.Fatal(err)
	}
	if _, err := transcript.Open(t.Context(), torn); err == nil || !strings.Contains(err.Error(), "malformed") {
		t.Errorf("a part of a store: %v", err)
	}
	garbage := filepath.Join(dir, "garbage.db")
	transcripttest.Write(t, garbage, slices.Concat([]byte("SQLite format 3\x00"), make([]byte, 1<<20)))
	if _, err := transcript.Open(t.Context(), garbage); err == nil || strings.Contains(err.Error(), "\n") {
		t.Error(err)
	}
	if err := syscall.Mkfifo(garbage+"-wal", 0o600); err != nil {
		t.Fatal(err)
	}
	var kind *source.KindError
	if _, err := transcript.Open(t.Context(), garbage); !errors.As(err, &kind) {
		t.Error(err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := transcript.Open(t.Context(), filepath.Join(dir, "other.db")); err == nil || !strings.Contains(err.Error(), "sqlite3 reads, and that is not installed") {
		t.Error(err)
	}
}
