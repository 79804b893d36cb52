package replica

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"eyeline/reader/tools"
)

// given is what a call gave, by the agent or by the tool here.
type given struct {
	text    string
	refused bool
	media   bool // it is not text, or not only
	note    string
	// own: the tool here does not imitate the call.
	own bool
}

// profile makes the call of a case with the tool that imitates the agent's; t is nil without one yet.
func profile(ctx context.Context, t *tools.Tool, c testCase, home string, memory *tools.Session) given {
	if t == nil {
		return given{own: true}
	}
	r, err := t.Read(ctx, tools.Env{Root: c.Root, Home: home, Session: memory}, c.Args)
	var refusal *tools.Error
	switch {
	case errors.As(err, &refusal):
		return given{text: refusal.Text, refused: true, own: refusal.Own}
	case err != nil:
		return given{text: err.Error(), refused: true, own: true}
	}
	defer r.Close()
	var text bytes.Buffer
	if _, err := r.Render(ctx, &text); err != nil {
		return given{text: err.Error(), refused: true, own: !errors.As(err, &refusal)}
	}
	return given{text: text.String(), media: r.Kind != "", note: strings.Join(r.Notes, "\n")}
}

// answerOf is what the agent gave, in the form of the tool here.
func answerOf(a *agent, r *result) given {
	g := given{text: r.Text, refused: r.Failed, media: r.Media}
	if a.Notes != nil {
		g.note = a.Notes(r.Notes)
	}
	return g
}

// same reports whether the agent's answer is that of the tool here.
func same(a *agent, got, want given) bool {
	switch {
	case want.media && got.media:
		return true // what is in a picture is not compared
	case got.media != want.media:
		return false
	case a.Flagged && got.refused != want.refused:
		return false
	case a.Notes != nil && got.note != want.note:
		return false
	}
	return unvaried(a, got.text) == unvaried(a, want.text)
}

// unvaried is a content without the words that differ from run to run.
func unvaried(a *agent, text string) string {
	if a.Same != nil {
		return a.Same(text)
	}
	return text
}

// inputOf is the text of a call that takes a text: the argument "input".
func inputOf(args string) string {
	var o struct{ Input string }
	if json.Unmarshal([]byte(args), &o) != nil {
		return args
	}
	return o.Input
}
