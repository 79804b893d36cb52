package transcript

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"

	"eyeline/reader/internal/skim"
	"eyeline/reader/tools"
)

// SameNow is the comparison of a recorded result with what the same call gives of the files as they are.
type SameNow struct {
	// Tool is the tool that imitates the recorded one: see Session.Profile.
	Tool *tools.Tool
	// Same: the tool gives the recorded bytes. It is only said where Unknown is "".
	Same bool
	// Unknown says in words why it is not known; "" when it can.
	Unknown string
}

// SameNow makes a call again on the files as they are and compares the bytes. Files are looked for in root, as in Coverage.
func (s *Session) SameNow(ctx context.Context, root string, c *Call) (SameNow, error) {
	now := SameNow{Tool: s.Profile(c)}
	switch {
	case now.Tool == nil:
		now.Unknown = "this tool is not imitated"
		return now, nil
	case !c.Answered():
		now.Unknown = "there is no result"
		return now, nil
	case c.Media:
		now.Unknown = "the result is no text"
		return now, nil
	}
	args, cut, err := s.Text(c.Args, textLimit)
	if err != nil {
		return now, err
	}
	want, long, err := s.Text(c.Result, textLimit)
	if err != nil {
		return now, err
	}
	if cut || long {
		now.Unknown = "the result is too long to be compared"
		return now, nil
	}
	dir, in, _, _ := s.place(root, "")
	if in == "" {
		now.Unknown = "the working folder is not recorded; --root names it"
		return now, nil
	}
	// Of a file in another folder than the recorded one, a text that names the path says another one.
	names := func(text []byte) []byte { return text }
	if abs, err := filepath.Abs(filepath.FromSlash(in)); err == nil && dir != "" && filepath.ToSlash(abs) != dir {
		names = func(text []byte) []byte { return bytes.ReplaceAll(text, []byte(abs), []byte(s.Dir)) }
		args = moved(now.Tool, args, dir, abs)
	}
	given := limited{limit: 2*len(want) + 64<<10}
	res, err := now.Tool.Read(ctx, tools.Env{Root: filepath.FromSlash(in), Confine: true}, args)
	if err == nil {
		if _, err = res.Render(ctx, &given); errors.Is(err, skim.ErrStop) {
			err = nil // it is longer than what it is compared with
		}
		_ = res.Close()
	}
	var refusal *tools.Error
	switch {
	case errors.As(err, &refusal) && refusal.Own:
		now.Unknown = strings.TrimPrefix(refusal.Text, "eyeline: ")
		return now, nil
	case errors.As(err, &refusal):
		now.Same = bytes.Equal(names([]byte(refusal.Text)), want)
	case err != nil && ctx.Err() != nil:
		return now, ctx.Err()
	case err != nil:
		now.Unknown = err.Error()
		return now, nil
	default:
		now.Same = !given.cut && bytes.Equal(names(given.Bytes()), want)
	}
	if !now.Same && c.Fidelity == Recorded {
		now.Unknown = "the record has another text than was sent"
	}
	return now, nil
}

// moved puts another folder in the place of the recorded one in the argument that names the file.
func moved(t *tools.Tool, args []byte, dir, in string) []byte {
	var values map[string]json.RawMessage
	if json.Unmarshal(args, &values) != nil {
		return args
	}
	for _, p := range t.Params {
		if !p.IsFile || len(p.Path) != 1 {
			continue
		}
		var path string
		if json.Unmarshal(values[p.Path[0]], &path) != nil {
			continue
		}
		rest, ok := strings.CutPrefix(path, strings.TrimSuffix(dir, "/")+"/")
		if !ok {
			continue
		}
		if text, err := json.Marshal(filepath.Join(in, filepath.FromSlash(rest))); err == nil {
			values[p.Path[0]] = text
		}
	}
	if changed, err := json.Marshal(values); err == nil {
		return changed
	}
	return args
}
