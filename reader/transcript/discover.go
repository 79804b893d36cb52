package transcript

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
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

// place is where one agent keeps its transcripts: below root, by a pattern of fs.Glob.
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

// List finds the transcripts in the usual places, newest first. It reads folders only. What cannot be read is left out.
func List(ctx context.Context, h Homes) ([]Found, error) {
	if h.Getenv == nil {
		h.Getenv = os.Getenv
	}
	var found []Found
	for _, p := range h.places() {
		root := os.DirFS(p.root)
		names, err := fs.Glob(root, p.pattern)
		if err != nil {
			return nil, err // the pattern is malformed
		}
		for i, name := range names {
			if i%256 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			info, err := fs.Stat(root, name)
			if err != nil || !info.Mode().IsRegular() {
				continue
			}
			f := Found{Path: filepath.Join(p.root, filepath.FromSlash(name)), Format: p.format, ModTime: info.ModTime(), Size: info.Size()}
			if p.folder > 0 {
				above := f.Path
				for range p.folder {
					above = filepath.Dir(above)
				}
				f.folder = filepath.Base(above)
			}
			found = append(found, f)
		}
	}
	slices.SortStableFunc(found, func(a, b Found) int { return b.ModTime.Compare(a.ModTime) })
	return found, nil
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

// In reports whether the transcript is one of a working folder, an absolute path. Where the agent names a folder after
// it, that is compared; else the beginning of the file is read.
func (f Found) In(ctx context.Context, dir string) (bool, error) {
	switch {
	case f.folder != "" && f.Format == grokBuild:
		name, err := url.PathUnescape(f.folder)
		return err == nil && name == dir, nil
	case f.folder != "":
		if dashed(f.folder) != dashed(dir) {
			return false, nil
		}
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
