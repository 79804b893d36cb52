package outline

// maxSteps is how many levels of indentation are listed for a file in an unknown language.
const maxSteps = 2

// steps finds symbols by indentation alone: a line followed by deeper lines is a symbol that extends to the last of
// them.
type steps struct {
	out  *Outline
	open []openBlock
	prev line
}

func newSteps(_ *rules, o *Outline) lineReader { return &steps{out: o} }

func (s *steps) next(l line) {
	if l.code == "" {
		return
	}

	s.open = s.out.closeTo(s.open, l.indent, s.prev.number)
	if s.prev.code != "" && l.indent > s.prev.indent && len(s.open) < maxSteps &&
		(len(s.open) > 0 || s.prev.indent == 0) {
		at := s.out.add(Symbol{Level: len(s.open), Text: s.prev.code, First: s.prev.number, Last: l.number})
		s.open = append(s.open, openBlock{at: at, indent: s.prev.indent})
	}

	s.prev = l
}

func (s *steps) end(int64) { s.out.closeTo(s.open, 0, s.prev.number) }
