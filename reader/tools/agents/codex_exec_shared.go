package agents

import (
	"sync"

	"eyeline/reader/source"
	"eyeline/reader/tools"
)

// execMade is what a command gives, which Codex's tools that run commands cut and frame each in its own way. While a file is
// shared they evaluate the same command one after the other: it is done once.
type execMade struct {
	mu       sync.Mutex
	parsed   bool
	commands []shellCommand
	err      error // of parsing
	text     *execText
}

// sharedExec is what was made of a command in the same place so far; a new one where no file is shared.
func sharedExec(env tools.Env, a execArgs) *execMade {
	m := sharedMemory(env)
	if m == nil || a.workdir != "" || a.shell != "" || a.tty {
		return new(execMade)
	}
	name := "exec\x00" + a.cmd + "\x00" + env.Root + "\x00" + env.Home // none of these has a NUL
	return m.Once(name, func() any { return new(execMade) }).(*execMade)
}

// sharedMemory is where the file that is shared is in memory; nil where none is.
func sharedMemory(env tools.Env) *source.Memory {
	if env.Shared == nil || env.Confine || env.Stream != nil {
		return nil
	}
	return source.MemoryOf(env.Shared.Bytes())
}

func (e *execMade) parse(env tools.Env, command string) ([]shellCommand, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.parsed {
		e.parsed = true
		e.commands, e.err = parseShell(env, command)
	}
	return e.commands, e.err
}

// evaluate is execRun.evaluate. Its text is kept where it has nothing but what the shared file gives, which does not change.
func (e *execMade) evaluate(r *execRun, commands []shellCommand, tty bool) (*execText, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.text != nil {
		return e.text, nil
	}
	t, err := r.evaluate(commands, tty)
	if err != nil {
		return nil, err
	}
	if m := sharedMemory(r.env); m != nil && len(r.files) == 1 && len(r.opened) == 1 && r.files[0].InMemory() == m && t.status == 0 {
		e.text = t
	}
	return t, nil
}
