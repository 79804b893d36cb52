package ignore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
	"sync"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
)

// mostRead is how many bytes of an ignore file are read: one of more says nothing that is known.
const mostRead = 16 << 20

// mostLines is how many lines of an ignore file are read.
const mostLines = 1 << 20

// ReadFile is the text of an ignore file; "" without one, or it cannot be read, which agents take for the same.
// The error is the context's, or that the file is too large.
func ReadFile(ctx context.Context, env tools.Env, file string) (string, error) {
	env.Stream = nil
	env.Index = nil
	env.MaxBytes = 0
	o, err := tools.Open(ctx, env, tools.PathAny, file)
	if err != nil {
		return "", ctx.Err()
	}

	defer o.Close()
	if o.Size() > mostRead {
		return "", fmt.Errorf("%s has %s bytes, more than 16 MiB", path.Base(file), tools.Thousands(o.Size()))
	}

	text, err := textfile.Head(o, mostRead)
	if err != nil {
		return "", ctx.Err()
	}
	if lines := bytes.Count(text, []byte{'\n'}) + bytes.Count(text, []byte{'\r'}); lines > mostLines {
		return "", fmt.Errorf("%s has more than %s lines", path.Base(file), tools.Thousands(mostLines))
	}

	return string(text), nil
}

// Refusal is how a tool answers where it is not known whether a file is ignored.
func Refusal(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return tools.RefuseOwn("eyeline: whether the file is ignored is not known: " + err.Error())
}

// Lines cuts the text of an ignore file into its patterns: trimmed, without blank lines and comments.
func Lines(text string) []string {
	var lines []string
	for _, l := range eachLine(text) {
		l = js.Trim(l)
		if l != "" && !strings.HasPrefix(l, "#") {
			lines = append(lines, l)
		}
	}
	return lines
}

func eachLine(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
}

// FromText are the rules of a text for npm's "ignore"; patterns parts it into lines. Of a large text they are kept for
// the next time that it is asked for: many files are judged by it. Texts of one name are parted in the same way.
func FromText(name, text string, patterns func(text string) []string) (*Rules, error) {
	const small = 4 << 10
	key := textKey{name, text}
	if len(text) > small {
		if r := large.get(key); r != nil {
			return r, nil
		}
	}

	r := New(NPM)
	if err := r.Add(patterns(text)...); err != nil {
		return nil, fmt.Errorf("%s: %w", path.Base(name), err)
	}
	if len(text) > small {
		large.put(key, r)
	}

	return r, nil
}

// textKey is a text with what says how it is parted.
type textKey struct{ name, text string }

// keeper keeps the rules of a few large texts.
type keeper struct {
	mu    sync.Mutex
	rules map[textKey]*Rules
	bytes int
}

var large keeper

func (k *keeper) get(key textKey) *Rules {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.rules[key]
}

func (k *keeper) put(key textKey, r *Rules) {
	const (
		most         = 4 * mostRead
		patternBytes = 32 // of memory
	)
	size := len(key.text) + patternBytes*len(r.patterns)
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.rules == nil || k.bytes+size > most {
		k.rules = map[textKey]*Rules{}
		k.bytes = 0
	}

	if k.rules[key] == nil {
		k.bytes += size
		k.rules[key] = r
	}
}
