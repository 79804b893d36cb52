package agents

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// Every limit is written once: a copy of a tool with another one gives other answers and says another limit.
func TestLimitsAreTakenFromTheTool(t *testing.T) {
	t.Parallel()
	dir := toolstest.Tree(t, map[string]string{"f.txt": strings.Repeat("a line of text that has forty characters\n", 80)})
	given := func(tool *tools.Tool, args json.RawMessage) string {
		r, err := tool.Read(t.Context(), tools.Env{Root: dir, Home: dir}, args)
		var refusal *tools.Error
		switch {
		case errors.As(err, &refusal):
			return "refused: " + refusal.Text
		case err != nil:
			t.Fatal(err)
		}
		defer r.Close()
		if r.Tool != tool {
			t.Errorf("the result of a copy of %s names another tool", tool.Name)
		}
		var content bytes.Buffer
		if _, err := r.Render(t.Context(), &content); err != nil {
			t.Fatal(err)
		}
		return content.String()
	}
	for _, tool := range tools.AllVersions() {
		if !readsHere(tool) {
			continue
		}
		calls := []json.RawMessage{tools.BuildArgs(tool, dir+"/f.txt", nil)}
		for _, p := range tool.Windows {
			calls = append(calls, tool.Call(p, dir+"/f.txt", nil))
		}
		for name, of := range map[string]func(t *tools.Tool) *int64{
			"Lines":        func(t *tools.Tool) *int64 { return &t.Caps.Lines.Most },
			"Output":       func(t *tools.Tool) *int64 { return &t.Caps.Output.Most },
			"Then":         func(t *tools.Tool) *int64 { return &t.Caps.Then.Most },
			"Whole":        func(t *tools.Tool) *int64 { return &t.Caps.Whole.Most },
			"File":         func(t *tools.Tool) *int64 { return &t.Caps.File.Most },
			"Lines, a cut": func(t *tools.Tool) *int64 { return &t.Lines.Limit },
		} {
			other := *tool
			other.Lines = &tools.LineFormat{}
			if tool.Lines != nil {
				*other.Lines = *tool.Lines
			}
			limit := of(&other)
			if *limit == 0 {
				continue
			}
			// Above the length of the notices that some tools put in place of what they cut, below the file's size.
			*limit = 700
			if strings.HasPrefix(name, "Lines") {
				*limit = 30
			}
			other.Lines.Keep = min(other.Lines.Keep, 20)
			if tool.Lines == nil {
				other.Lines = nil
			}
			changed := false
			for _, args := range calls {
				changed = changed || given(&other, args) != given(tool, args)
			}
			if !changed {
				t.Errorf("%s gives the same where %s is %d", tool.Name, name, *limit)
			}
			if other.Limits() == tool.Limits() {
				t.Errorf("%s says the same where %s is %d: %s", tool.Name, name, *limit, tool.Limits())
			}
		}
	}
}

// What the arguments say of a limit is what the limit is.
func TestPlacesAgreeWithLimits(t *testing.T) {
	t.Parallel()
	for _, tool := range tools.AllVersions() {
		c := tool.Caps.Lines
		for _, p := range tool.Windows {
			if p.Mode != tools.ModeSlice || c.Flag == "" || p.Size != c.Flag {
				continue
			}
			if p.Size0 != 0 && p.Size0 != c.Most || p.Max != 0 && p.Max != c.Max {
				t.Errorf("%s: the place says %d lines, %d at most, the limit %d and %d", tool.Name, p.Size0, p.Max, c.Most, c.Max)
			}
		}
		for _, p := range append(tool.Params, tool.Settings...) {
			for _, c := range []tools.Cap{tool.Caps.Lines, tool.Caps.Output, tool.Caps.File} {
				if n, ok := p.Default.(int64); ok && c.Flag == p.Flag && n != c.Most {
					t.Errorf("%s: %s is %d when it is not given, the limit is %d", tool.Name, p.Flag, n, c.Most)
				}
			}
		}
	}
}

// TestHelpNamesLimitsThatHold: a limit that an argument's help names is one of the tool's.
func TestHelpNamesLimitsThatHold(t *testing.T) {
	t.Parallel()
	numbers := regexp.MustCompile(`[0-9][0-9,]{2,}`)
	named := 0
	for _, tool := range tools.AllVersions() {
		c := tool.Caps
		limits := map[string]bool{strconv.FormatInt(c.Lines.Most-1, 10): true} // beside the first line
		for _, limit := range []tools.Cap{c.Lines, c.Output, c.Then, c.Whole, c.File} {
			limits[strconv.FormatInt(limit.Most, 10)], limits[strconv.FormatInt(limit.Max, 10)] = true, true
		}
		for _, p := range slices.Concat(tool.Params, tool.Settings) {
			for _, n := range numbers.FindAllString(p.Help, -1) {
				named++
				if !limits[strings.ReplaceAll(n, ",", "")] {
					t.Errorf("%s, %s: %s is none of its limits", tool.Name, p.Flag, n)
				}
			}
		}
	}
	if named < 5 {
		t.Errorf("only %d limits are named", named)
	}
}
