package transcript

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"eyeline/reader/source"
)

// Found is a transcript that lies in one of the agents' usual places. Nothing of it has been read.
type Found struct {
	Path    string
	Format  *Format
	ModTime time.Time
	Size    int64 // in bytes

	folder string // the name of the folder that stands for the working folder, "" when there is none
}

// Homes is where agents keep their transcripts.
type Homes struct {
	Home   string
	Getenv func(string) string // os.Getenv, or another in tests
}

// place is where one agent keeps its transcripts: below root, by a pattern for each name.
type place struct {
	format  *Format
	root    string
	pattern string
	folder  int // how many folders above the file the one is that is named after the working folder; 0 for none
}

// places lists the usual places of every agent. The stores of opencode and Kilo are databases: see openCode.
func (h Homes) places() []place {
	or := func(variable string, parts ...string) string {
		if dir := h.Getenv(variable); dir != "" {
			return dir
		}
		return filepath.Join(append([]string{h.Home}, parts...)...)
	}
	editor := filepath.Join(h.Home, ".config")
	switch runtime.GOOS {
	case "darwin":
		editor = filepath.Join(h.Home, "Library", "Application Support")
	case "windows":
		editor = or("APPDATA", "AppData", "Roaming")
	}
	codexHome := or("CODEX_HOME", ".codex")
	return []place{
		{claudeCode, or("CLAUDE_CONFIG_DIR", ".claude"), "projects/*/*.jsonl", 1},
		{codex, codexHome, "sessions/*/*/*/rollout-*.jsonl", 0},
		{codex, codexHome, "archived_sessions/rollout-*.jsonl", 0},
		{codex, codexHome, "archived_sessions/*/*/*/rollout-*.jsonl", 0},
		{geminiCLI, filepath.Join(h.Home, ".gemini"), "tmp/*/chats/session-*.jsonl", 0},
		{geminiOld, filepath.Join(h.Home, ".gemini"), "tmp/*/chats/session-*.json", 0},
		{qwenCode, filepath.Join(h.Home, ".qwen"), "projects/*/chats/*.jsonl", 2},
		{pi, or("PI_CODING_AGENT_DIR", ".pi", "agent"), "sessions/*/*.jsonl", 1},
		{copilotCLI, filepath.Join(h.Home, ".copilot"), "session-state/*/events.jsonl", 0},
		{kimiCode, filepath.Join(h.Home, ".kimi-code"), "sessions/*/session_*/agents/main/wire.jsonl", 0},
		{grokBuild, filepath.Join(h.Home, ".grok"), "sessions/*/*/chat_history.jsonl", 2},
		{cline, filepath.Join(h.Home, ".cline"), "data/sessions/*/*.messages.json", 0},
		{cline, filepath.Join(editor, "Code"), "User/globalStorage/saoudrizwan.claude-dev/tasks/*/api_conversation_history.json", 0},
	}
}

// dashed is a path as agents make the name of a folder of it: what is no letter or digit becomes a dash. How many dashes
// are at its ends differs.
func dashed(path string) string {
	name := []byte(path)
	for i, b := range name {
		if b < '0' || b > '9' && b < 'A' || b > 'Z' && b < 'a' || b > 'z' {
			name[i] = '-'
		}
	}
	return strings.Trim(string(name), "-")
}

// Belonging says whether a transcript is one of a working folder, as far as names tell.
type Belonging uint8

const (
	Unsaid    Belonging = iota // its path does not say
	Likely                     // its folder has the name that the agent makes of the working folder, and perhaps of others
	Here                       // it is one of the working folder
	Elsewhere                  // it is not
)

// Belongs says whether the transcript is one of a working folder, an absolute path, by its own path alone.
func (f Found) Belongs(dir string) Belonging {
	switch {
	case f.folder == "":
		return Unsaid
	case f.Format.folder != nil:
		if f.Format.folder(f.folder) == dir {
			return Here
		}
	case dashed(f.folder) == dashed(dir):
		return Likely
	}
	return Elsewhere
}

// In reports whether the transcript is one of a working folder, an absolute path. Where names do not say so, the beginning
// of the file is read.
func (f Found) In(ctx context.Context, dir string) (bool, error) {
	switch f.Belongs(dir) {
	case Here:
		return true, nil
	case Elsewhere:
		return false, nil
	}
	h, err := f.Peek(ctx)
	return err == nil && h.Dir == dir, err
}

// Peek reads the beginning of the transcript, at most 64 KiB, for what it says of the run as a whole. The end of the run
// is the file's time.
func (f Found) Peek(ctx context.Context) (Header, error) {
	src, err := source.OpenFile(f.Path)
	if err != nil {
		return Header{}, err
	}
	defer func() { _ = src.Close() }()
	size := min(src.Snapshot().Size, headSize)
	s, err := newSession(f.Path, io.NewSectionReader(src, 0, size), size)
	if err != nil {
		return Header{}, err
	}
	if err := s.read(ctx); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return Header{}, err
	}
	s.Ended = f.ModTime
	return s.Header, nil
}
