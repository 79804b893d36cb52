// Package awk is a part of awk: scripts that choose lines, by their numbers and by what they match, and print them or
// their fields. It has no loops and functions, writes no file and runs nothing.
package awk

import (
	"strconv"
	"strings"
)

// Script is a script that was read.
type Script struct{ rules []*rule }

// rule is a pattern with its action.
type rule struct {
	when     string // BEGIN, END or ""
	from, to expr
	open     bool // the range from … to has begun
	action   []statement
}

// statement is a statement: print or printf with its list, if, next, exit, or a variable that is set.
type statement struct {
	word  string
	list  []expr
	sign  string // of a variable: "=", "+=" and the like
	whole bool   // print without a list

	then, otherwise []statement // of if
}

// expr is an expression.
type expr interface{}

type (
	numberExpr  float64
	textExpr    string
	patternExpr string // whether the line matches
	varExpr     string
	fieldExpr   struct{ of expr }
	notExpr     struct{ x expr }
	minusExpr   struct{ x expr }
	lengthExpr  struct{ of expr } // nil: of the line
	binaryExpr  struct {
		op   string // "" joins texts
		x, y expr
	}
	chooseExpr struct{ if_, then, otherwise expr }
)

// parser reads a script.
type parser struct {
	script string
	tokens []token
	bad    int // where something is not imitated, -1 for nowhere
	depth  int
	// inList: a ">" is no comparison, but sends what is printed elsewhere
	inList bool
}

// deepest is how deep expressions and blocks may lie in one another.
const deepest = 200

// Parse reads a script. bad is the text from where on something is not imitated; "" for all that is.
func Parse(script string) (s *Script, bad string) {
	all, at := tokens(script)
	if at >= 0 {
		return nil, script[at:]
	}

	p := &parser{script: script, tokens: all, bad: -1}
	s = &Script{rules: p.rules()}
	if p.bad >= 0 {
		rest := script[min(p.bad, len(script)):]
		if rest == "" {
			rest = "its end"
		}
		return nil, rest
	}

	bad = s.badPattern()
	if bad != "" {
		return nil, bad
	}

	return s, ""
}

// fail notes that something is not imitated.
func (p *parser) fail() {
	if p.bad < 0 {
		p.bad = p.tokens[0].at
	}
	p.tokens = p.tokens[len(p.tokens)-1:]
}

// next returns the next token without consuming it.
func (p *parser) next() token { return p.tokens[0] }

// skip takes the next token.
func (p *parser) skip() token {
	t := p.tokens[0]
	if t.kind != end {
		p.tokens = p.tokens[1:]
	}
	return t
}

// is takes a sign or name if it is next.
func (p *parser) is(word string) bool {
	t := p.next()
	if t.text != word || t.kind != sign && t.kind != name {
		return false
	}
	p.skip()
	return true
}

// lines takes line ends, and with them semicolons if semicolons is true.
func (p *parser) lines(semicolons bool) {
	for p.is("\n") || semicolons && p.is(";") {
	}
}

// deeper goes down; false where that is too deep.
func (p *parser) deeper() bool {
	p.depth++
	if p.depth > deepest {
		p.fail()
		return false
	}
	return true
}

func (p *parser) rules() (all []*rule) {
	for p.lines(true); p.bad < 0 && p.next().kind != end; p.lines(true) {
		r := &rule{action: []statement{{word: "print", whole: true}}}
		switch {
		case p.is("BEGIN"):
			r.when = "BEGIN"
		case p.is("END"):
			r.when = "END"
		case p.next().text == "{" && p.next().kind == sign: // the rule is for every line
		default:
			r.from = p.expression()
			if p.is(",") {
				p.lines(false)
				r.to = p.expression()
			}
		}

		switch t := p.next(); {
		case t.kind == sign && t.text == "{":
			r.action = p.block()
		case r.when != "" || t.kind != end && !(t.kind == sign && (t.text == ";" || t.text == "\n")):
			p.fail()
		}

		all = append(all, r)
	}

	return all
}

// block reads statements between braces.
func (p *parser) block() (all []statement) {
	defer func() { p.depth-- }()
	if !p.deeper() || !p.is("{") {
		p.fail()
		return nil
	}
	for p.lines(true); !p.is("}"); p.lines(true) {
		if p.bad >= 0 || p.next().kind == end {
			p.fail()
			return nil
		}
		all = append(all, p.parseStatement()...)
	}
	return all
}

// body reads a block or one statement, which may be empty.
func (p *parser) body() []statement {
	p.lines(false)
	if t := p.next(); t.kind == sign && t.text == "{" {
		return p.block()
	}
	if p.is(";") {
		return nil
	}
	return p.parseStatement()
}

// parseStatement reads a statement, with the sign that ends it.
func (p *parser) parseStatement() []statement {
	defer func() { p.depth-- }()
	if !p.deeper() {
		return nil
	}

	t := p.next()
	switch {
	case t.kind == sign && t.text == "{":
		return p.block()
	case p.is("if"):
		return []statement{p.choice()}
	}

	st := p.simple()
	if t := p.next(); !p.is(";") && !p.is("\n") && t.text != "}" && t.kind != end {
		p.fail()
	}

	return []statement{st}
}

// choice reads if after its word.
func (p *parser) choice() statement {
	st := statement{word: "if"}
	if !p.is("(") {
		p.fail()
		return st
	}

	st.list = []expr{p.expression()}
	if !p.is(")") {
		p.fail()
		return st
	}

	st.then = p.body()
	before := p.tokens
	p.lines(true)

	if p.is("else") {
		st.otherwise = p.body()
	} else {
		p.tokens = before
		if p.bad >= 0 {
			p.fail()
		}
	}

	return st
}

// simple reads a statement that has no others in it.
func (p *parser) simple() statement {
	t := p.next()
	if t.kind == sign && (t.text == "++" || t.text == "--") { // before the variable
		p.skip()
		v := p.skip()
		if v.kind != name || !CanSet(v.text) {
			p.fail()
		}
		return statement{word: v.text, sign: t.text[:1] + "=", list: []expr{numberExpr(1)}}
	}

	if t.kind != name {
		p.fail()
		return statement{}
	}

	switch t.text {
	case "print", "printf":
		p.skip()
		return p.print(t.text)
	case "next":
		p.skip()
		return statement{word: "next"}
	case "exit":
		p.skip()
		st := statement{word: "exit"}
		if !p.ends() {
			st.list = []expr{p.expression()}
		}
		return st
	}

	return p.assignment(t)
}

func (p *parser) ends() bool {
	t := p.next()
	return t.kind == end || t.kind == sign && (t.text == ";" || t.text == "\n" || t.text == "}")
}

// assignment reads a statement that sets a variable.
func (p *parser) assignment(t token) statement {
	if !CanSet(t.text) || len(p.tokens) < 2 {
		p.fail()
		return statement{}
	}

	st := statement{word: t.text, sign: p.tokens[1].text}
	switch {
	case p.tokens[1].kind != sign:
		p.fail()
	case st.sign == "++" || st.sign == "--":
		p.skip()
		p.skip()
		st.sign = st.sign[:1] + "="
		st.list = []expr{numberExpr(1)}
	case st.sign == "=" || len(st.sign) == 2 && strings.Contains("+= -= *= /= %=", st.sign):
		p.skip()
		p.skip()
		st.list = []expr{p.expression()}
	default:
		p.fail()
	}

	return st
}

// print reads the list of print or printf.
func (p *parser) print(word string) statement {
	st := statement{word: word}
	if p.ends() {
		st.whole = word == "print"
		if !st.whole {
			p.fail()
		}
		return st
	}

	before := p.tokens
	if p.is("(") { // all of the list, or the beginning of its first value
		st.list = p.list()
		if p.is(")") && p.bad < 0 && p.ends() {
			return st
		}
		p.tokens = before
		p.bad = -1
	}

	p.inList = true
	st.list = p.list()
	p.inList = false
	return st
}

func (p *parser) list() (all []expr) {
	for all = []expr{p.expression()}; p.bad < 0 && p.is(","); {
		p.lines(false)
		all = append(all, p.expression())
	}
	return all
}

// isVariable reports whether a name is that of a variable that a script may set.
func isVariable(name string) bool {
	const others = " getline function func while for do if else delete in return switch BEGIN END print printf next " +
		"exit ENVIRON RS NF length system close rand srand substr index split sub gsub match sprintf tolower toupper " +
		"int break continue fflush sin cos atan2 exp log sqrt ARGC ARGV SUBSEP RSTART RLENGTH OFMT CONVFMT "
	const ofOthers = " nextfile gensub strftime systime mktime and or xor lshift rshift compl strtonum asort asorti " +
		"patsplit isarray typeof IGNORECASE FPAT FIELDWIDTHS BINMODE LINT TEXTDOMAIN PROCINFO SYMTAB FUNCTAB ARGIND " +
		"ERRNO RT PREC ROUNDMODE case default include load namespace "
	return !strings.Contains(others, " "+name+" ") && !strings.Contains(ofOthers, " "+name+" ")
}

// CanSet reports whether a script, or an option, may set a variable: those that count records are not imitated so.
func CanSet(name string) bool {
	return isVariable(name) && name != "NR" && name != "FNR" && name != "FILENAME" && name != "" &&
		strings.IndexFunc(name, func(c rune) bool { return c >= 0x80 || !isLetter(byte(c)) && !isDigit(byte(c)) }) < 0
}

// binary are the operators of two values by how they bind, the weakest first; "" joins texts.
var binary = [][]string{
	{"||"}, {"&&"}, {"~", "!~"}, {"<", "<=", "==", "!=", ">", ">="}, {""}, {"+", "-"}, {"*", "/", "%"},
}

// expression parses a whole expression: operators, perhaps with "?" and ":" behind them.
func (p *parser) expression() expr {
	defer func() { p.depth-- }()
	if !p.deeper() {
		return nil
	}
	x := p.operators(0)
	if !p.is("?") {
		return x
	}
	then := p.expression()
	if !p.is(":") {
		p.fail()
	}
	return chooseExpr{x, then, p.expression()}
}

// operators reads values joined by operators that bind at least so strongly.
func (p *parser) operators(level int) expr {
	if level == len(binary) {
		return p.unary()
	}

	x := p.operators(level + 1)
	for p.bad < 0 {
		op, ok := p.operator(level)
		if !ok {
			break
		}
		p.lines(false)
		if p.bad < 0 {
			x = binaryExpr{op, x, p.operators(level + 1)}
		}
	}

	return x
}

// operator takes an operator of a level if it is next.
func (p *parser) operator(level int) (op string, ok bool) {
	t := p.next()
	if binary[level][0] == "" {
		begins := t.kind == number || t.kind == text || t.kind == name && (isVariable(t.text) || t.text == "NF" ||
			t.text == "length") || t.kind == sign && (t.text == "$" || t.text == "(")
		return "", begins
	}
	for _, s := range binary[level] {
		if t.kind == sign && t.text == s && !(s == ">" && p.inList) {
			p.skip()
			return s, true
		}
	}
	return "", false
}

// unary reads a value with the signs before it.
func (p *parser) unary() expr {
	defer func() { p.depth-- }()
	switch {
	case !p.deeper():
		return nil
	case p.is("!"):
		return notExpr{p.unary()}
	case p.is("-"):
		return minusExpr{p.unary()}
	case p.is("+"):
		return minusExpr{minusExpr{p.unary()}}
	}
	return p.value()
}

// value parses a literal, a field, a variable, a call, or an expression in brackets.
func (p *parser) value() expr {
	t := p.skip()
	switch t.kind {
	case number:
		n, err := strconv.ParseFloat(t.text, 64)
		if err != nil {
			p.bad = t.at
		}
		return numberExpr(n)
	case text:
		return textExpr(t.text)
	case pattern:
		return patternExpr(t.text)
	case name:
		return p.named(t)
	case sign:
		switch t.text {
		case "(":
			inList := p.inList
			p.inList = false
			x := p.expression()
			p.inList = inList
			if !p.is(")") {
				p.fail()
			}

			return x
		case "$":
			return fieldExpr{p.fieldNumber()}
		}
	}

	if p.bad < 0 {
		p.bad = t.at
	}

	p.fail()
	return nil
}

// fieldNumber reads what follows "$", which binds the strongest.
func (p *parser) fieldNumber() expr {
	defer func() { p.depth-- }()
	if !p.deeper() {
		return nil
	}
	return p.value()
}

// named reads a variable, or length.
func (p *parser) named(t token) expr {
	if t.text == "length" {
		if !p.is("(") {
			return lengthExpr{}
		}
		if p.is(")") {
			return lengthExpr{}
		}

		x := p.expression()
		if !p.is(")") {
			p.fail()
		}

		return lengthExpr{x}
	}

	n := p.next()
	isCall := n.kind == sign && n.at == t.at+len(t.text) && (n.text == "(" || n.text == "[")
	changes := n.kind == sign && (n.text == "++" || n.text == "--" || n.text == "=" || n.text == "[")
	if isCall || changes || !isVariable(t.text) && t.text != "NF" {
		p.bad = t.at
		p.fail()
	}

	return varExpr(t.text)
}
