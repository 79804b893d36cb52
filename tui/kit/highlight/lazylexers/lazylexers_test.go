package lazylexers_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/alecthomas/chroma/v2/lexers"

	"eyeline/tui/kit/highlight/lazylexers"
)

// registeredAtStart says that there were lexers before the tests began.
var registeredAtStart = lexers.GlobalLexerRegistry != nil

func TestInit(t *testing.T) {
	if v := runtime.Version(); strings.HasPrefix(v, "go1.26") && registeredAtStart {
		t.Error("chroma's lexers were registered at start")
	}
	for range 2 {
		lazylexers.Init()
	}
	reg := lexers.GlobalLexerRegistry
	if n := len(reg.Lexers); n < 250 {
		t.Errorf("%d lexers when they are wanted", n)
	}
	for alias, want := range map[string]string{
		"py": "Python", "html": "HTML", "js": "JavaScript", "c++": "C++", "yaml": "YAML", "erb": "ERB", "elisp": "EmacsLisp",
		"php": "PHP", "phtml": "PHTML", "markdown": "markdown", "go": "Go", "sh": "Bash", "mysql": "MySQL", "jinja": "Django/Jinja",
	} {
		if l := reg.Get(alias); l == nil || l.Config().Name != want {
			t.Errorf("%s is %v, want %s", alias, l, want)
		}
	}
}
