package qwencode

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"

	"eyeline/reader/internal/paths"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/tools"
)

// seenFiles are the files that the model has been sent whole in a session, unchanged since.
type seenFiles struct {
	mu    sync.Mutex
	files []seenFile
}

// seenFile is a file that was read.
type seenFile struct {
	info  fs.FileInfo
	whole bool // it was sent whole
}

// Fork implements the copying of tools.Session.
func (m *seenFiles) Fork() any {
	m.mu.Lock()
	defer m.mu.Unlock()
	return &seenFiles{files: slices.Clone(m.files)}
}

const sessionKey = "qwen_code"

// memory returns the memory of a session; nil without one.
func memory(env tools.Env) *seenFiles {
	if env.Session == nil {
		return nil
	}

	known, _ := env.Session.Get(sessionKey)
	seen, ok := known.(*seenFiles)
	if !ok {
		seen = &seenFiles{}
		env.Session.Put(sessionKey, seen)
	}

	return seen
}

// find returns the entry of a file, under whatever name it was read; nil without one.
func (m *seenFiles) find(info fs.FileInfo) *seenFile {
	for i := range m.files {
		if os.SameFile(m.files[i].info, info) {
			return &m.files[i]
		}
	}
	return nil
}

func sameState(a, b fs.FileInfo) bool { return a.Size() == b.Size() && a.ModTime().Equal(b.ModTime()) }

// remember records that a file was read.
func remember(env tools.Env, o *tools.File, whole bool) {
	m := memory(env)
	info := o.Info()
	if m == nil || info == nil {
		return
	}

	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.find(info)
	switch {
	case e == nil:
		m.files = append(m.files, seenFile{info, whole})
	case sameState(e.info, info):
		e.whole = e.whole || whole
	default:
		*e = seenFile{info, whole}
	}
}

// unchanged returns the notice for a whole read of a file that the model has been sent; nil if it has not.
func unchanged(env tools.Env, a readArguments) *tools.Result {
	m := memory(env)
	if m == nil || !a.full() {
		return nil
	}

	file := node.Path(env).Resolve(env.Dir(), a.path)
	info, err := env.Files().Stat(file)
	if err != nil {
		return nil
	}

	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.find(info)
	if e == nil || !e.whole || !sameState(e.info, info) {
		return nil
	}

	rel := file
	if paths.IsBelow(env, env.Dir(), file) {
		rel = node.Path(env).Relative(env.Dir(), file)
	}

	return tools.Notice(nil, "[File "+shorten(rel, node.Path(env).Separator())+
		" unchanged since last read in this session — the full content was provided earlier in this conversation. If "+
		"you cannot retrieve that prior content (e.g. after context compaction) or you suspect the file was modified "+
		"outside the read/edit tools (shell command, MCP tool, another process), re-read with explicit offset/limit "+
		"to fetch current content.]")
}

// shorten shortens a path to 80 characters in its middle: it keeps the first name and as many of the last ones as fit.
func shorten(file, sep string) string {
	const most, half = 80, 38
	if js.Length(file) <= most {
		return file
	}

	first := 1 + strings.Index(file[1:], sep)
	end := "" // "" if there is a single name
	for at := len(file); ; end = file[at:] {
		at = strings.LastIndex(file[:at], sep)
		if at <= first || js.Length(file[:first]+sep+"..."+file[at:]) > most {
			break
		}
	}

	if end != "" {
		return file[:first] + sep + "..." + end
	}

	r := []rune(file) // a surrogate pair counts as one here
	if len(r) <= most {
		return file
	}

	return string(r[:half]) + "..." + string(r[len(r)-half:])
}
