package agents

import (
	"io/fs"
	"os"
	"strings"
	"sync"

	"eyeline/reader/tools"
	"eyeline/reader/tools/runtime/js"
	"eyeline/reader/tools/runtime/node"
)

// qwenSeen is what Qwen Code remembers in a session: the files that the model was given whole, and unchanged since.
type qwenSeen struct {
	mu    sync.Mutex
	files []qwenEntry
}

// qwenEntry is a file that was read.
type qwenEntry struct {
	info      fs.FileInfo
	whole     bool // all of it was given
	cacheable bool // as text
}

const qwenSession = "qwen_code"

// qwenMemory is the memory of a session; nil without one.
func qwenMemory(env tools.Env) *qwenSeen {
	if env.Session == nil {
		return nil
	}
	if seen, ok := env.Session.Get(qwenSession); ok {
		if seen, ok := seen.(*qwenSeen); ok {
			return seen
		}
	}
	seen := &qwenSeen{}
	env.Session.Put(qwenSession, seen)
	return seen
}

// find is the entry of a file, under whatever name it was read; nil when there is none.
func (m *qwenSeen) find(info fs.FileInfo) *qwenEntry {
	for i := range m.files {
		if os.SameFile(m.files[i].info, info) {
			return &m.files[i]
		}
	}
	return nil
}

func sameState(a, b fs.FileInfo) bool { return a.Size() == b.Size() && a.ModTime().Equal(b.ModTime()) }

// qwenRemember notes that a file was read.
func qwenRemember(env tools.Env, o *tools.File, whole, cacheable bool) {
	m := qwenMemory(env)
	info := o.Info()
	if m == nil || info == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.find(info)
	switch {
	case e == nil:
		m.files = append(m.files, qwenEntry{info, whole, cacheable})
	case sameState(e.info, info):
		e.whole, e.cacheable = e.whole || whole, e.cacheable || cacheable
	default:
		*e = qwenEntry{info, whole, cacheable}
	}
}

// qwenUnchanged is the notice that a whole read gets of a file that the model was given before; nil when it was not.
func qwenUnchanged(env tools.Env, a qwenArgs) *tools.Result {
	m := qwenMemory(env)
	if m == nil || !a.full() {
		return nil
	}
	file := node.Resolve("/", a.path)
	info, err := env.Files().Stat(file)
	if err != nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.find(info)
	if e == nil || !e.whole || !e.cacheable || !sameState(e.info, info) {
		return nil
	}
	rel := file
	if isBelow(env.Dir(), file) {
		if rel = node.Relative(env.Dir(), file); rel == "" {
			rel = "."
		}
	}
	return (&tools.Result{}).Text(nil, "[File "+qwenShorten(rel)+
		" unchanged since last read in this session — the full content was provided earlier in this conversation. If you cannot retrieve that prior content (e.g. after context compaction) or you suspect the file was modified outside the read/edit tools (shell command, MCP tool, another process), re-read with explicit offset/limit to fetch current content.]")
}

// qwenShorten shortens a path to 80 characters, in its middle: the first name and as many of the last ones as fit.
func qwenShorten(file string) string {
	const most, half = 80, 38
	if js.Length(file) <= most {
		return file
	}
	middle := func(s string) string {
		r := []rune(s) // characters of two UTF-16 units count as one here
		if len(r) <= most {
			return s
		}
		return string(r[:half]) + "..." + string(r[len(r)-half:])
	}
	root := ""
	if strings.HasPrefix(file, "/") {
		root = "/"
	}
	parts := strings.FieldsFunc(file, func(r rune) bool { return r == '/' })
	if len(parts) < 2 {
		return middle(root + strings.Join(parts, ""))
	}
	start, end := root+parts[0], ""
	for i := len(parts) - 1; i >= 1; i-- {
		with := strings.Join(parts[i:], "/")
		candidate := start + "/.../" + with
		if i == 1 {
			candidate = start + "/" + with
		}
		if js.Length(candidate) > most {
			break
		}
		if end = with; i == 1 {
			return candidate
		}
	}
	if end == "" {
		return middle(file)
	}
	return start + "/.../" + end
}
