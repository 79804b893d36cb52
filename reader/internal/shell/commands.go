package shell

import (
	"iter"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Commands are the words of each command that stands in the line that was run, be it run or not. A word is empty that
// depends on more than the line.
func (s *Shell) Commands() iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		if s.ran == nil {
			return
		}
		goesOn := true
		syntax.Walk(s.ran, func(n syntax.Node) bool {
			if call, isCall := n.(*syntax.CallExpr); isCall && goesOn && len(call.Args) > 0 {
				goesOn = yield(plainWords(call))
			}
			return goesOn
		})
	}
}

func plainWords(call *syntax.CallExpr) (words []string) {
	for _, w := range call.Args {
		text := w.Lit()
		if text == "" || strings.Contains(text, `\`) {
			text, _ = wordOf(w, nil)
		}
		words = append(words, text)
	}
	return words
}

// Imitates reports whether a command of a name is run: a function of the line, one of the shell's own, or a program.
func (s *Shell) Imitates(name string) bool {
	_, isFunction := s.functions[name]
	return isFunction || wrappers[name] != nil || builtins[name] != nil ||
		s.Files.Known(name[strings.LastIndexByte(name, '/')+1:])
}
