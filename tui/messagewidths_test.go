package tui

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"eyeline/tui/kit/cells"
)

// messageRoom is how many cells a message has beside the place in the file, on a screen of 80.
const messageRoom = 72

// reasonName is how functions are called that say why something is not done.
var reasonName = regexp.MustCompile(`^(no|No|why|Why|not|cannot)[A-Z]|Words$`)

// TestMessagesFit80Columns reads of the viewer's sources every message and every reason for a refusal, with a name of
// usual length where it has one, and finds none that is cut off on a screen of 80 columns.
func TestMessagesFit80Columns(t *testing.T) {
	t.Parallel()
	set, found := token.NewFileSet(), 0
	fits := func(message ast.Expr) {
		text := longest(message)
		if found++; cells.Width(text) > messageRoom {
			t.Errorf("%s: %d cells: %s", set.Position(message.Pos()), cells.Width(text), text)
		}
	}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if d.IsDir() && path == filepath.Join("launch", "transcriptcmd") {
			return fs.SkipDir // they are printed
		}
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				s, ok := n.Fun.(*ast.SelectorExpr)
				if ok && (s.Sel.Name == "Say" || s.Sel.Name == "Warn") && len(n.Args) == 1 {
					fits(n.Args[0])
				}
			case *ast.FuncDecl:
				if reasonName.MatchString(n.Name.Name) && n.Body != nil {
					ast.Inspect(n.Body, func(n ast.Node) bool {
						if r, ok := n.(*ast.ReturnStmt); ok && len(r.Results) == 1 {
							fits(r.Results[0])
						}
						return true
					})
				}
			}
			return true
		})
		return nil
	})
	if err != nil || found < 200 {
		t.Errorf("%d messages were found: %v", found, err)
	}
}

// longest is the longest text that an expression may be, as far as it is written out; a name stands for what is not.
func longest(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(e.Value); err == nil {
			return text
		}
	case *ast.ParenExpr:
		return longest(e.X)
	case *ast.BinaryExpr:
		return longest(e.X) + longest(e.Y)
	case *ast.IndexExpr:
		text := ""
		if of, ok := e.X.(*ast.CompositeLit); ok {
			for _, one := range of.Elts {
				if pair, ok := one.(*ast.KeyValueExpr); ok && len(longest(pair.Value)) > len(text) {
					text = longest(pair.Value)
				}
			}
			return text
		}
	case *ast.CallExpr:
		return longestCall(e)
	}
	return "claude_code"
}

var verb = regexp.MustCompile(`%[^a-z%]*[a-z]`)

// longestCall is longest for what a function makes.
func longestCall(e *ast.CallExpr) string {
	name := ""
	switch f := e.Fun.(type) {
	case *ast.SelectorExpr:
		name = f.Sel.Name
	case *ast.Ident:
		name = f.Name
	}
	switch args := e.Args; name {
	case "KeyName", "key":
		return "Esc"
	case "Count":
		return "1,234 " + longest(args[len(args)-1]) + "s"
	case "Sprintf":
		return verb.ReplaceAllStringFunc(longest(args[0]), func(v string) string {
			args = args[1:]
			if len(args) == 0 || v == "%d" {
				return "123"
			}
			return longest(args[0])
		})
	}
	return "claude_code"
}
