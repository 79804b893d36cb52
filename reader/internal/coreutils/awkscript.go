package coreutils

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// awkParser reads a script. bad is what of it is not imitated.
type awkParser struct {
	rest  string
	bad   string
	depth int
	list  bool // in a list that print writes: ">" is no comparison there
	// matches: the next value is the right side of ~, where a pattern is a text.
	matches bool
}

const deepestAwk = 100

// script reads the rules.
func (p *awkParser) script() (rules []*awkRule) {
	for p.bad == "" {
		p.blanks(true)
		if p.rest == "" {
			return rules
		}
		rule := &awkRule{action: (*awkRun).printLine}
		switch {
		case p.word("BEGIN"):
			rule.when = "BEGIN"
		case p.word("END"):
			rule.when = "END"
		case p.rest[0] != '{':
			rule.from = p.expression()
			if p.take(",") {
				rule.to = p.expression()
			}
		}
		if p.blanks(false); strings.HasPrefix(p.rest, "{") {
			rule.action = p.statement()
		} else if rule.when != "" {
			p.fail()
		}
		rules = append(rules, rule)
	}
	return nil
}

// fail says that the script is not imitated from here on.
func (p *awkParser) fail() awkExpr {
	if p.bad == "" {
		at, _, _ := strings.Cut(p.rest, "\n")
		p.bad = "the script at " + strconv.Quote(at[:min(len(at), 40)])
	}
	return func(*awkRun) awkValue { return awkValue{} }
}

// blanks passes over white space and comments; lines: over the ends of statements, too.
func (p *awkParser) blanks(lines bool) {
	for {
		if p.rest = strings.TrimLeft(p.rest, " \t"); lines {
			p.rest = strings.TrimLeft(p.rest, " \t\n;")
		}
		if !strings.HasPrefix(p.rest, "#") {
			return
		}
		i := strings.IndexByte(p.rest+"\n", '\n')
		p.rest = p.rest[i:]
	}
}

// take takes a sign that is next.
func (p *awkParser) take(sign string) bool {
	p.blanks(false)
	rest, ok := strings.CutPrefix(p.rest, sign)
	if ok {
		p.rest = rest
	}
	return ok
}

// name reads a name; "" where none is next.
func (p *awkParser) name() string {
	p.blanks(false)
	n := 0
	for n < len(p.rest) && (p.rest[n] == '_' || p.rest[n]|0x20 >= 'a' && p.rest[n]|0x20 <= 'z' || n > 0 && p.rest[n] >= '0' && p.rest[n] <= '9') {
		n++
	}
	name := p.rest[:n]
	p.rest = p.rest[n:]
	return name
}

// word takes a name that is next.
func (p *awkParser) word(want string) bool {
	before := p.rest
	if p.name() == want {
		return true
	}
	p.rest = before
	return false
}

// statement reads a statement, or a block of them.
func (p *awkParser) statement() awkStatement {
	if p.depth++; p.depth > deepestAwk {
		p.fail()
		return nil
	}
	defer func() { p.depth-- }()
	switch {
	case p.take("{"):
		var list []awkStatement
		for p.blanks(true); p.bad == "" && !p.take("}"); p.blanks(true) {
			list = append(list, p.statement())
		}
		return func(r *awkRun) {
			for _, do := range list {
				if do(r); r.next || r.exits || r.closed || r.call.err != nil {
					return
				}
			}
		}
	case p.word("print"):
		return p.print()
	case p.word("printf"):
		args := p.expressions(true)
		return func(r *awkRun) { r.write(r.format(awkValues(r, args))) }
	case p.word("next"):
		return func(r *awkRun) { r.next = true }
	case p.word("exit"):
		args := p.expressions(false)
		return func(r *awkRun) {
			r.exits = true
			for _, v := range awkValues(r, args) {
				r.status = int(v.float()) & 0xFF
			}
		}
	case p.word("if"):
		return p.condition()
	}
	do := p.expression()
	p.end()
	return func(r *awkRun) { do(r) }
}

// condition reads an if after its word.
func (p *awkParser) condition() awkStatement {
	if !p.take("(") {
		p.fail()
	}
	is := p.expression()
	if !p.take(")") {
		p.fail()
	}
	p.blanks(true)
	then, otherwise := p.statement(), awkStatement(func(*awkRun) {})
	before := p.rest
	if p.blanks(true); p.word("else") {
		p.blanks(true)
		otherwise = p.statement()
	} else {
		p.rest = before
	}
	return func(r *awkRun) {
		if is(r).truth() {
			then(r)
		} else {
			otherwise(r)
		}
	}
}

// end takes the end of a statement.
func (p *awkParser) end() {
	if p.blanks(false); p.rest != "" && strings.IndexByte(";}\n", p.rest[0]) < 0 {
		p.fail()
	}
}

func (p *awkParser) print() awkStatement {
	before := p.rest
	args := p.expressions(true)
	text := strings.ReplaceAll(strings.TrimSpace(before[:len(before)-len(p.rest)]), " ", "")
	if len(args) == 0 || text == "$0" {
		return (*awkRun).printLine
	}
	return func(r *awkRun) {
		var parts []string
		for _, v := range awkValues(r, args) {
			parts = append(parts, v.String())
		}
		r.write(strings.Join(parts, r.vars["OFS"].String()) + r.vars["ORS"].String())
	}
}

func awkValues(r *awkRun, list []awkExpr) (values []awkValue) {
	for _, e := range list {
		values = append(values, e(r))
	}
	return values
}

// expressions reads the list of a statement, to its end.
func (p *awkParser) expressions(list bool) (all []awkExpr) {
	if p.blanks(false); p.rest == "" || strings.IndexByte(";}\n", p.rest[0]) >= 0 {
		return nil
	}
	p.list = list
	defer func() { p.list = false }()
	for more := true; more && p.bad == ""; more = p.take(",") {
		all = append(all, p.expression())
	}
	p.end()
	return all
}

// awkOperators are the operators between two values, by how tightly they bind; concatenation, which has no sign, is
// between comparisons and sums.
var awkOperators = [][]string{{"||"}, {"&&"}, {"!~", "~"}, {"<=", ">=", "==", "!=", "<", ">"}, {""}, {"+", "-"}, {"*", "/", "%"}}

func (p *awkParser) expression() awkExpr {
	if p.depth++; p.depth > deepestAwk {
		return p.fail()
	}
	defer func() { p.depth-- }()
	return p.binary(0)
}

// binary reads values that are joined by operators of a level or tighter ones.
func (p *awkParser) binary(level int) awkExpr {
	if level == len(awkOperators) {
		return p.unary()
	}
	left := p.binary(level + 1)
	for p.bad == "" {
		sign, ok := p.operator(level)
		if !ok {
			break
		}
		if level < 2 {
			p.rest = strings.TrimLeft(p.rest, " \t\n")
		}
		p.matches = level == 2 && strings.HasPrefix(strings.TrimLeft(p.rest, " \t"), "/")
		left = awkJoined(sign, left, p.binary(level+1))
	}
	return left
}

// operator takes an operator of a level.
func (p *awkParser) operator(level int) (sign string, ok bool) {
	p.blanks(false)
	for _, sign := range awkOperators[level] {
		if sign == "" { // is there another value?
			c := p.rest + "\n"
			return "", strings.IndexByte(`"$(_!`, c[0]) >= 0 && !strings.HasPrefix(c, "!=") && !strings.HasPrefix(c, "!~") ||
				c[0] >= '0' && c[0] <= '9' || c[0]|0x20 >= 'a' && c[0]|0x20 <= 'z'
		}
		if sign == ">" && p.list {
			continue
		}
		rest, ok := strings.CutPrefix(p.rest, sign)
		if ok && !(len(sign) == 1 && strings.Contains("+-*/%", sign) && (strings.HasPrefix(rest, "=") || strings.HasPrefix(rest, sign))) {
			p.rest = rest
			return sign, true
		}
	}
	return "", false
}

// awkJoined is two values joined by an operator.
func awkJoined(sign string, left, right awkExpr) awkExpr {
	compared := map[string]func(n int) bool{
		"<": func(n int) bool { return n < 0 }, "<=": func(n int) bool { return n <= 0 }, ">": func(n int) bool { return n > 0 },
		">=": func(n int) bool { return n >= 0 }, "==": func(n int) bool { return n == 0 }, "!=": func(n int) bool { return n != 0 },
	}[sign]
	counted := map[string]func(a, b float64) float64{
		"+": func(a, b float64) float64 { return a + b }, "-": func(a, b float64) float64 { return a - b },
		"*": func(a, b float64) float64 { return a * b }, "/": func(a, b float64) float64 { return a / b }, "%": math.Mod,
	}[sign]
	switch {
	case compared != nil:
		return func(r *awkRun) awkValue { return awkTruth(compared(left(r).compare(right(r)))) }
	case counted != nil:
		return func(r *awkRun) awkValue { return awkNumber(counted(left(r).float(), right(r).float())) }
	case sign == "||":
		return func(r *awkRun) awkValue { return awkTruth(left(r).truth() || right(r).truth()) }
	case sign == "&&":
		return func(r *awkRun) awkValue { return awkTruth(left(r).truth() && right(r).truth()) }
	case sign == "":
		return func(r *awkRun) awkValue {
			text := left(r).String() + right(r).String()
			if len(text) > mostLine {
				r.call.Fail(ErrTooMuch)
			}
			return awkValue{text: text}
		}
	}
	return func(r *awkRun) awkValue { // ~ and !~
		re, bad := posix(right(r).String(), true, "", "nt")
		if bad != "" {
			r.call.Unknown(bad)
			return awkValue{}
		}
		return awkTruth(re.MatchString(left(r).String()) == (sign == "~"))
	}
}

// unary reads a value with what precedes it.
func (p *awkParser) unary() awkExpr {
	switch {
	case p.take("!"):
		of := p.unary()
		return func(r *awkRun) awkValue { return awkTruth(!of(r).truth()) }
	case p.take("-"):
		of := p.unary()
		return func(r *awkRun) awkValue { return awkNumber(-of(r).float()) }
	case p.take("("):
		list := p.list
		p.list = false
		of := p.expression()
		p.list = list
		if !p.take(")") {
			return p.fail()
		}
		return of
	case p.take("$"):
		of := p.unary()
		return func(r *awkRun) awkValue { return r.field(of(r).float()) }
	case p.take(`"`):
		return p.text('"')
	case p.take("/"):
		return p.text('/')
	}
	if number := awkLeading.FindString(p.rest); number != "" {
		p.rest = p.rest[len(number):]
		v := awkField(number)
		v.typed = true
		return func(*awkRun) awkValue { return v }
	}
	return p.variable()
}

// text reads a text, or a pattern, after its first mark.
func (p *awkParser) text(mark byte) awkExpr {
	var text []byte
	for i := 0; i < len(p.rest); i++ {
		c := p.rest[i]
		switch {
		case c == mark:
			p.rest = p.rest[i+1:]
			if mark == '"' {
				v := awkValue{text: string(text)}
				return func(*awkRun) awkValue { return v }
			}
			re, bad := posix(string(text), true, "", "nt")
			if bad != "" {
				p.bad = bad
			}
			pattern := awkValue{text: string(text)}
			if p.matches {
				p.matches = false
				return func(*awkRun) awkValue { return pattern }
			}
			return func(r *awkRun) awkValue { return awkTruth(re.Match(r.line.text)) }
		case c == '\\' && i+1 < len(p.rest):
			i++
			text = append(text, p.escaped(p.rest[i], mark)...)
			continue
		}
		text = append(text, c)
	}
	return p.fail()
}

// escaped is what a backslash and a character are in a text, or in a pattern.
func (p *awkParser) escaped(c, mark byte) []byte {
	switch i := strings.IndexByte("nt", c); {
	case mark == '/' && c == '/', c == '"':
		return []byte{c}
	case mark == '/':
		return []byte{'\\', c}
	case i >= 0:
		return []byte{"\n\t"[i]}
	case c != '\\':
		p.fail()
	}
	return []byte{c}
}

// variable reads a variable, what is done to it, or a function.
func (p *awkParser) variable() awkExpr {
	before := p.rest
	name := p.name()
	if f, ok := awkFunctions[name]; ok {
		return p.function(name, f)
	}
	switch name {
	case "", "getline", "function", "func", "while", "for", "do", "delete", "in", "return", "switch", "sub", "gsub", "match", "split",
		"sprintf", "exit", "next", "print", "printf", "if", "else", "BEGIN", "END", "system", "close", "rand", "srand", "sin", "cos", "exp", "log", "sqrt", "atan2", "ENVIRON", "RS":
		p.rest = before
		return p.fail()
	}
	set := func(change func(old, by float64) float64) awkExpr {
		by := func(*awkRun) awkValue { return awkNumber(1) }
		after := false
		if after = p.take("++") || p.take("--"); !after {
			by = p.expression()
		}
		return func(r *awkRun) awkValue {
			old, v := r.value(name), by(r)
			if change != nil {
				v = awkNumber(change(old.float(), v.float()))
			}
			if r.vars[name] = v; after {
				return awkNumber(old.float())
			}
			return v
		}
	}
	plus, minus := func(a, b float64) float64 { return a + b }, func(a, b float64) float64 { return a - b }
	p.blanks(false)
	switch {
	case strings.HasPrefix(p.rest, "["), strings.HasPrefix(p.rest, "("):
		return p.fail()
	case strings.HasPrefix(p.rest, "++"), p.take("+="):
		return set(plus)
	case strings.HasPrefix(p.rest, "--"), p.take("-="):
		return set(minus)
	case strings.HasPrefix(p.rest, "=") && !strings.HasPrefix(p.rest, "=="):
		p.take("=")
		return set(nil)
	}
	return func(r *awkRun) awkValue { return r.value(name) }
}

// awkFunctions are the functions of texts and numbers; of substr a length that is left out is infinite.
var awkFunctions = map[string]func(args []awkValue) awkValue{
	"length":  func(a []awkValue) awkValue { return awkNumber(float64(utf8.RuneCountInString(a[0].String()))) },
	"tolower": func(a []awkValue) awkValue { return awkValue{text: strings.ToLower(a[0].String())} },
	"toupper": func(a []awkValue) awkValue { return awkValue{text: strings.ToUpper(a[0].String())} },
	"int":     func(a []awkValue) awkValue { return awkNumber(math.Trunc(a[0].float())) },
	"index": func(a []awkValue) awkValue {
		text := a[0].String()
		i := strings.Index(text, a[min(1, len(a)-1)].String())
		return awkNumber(float64(utf8.RuneCountInString(text[:max(i, 0)])) + awkTruth(i >= 0).number)
	},
	"substr": func(a []awkValue) awkValue {
		text, from, size := []rune(a[0].String()), 1.0, math.Inf(1)
		if len(a) > 1 {
			from = math.Round(a[1].float())
		}
		if len(a) > 2 {
			size = math.Round(a[2].float())
		}
		first := min(max(from, 1), float64(len(text)+1))
		last := min(from+size, float64(len(text)+1))
		return awkValue{text: string(text[int(first)-1 : int(max(first, last))-1])}
	},
}

// function reads the arguments of a function; none stand for the line.
func (p *awkParser) function(name string, f func([]awkValue) awkValue) awkExpr {
	line := func(r *awkRun) awkValue { return r.field(0) }
	args := []awkExpr{line}
	if !p.take("(") {
		if name != "length" {
			return p.fail()
		}
	} else if !p.take(")") {
		args = nil
		for more := true; more && p.bad == ""; more = p.take(",") {
			args = append(args, p.expression())
		}
		if !p.take(")") || len(args) > 3 {
			return p.fail()
		}
	}
	return func(r *awkRun) awkValue { return f(awkValues(r, args)) }
}
