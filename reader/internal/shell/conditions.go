package shell

import (
	"regexp"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/pattern"
	"mvdan.cc/sh/v3/syntax"

	"eyeline/reader/internal/coreutils"
)

// expandPattern converts a pattern of the shell to a regular expression.
func expandPattern(p string) (*regexp.Regexp, error) {
	text, err := pattern.Regexp(p, pattern.EntireString)
	if err != nil {
		return nil, err
	}
	return regexp.Compile(text)
}

// holds evaluates a condition of [[.
func (s *Shell) holds(x syntax.TestExpr) bool {
	if s.Files.Err() != nil {
		return false
	}

	switch x := x.(type) {
	case *syntax.Word:
		text := s.literal(x)
		if isUnknown(text) {
			s.fail("a test of what is not known")
		}
		return text != ""
	case *syntax.ParenTest:
		return s.holds(x.X)
	case *syntax.UnaryTest:
		if x.Op == syntax.TsNot {
			return !s.holds(x.X)
		}
		if w, ok := x.X.(*syntax.Word); ok {
			return s.unary(x.Op.String(), s.literal(w))
		}
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.AndTest:
			return s.holds(x.X) && s.holds(x.Y)
		case syntax.OrTest:
			return s.holds(x.X) || s.holds(x.Y)
		}

		left, isWord := x.X.(*syntax.Word)
		right, areWords := x.Y.(*syntax.Word)
		if isWord && areWords {
			return s.compares(left, x.Op, right)
		}
	}

	s.fail("such a test")
	return false
}

// compares evaluates a comparison of [[.
func (s *Shell) compares(x *syntax.Word, op syntax.BinTestOperator, y *syntax.Word) bool {
	left := s.literal(x)
	if isUnknown(left) {
		s.fail("a test of what is not known")
		return false
	}

	switch op {
	case syntax.TsMatchShort, syntax.TsMatch:
		return s.fits(left, y)
	case syntax.TsNoMatch:
		return !s.fits(left, y)
	case syntax.TsReMatch:
		re, err := regexp.Compile(s.literal(y))
		if err != nil {
			s.fail("such an expression")
			return false
		}
		return re.MatchString(left)
	}

	return s.compared(left, op.String(), s.literal(y))
}

// compared evaluates a binary operator of test on two texts.
func (s *Shell) compared(left, op, right string) bool {
	switch op {
	case "=", "==":
		return left == right
	case "!=":
		return left != right
	case "<":
		return left < right
	case ">":
		return left > right
	}

	a, err := strconv.Atoi(strings.TrimSpace(left))
	b, err2 := strconv.Atoi(strings.TrimSpace(right))
	if err != nil || err2 != nil {
		s.fail("test " + op + " with what is no number")
		return false
	}

	switch op {
	case "-eq":
		return a == b
	case "-ne":
		return a != b
	case "-lt":
		return a < b
	case "-le":
		return a <= b
	case "-gt":
		return a > b
	case "-ge":
		return a >= b
	}

	s.fail("test " + op)
	return false
}

// test imitates test and [.
func test(s *Shell, args []string, _ streams, _ syntax.Pos) int {
	name := args[0]
	args = args[1:]
	if name == "[" {
		if len(args) == 0 || args[len(args)-1] != "]" {
			return s.fail("[ without ]")
		}
		args = args[:len(args)-1]
	}
	return oneIf(!s.tested(args))
}

// tested evaluates the words of test, including -o and -a by precedence.
func (s *Shell) tested(args []string) bool {
	for i, a := range args {
		if a == "-o" && i > 0 {
			return s.tested(args[:i]) || s.tested(args[i+1:])
		}
	}

	for i, a := range args {
		if a == "-a" && i > 0 {
			return s.tested(args[:i]) && s.tested(args[i+1:])
		}
	}

	not := len(args) > 1 && args[0] == "!"
	if not {
		args = args[1:]
	}

	holds := false
	switch len(args) {
	case 0: // false
	case 1:
		holds = args[0] != ""
	case 2:
		holds = s.unary(args[0], args[1])
	case 3:
		holds = s.compared(args[0], args[1], args[2])
	default:
		s.fail("test with so many words")
	}

	return holds != not
}

// unary evaluates a unary operator on a text or file.
func (s *Shell) unary(operator, of string) bool {
	switch operator {
	case "-n":
		return of != ""
	case "-z":
		return of == ""
	case "-v":
		_, set := s.vars[of]
		return set
	}

	c := coreutils.Call{Runner: s.Files, Dir: s.Dir}
	return s.isFile(operator, c.Abs(of))
}
