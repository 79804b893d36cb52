package shell

import (
	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// loop runs a for loop.
func (s *Shell) loop(cmd *syntax.ForClause, io streams) (status int) {
	switch loop := cmd.Loop.(type) {
	case *syntax.WordIter:
		if cmd.Select {
			return s.fail("select")
		}

		values := s.args
		if loop.InPos.IsValid() {
			values = s.fields(loop.Items)
		} else if s.Files.System == nil {
			return s.fail("loops but over words")
		}

		for _, value := range values {
			s.set(loop.Name.Value, value)
			status = s.list(cmd.Do, io)
			if s.ends() {
				break
			}
		}

		return status
	case *syntax.CStyleLoop:
		for s.number(loop.Init); loop.Cond == nil || s.number(loop.Cond) != 0; s.number(loop.Post) {
			status = s.list(cmd.Do, io)
			if s.ends() || s.step() {
				break
			}
		}
		return status
	}

	return s.fail("such loops")
}

// while runs a while or until loop.
func (s *Shell) while(cmd *syntax.WhileClause, io streams) (status int) {
	for !s.stopped() {
		holds, unsure := s.condition(func() int { return s.list(cmd.Cond, io) })
		if (holds == 0) == cmd.Until || s.stopped() {
			break
		}

		status = s.under(unsure, func() int { return s.list(cmd.Do, io) })
		if unsure || s.ends() || s.step() { // the number of iterations is not known
			break
		}
	}

	s.ends()
	return status
}

// step counts an iteration, which may have no commands; it returns true if there were too many.
func (s *Shell) step() bool {
	*s.steps++
	if *s.steps > maxSteps {
		s.Files.End(refuse("so many commands"))
	}
	return s.stopped()
}

// ends reports whether a loop ends after an iteration, and handles break and continue.
func (s *Shell) ends() bool {
	if s.Files.Err() != nil || s.pending.shell || s.pending.function {
		return true
	}
	if s.pending.loops == 0 {
		return false
	}

	s.pending.loops--
	goesOn := s.pending.continues && s.pending.loops == 0
	if s.pending.loops == 0 {
		s.pending.continues = false
	}

	return !goesOn
}

// branch runs an if clause.
func (s *Shell) branch(cmd *syntax.IfClause, io streams) int {
	isUnsure := false
	for c := cmd; c != nil; c = c.Else {
		status := 0
		if len(c.Cond) > 0 {
			holds, unsure := s.condition(func() int { return s.list(c.Cond, io) })
			status = holds
			isUnsure = isUnsure || unsure
		}
		if status == 0 && !s.stopped() {
			return s.under(isUnsure, func() int { return s.list(c.Then, io) })
		}
	}

	return 0
}

// choose runs a case clause.
func (s *Shell) choose(cmd *syntax.CaseClause, io streams) (status int) {
	word := s.literal(cmd.Word)
	if isUnknown(word) {
		return s.fail("a case of what is not known")
	}

	falls := false
	for _, item := range cmd.Items {
		for _, p := range item.Patterns {
			falls = falls || s.fits(word, p)
		}

		if !falls {
			continue
		}

		status = s.list(item.Stmts, io)
		if item.Op != syntax.Fallthrough || s.stopped() {
			return status
		}
	}

	return status
}

// fits reports whether a text matches a pattern.
func (s *Shell) fits(text string, of *syntax.Word) bool {
	p, err := expand.Pattern(s.config(), of)
	if s.failed(err) {
		return false
	}

	re, err := expandPattern(p)
	if err != nil {
		s.fail("the pattern " + p)
		return false
	}

	return re.MatchString(text)
}

// number evaluates an arithmetic expression.
func (s *Shell) number(x syntax.ArithmExpr) int {
	if x == nil || s.Files.Err() != nil {
		return 0
	}
	n, err := expand.Arithm(s.config(), x)
	s.failed(err)
	return n
}
