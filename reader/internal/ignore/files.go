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

// maxRead is the size in bytes of the largest ignore file that is read. What a larger one ignores is not known.
const maxRead = 16 << 20

// maxLines is how many lines of an ignore file are read.
const maxLines = 1 << 20

// ReadFile returns the text of an ignore file; "" if it does not exist or cannot be read, which agents treat alike. The
// error is ctx's, or that the file is too large.
func ReadFile(ctx context.Context, env tools.Env, file string) (string, error) {
	env.Stream = nil
	env.Index = nil
	env.MaxBytes = 0
	o, err := tools.Open(ctx, env, tools.PathAny, file)
	if err != nil {
		return "", ctx.Err()
	}

	defer o.Close()
	if o.Size() > maxRead {
		return "", fmt.Errorf("%s has %s bytes, more than 16 MiB", path.Base(file), tools.Thousands(o.Size()))
	}

	text, err := textfile.Head(o, maxRead)
	if err != nil {
		return "", ctx.Err()
	}
	if lines := bytes.Count(text, []byte{'\n'}) + bytes.Count(text, []byte{'\r'}); lines > maxLines {
		return "", fmt.Errorf("%s has more than %s lines", path.Base(file), tools.Thousands(maxLines))
	}

	return string(text), nil
}

// Refusal returns the refusal of a tool when it is not known whether a file is ignored.
func Refusal(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return tools.RefuseOwn("eyeline: whether the file is ignored is not known: " + err.Error())
}

// Lines splits the text of an ignore file into patterns: trimmed, without blank lines and comments.
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

// FromText returns the rules of a text for npm's "ignore"; patterns splits it into lines. Those of a large text are
// cached, since it is used for many files; the same name must imply the same patterns function.
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

// textKey identifies cached rules: a text, and the name of how it is split.
type textKey struct{ name, text string }

// rulesCache caches the rules of a few large texts.
type rulesCache struct {
	mu    sync.Mutex
	rules map[textKey]*Rules
	bytes int
}

var large rulesCache

func (k *rulesCache) get(key textKey) *Rules {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.rules[key]
}

func (k *rulesCache) put(key textKey, r *Rules) {
	const (
		most         = 4 * maxRead
		patternBytes = 32 // memory of a pattern
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
