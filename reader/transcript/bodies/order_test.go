package bodies

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// savedRequest is a request with messages of some texts, of which the last one is marked for the cache.
func savedRequest(texts ...string) []byte {
	var all []string
	for i, text := range texts {
		cache := ""
		if i == len(texts)-1 {
			cache = `,"cache_control":{"type":"ephemeral"}`
		}
		all = append(all, fmt.Sprintf(`{"role":"user","content":[{"type":"text","text":%q%s}]}`, text, cache))
	}
	return []byte(`{"model":"claude-x","max_tokens":9,"messages":[` + strings.Join(all, ",") + `]}`)
}

// TestOrderOfSavedRequests: files without numbers go by their times; where these were written at once, as copies are, by
// their messages, which grow, and of those that go on from none it is counted that their place is not known.
func TestOrderOfSavedRequests(t *testing.T) {
	bodies := map[string][]string{
		"0c.request.json": {"a"}, "9a.request.json": {"a", "b"}, "5b.request.json": {"a", "b", "c"},
		"1d.request.json": {"other"},
	}
	for _, c := range []struct {
		times   []string // the names in the order of their times
		pause   time.Duration
		order   []string
		unclear int
	}{
		{ // as they were made, with a retry of an earlier one
			[]string{"9a", "5b", "0c"}, time.Second, []string{"9a", "5b", "0c"}, 0,
		},
		{[]string{"0c", "5b", "9a"}, 0, []string{"0c", "9a", "5b"}, 0},
		{[]string{"5b", "0c", "9a"}, time.Millisecond, []string{"0c", "9a", "5b"}, 0},
		{[]string{"0c", "1d", "5b", "9a"}, time.Millisecond, []string{"0c", "1d", "9a", "5b"}, 2},
		{[]string{"5b"}, 0, []string{"5b"}, 0},
	} {
		dir := t.TempDir()
		for i, short := range c.times {
			name := short + ".request.json"
			path := filepath.Join(dir, name)
			if err := os.WriteFile(path, savedRequest(bodies[name]...), 0o600); err != nil {
				t.Fatal(err)
			}
			at := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC).Add(time.Duration(i) * c.pause)
			if err := os.Chtimes(path, at, at); err != nil {
				t.Fatal(err)
			}
		}
		paths, unclear := inOrder(t.Context(), dir)
		var got []string
		for _, path := range paths {
			got = append(got, filepath.Base(path)[:2])
		}
		if !slices.Equal(got, c.order) || unclear != c.unclear {
			t.Errorf("by times %q: %q with %d unclear, want %q with %d", c.times, got, unclear, c.order, c.unclear)
		}
		var out bytes.Buffer
		if _, err := Convert(context.Background(), dir, &out); err != nil {
			t.Fatal(err)
		}
		if says := strings.Contains(out.String(), `"unclear":2`); says != (c.unclear == 2) {
			t.Errorf("the header says of it: %v", says)
		}
	}
}
