package ignore

import "slices"

// inst is an instruction of a program. oneUnit, oneOf and assertions continue with the next instruction.
type inst struct {
	kind kind // or jump, split, done
	unit rune
	set  *set
	to   int32 // target of jump and split
}

const (
	jump  kind = iota + 100 // continues at to
	split                   // continues both at the next one and at to
	done                    // the pattern has matched
)

// program is a compiled pattern. All threads advance together, so that matching takes at most its length times the
// text's length.
type program struct {
	insts []inst
	least int // least length of a matching text, in units
	// tail are the units at the end of each matching text; loose: a slash may follow them.
	tail  []rune
	loose bool
	// nameOnly: it is matched with the last element of a path.
	nameOnly bool
}

// compile returns the program of a node, which matches from the beginning of a text.
func compile(n node) *program {
	p := &program{least: n.least()}
	p.tail, p.loose = tailOf(n.kids)
	p.emit(&n)
	p.insts = append(p.insts, inst{kind: done})
	return p
}

// tailOf returns the units at the end of each text that a sequence matches completely; loose: a slash may follow them.
func tailOf(kids []node) (tail []rune, loose bool) {
	n := len(kids) - 1
	if n < 0 || kids[n].kind != atEnd {
		return nil, false
	}
	loose = n > 0 && kids[n-1].kind == optional
	if loose {
		n--
	}

	for n > 0 && kids[n-1].kind == sequence {
		kids = kids[n-1].kids
		n = len(kids)
	}

	for ; n > 0 && kids[n-1].kind == oneUnit; n-- {
		tail = append(tail, kids[n-1].unit)
	}

	slices.Reverse(tail)
	return tail, loose
}

func (p *program) emit(n *node) {
	here := len(p.insts)
	switch n.kind {
	case sequence:
		for i := range n.kids {
			p.emit(&n.kids[i])
		}
	case anyTimes, optional:
		p.insts = append(p.insts, inst{kind: split})
		p.emit(&n.kids[0])
		if n.kind == anyTimes {
			p.insts = append(p.insts, inst{kind: jump, to: int32(here)})
		}
		p.insts[here].to = int32(len(p.insts))
	case either:
		var ends []int
		for i := range n.kids {
			at := len(p.insts)
			if i < len(n.kids)-1 {
				p.insts = append(p.insts, inst{kind: split})
			}

			p.emit(&n.kids[i])
			if i < len(n.kids)-1 {
				ends = append(ends, len(p.insts))
				p.insts = append(p.insts, inst{kind: jump})
				p.insts[at].to = int32(len(p.insts))
			}
		}

		for _, end := range ends {
			p.insts[end].to = int32(len(p.insts))
		}
	default:
		p.insts = append(p.insts, inst{kind: n.kind, unit: n.unit, set: n.set})
	}
}

// threads are the active instructions at a position of a text, each once.
type threads struct {
	list []int32
	// at is the index of an instruction in list. Its values are only meaningful if list has the instruction there.
	at []int32
}

func (t *threads) reset(n int) {
	t.list = t.list[:0]
	if cap(t.at) < n {
		t.at = make([]int32, n)
	}
	t.at = t.at[:n]
}

func (t *threads) add(pc int32) bool {
	if i := t.at[pc]; int(i) < len(t.list) && t.list[i] == pc {
		return false
	}
	t.at[pc] = int32(len(t.list))
	t.list = append(t.list, pc)
	return true
}

// cannot reports whether the length or the end of a text rules the program out.
func (p *program) cannot(text []rune) bool {
	if p.least > len(text) {
		return true
	}
	if len(p.tail) == 0 || endsWith(text, p.tail) {
		return false
	}
	n := len(text) - 1
	return !p.loose || text[n] != '/' || !endsWith(text[:n], p.tail)
}

func endsWith(text, tail []rune) bool {
	return len(text) >= len(tail) && slices.Equal(text[len(text)-len(tail):], tail)
}

// match reports whether the program matches a text; false if the meter allows no more steps.
func (p *program) match(text []rune, m *meter) bool {
	if !m.step(1) || p.cannot(text) {
		return false
	}

	m.now.reset(len(p.insts))
	m.next.reset(len(p.insts))
	if p.follow(0, text, 0, m, &m.now) {
		return true
	}

	for i, u := range text {
		m.next.list = m.next.list[:0]
		for _, pc := range m.now.list {
			in := &p.insts[pc]
			fits := in.kind == oneUnit && in.unit == u || in.kind == oneOf && in.set.has(u)
			if fits && p.follow(pc+1, text, i+1, m, &m.next) {
				return true
			}
		}

		m.now, m.next = m.next, m.now
		if len(m.now.list) == 0 || !m.step(len(m.now.list)) {
			return false
		}
	}

	return false
}

// follow adds an instruction and those that it leads to without consuming a unit; it returns true if the pattern has
// matched.
func (p *program) follow(pc int32, text []rune, at int, m *meter, t *threads) bool {
	m.stack = append(m.stack[:0], pc)
	for len(m.stack) > 0 {
		pc := m.stack[len(m.stack)-1]
		m.stack = m.stack[:len(m.stack)-1]
		m.steps++
		if !t.add(pc) {
			continue
		}

		switch in := &p.insts[pc]; in.kind {
		case done:
			return true
		case jump:
			m.stack = append(m.stack, in.to)
		case split:
			m.stack = append(m.stack, in.to, pc+1)
		case oneUnit, oneOf: // they consume a unit in the next step
		default:
			if holds(in.kind, text, at) {
				m.stack = append(m.stack, pc+1)
			}
		}
	}

	return false
}

// holds reports whether an assertion holds at a position of a text.
func holds(k kind, text []rune, at int) bool {
	switch k {
	case atBegin:
		return at == 0
	case atEnd:
		return at == len(text)
	case atWord, notAtWord:
		before := at > 0 && wordUnits.has(text[at-1])
		after := at < len(text) && wordUnits.has(text[at])
		return (before != after) == (k == atWord)
	}

	return false
}

// wordUnits are the units of words.
var wordUnits = &set{ranges: []span{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}}
