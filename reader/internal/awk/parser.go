// Package awk imitates a part of awk: scripts that select lines by number and pattern, and print them or their fields.
// It has no loops and functions, writes no file and runs nothing.
package awk

import (
	"strconv"
	"strings"
)

// Script is a parsed script.
type Script struct{ rules []*rule }

// rule is a pattern with its action.
type rule struct {
	when     string // BEGIN, END or ""
	from, to expr
	open     bool // the range from … to has begun
	action   []statement
}

// statement is print or printf with its list, if, next, exit, or an assignment.
type statement struct {
	word  string
	list  []expr
	sign  string // operator of an assignment: "=", "+=" and the like
	whole bool   // print without a list

	then, otherwise []statement // branches of if
}

// expr is an expression.
type expr interface{}

type (
	numberExpr  float64
	textExpr    string
	patternExpr string // 1 if the line matches, else 0
	varExpr     string
	fieldExpr   struct{ of expr }
	notExpr     struct{ x expr }
	minusExpr   struct{ x expr }
	lengthExpr  struct{ of expr } // nil for the line
	binaryExpr  struct {
		op   string // "" concatenates
		x, y expr
	}
	chooseExpr struct{ if_, then, otherwise expr }
)

// parser parses a script.
type parser struct {
	script string
	tokens []token
	bad    int // offset of the first thing that is not imitated; -1 if all is
	depth  int
	// inList: a ">" is a redirection, not a comparison
	inList bool
}

// maxDepth is how deep expressions and blocks may be nested.
const maxDepth = 200

// Parse parses a script. bad is the rest of the script from the first thing on that is not imitated; "" if all is.
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

// fail records that the next token is not imitated, and ends parsing.
func (p *parser) fail() {
	if p.bad < 0 {
		p.bad = p.tokens[0].at
	}
	p.tokens = p.tokens[len(p.tokens)-1:]
}

// next returns the next token without consuming it.
func (p *parser) next() token { return p.tokens[0] }

// skip consumes and returns the next token.
func (p *parser) skip() token {
	t := p.tokens[0]
	if t.kind != end {
		p.tokens = p.tokens[1:]
	}
	return t
}

// accept consumes a sign or name if it is next, and reports whether it did.
func (p *parser) accept(word string) bool {
	t := p.next()
	if t.text != word || t.kind != sign && t.kind != name {
		return false
	}
	p.skip()
	return true
}

// skipLines consumes line ends, and semicolons, too, if semicolons is true.
func (p *parser) skipLines(semicolons bool) {
	for p.accept("\n") || semicolons && p.accept(";") {
	}
}

// deeper counts a level of nesting; it returns false if that is too deep.
func (p *parser) deeper() bool {
	p.depth++
	if p.depth > maxDepth {
		p.fail()
		return false
	}
	return true
}

func (p *parser) rules() (all []*rule) {
	for p.skipLines(true); p.bad < 0 && p.next().kind != end; p.skipLines(true) {
		r := &rule{action: []statement{{word: "print", whole: true}}}
		switch {
		case p.accept("BEGIN"):
			r.when = "BEGIN"
		case p.accept("END"):
			r.when = "END"
		case p.next().text == "{" && p.next().kind == sign: // no pattern: the rule is for every line
		default:
			r.from = p.expression()
			if p.accept(",") {
				p.skipLines(false)
				r.to = p.expression()
			}
		}

		t := p.next()
		switch {
		case t.kind == sign && t.text == "{":
			r.action = p.block()
		case r.when != "" || t.kind != end && !(t.kind == sign && (t.text == ";" || t.text == "\n")):
			p.fail()
		}

		all = append(all, r)
	}

	return all
}

// block parses statements in braces.
func (p *parser) block() (all []statement) {
	defer func() { p.depth-- }()
	if !p.deeper() || !p.accept("{") {
		p.fail()
		return nil
	}

	for p.skipLines(true); !p.accept("}"); p.skipLines(true) {
		if p.bad >= 0 || p.next().kind == end {
			p.fail()
			return nil
		}

		all = append(all, p.parseStatement()...)
	}

	return all
}

// body parses a block, or one statement, which may be empty.
func (p *parser) body() []statement {
	p.skipLines(false)
	if t := p.next(); t.kind == sign && t.text == "{" {
		return p.block()
	}
	if p.accept(";") {
		return nil
	}
	return p.parseStatement()
}

// parseStatement parses a statement and the sign that ends it.
func (p *parser) parseStatement() []statement {
	defer func() { p.depth-- }()
	if !p.deeper() {
		return nil
	}

	t := p.next()
	switch {
	case t.kind == sign && t.text == "{":
		return p.block()
	case p.accept("if"):
		return []statement{p.choice()}
	}

	st := p.simple()
	if t := p.next(); !p.accept(";") && !p.accept("\n") && t.text != "}" && t.kind != end {
		p.fail()
	}

	return []statement{st}
}

// choice parses if, after its keyword.
func (p *parser) choice() statement {
	st := statement{word: "if"}
	if !p.accept("(") {
		p.fail()
		return st
	}

	st.list = []expr{p.expression()}
	if !p.accept(")") {
		p.fail()
		return st
	}

	st.then = p.body()
	before := p.tokens
	p.skipLines(true)

	if p.accept("else") {
		st.otherwise = p.body()
	} else {
		p.tokens = before
		if p.bad >= 0 {
			p.fail()
		}
	}

	return st
}

// simple parses a statement without nested statements.
func (p *parser) simple() statement {
	t := p.next()
	if t.kind == sign && (t.text == "++" || t.text == "--") { // prefix operator
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

// assignment parses an assignment.
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

// print parses the list of print or printf.
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
	if p.accept("(") { // a parenthesized list, or the start of its first value
		st.list = p.list()
		if p.accept(")") && p.bad < 0 && p.ends() {
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
	for all = []expr{p.expression()}; p.bad < 0 && p.accept(","); {
		p.skipLines(false)
		all = append(all, p.expression())
	}
	return all
}

// isVariable reports whether a name can be that of a variable of the script.
func isVariable(name string) bool {
	const others = " getline function func while for do if else delete in return switch BEGIN END print printf next " +
		"exit ENVIRON RS NF length system close rand srand substr index split sub gsub match sprintf tolower toupper " +
		"int break continue fflush sin cos atan2 exp log sqrt ARGC ARGV SUBSEP RSTART RLENGTH OFMT CONVFMT "
	const ofOthers = " nextfile gensub strftime systime mktime and or xor lshift rshift compl strtonum asort asorti " +
		"patsplit isarray typeof IGNORECASE FPAT FIELDWIDTHS BINMODE LINT TEXTDOMAIN PROCINFO SYMTAB FUNCTAB ARGIND " +
		"ERRNO RT PREC ROUNDMODE case default include load namespace "
	return !strings.Contains(others, " "+name+" ") && !strings.Contains(ofOthers, " "+name+" ")
}

// CanSet reports whether a script or option may assign to a variable. Assigning to those that count records is not
// imitated.
func CanSet(name string) bool {
	return isVariable(name) && name != "NR" && name != "FNR" && name != "FILENAME" && name != "" &&
		strings.IndexFunc(name, func(c rune) bool { return c >= 0x80 || !isLetter(byte(c)) && !isDigit(byte(c)) }) < 0
}

// binary are the binary operators by precedence, the lowest first; "" concatenates.
var binary = [][]string{
	{"||"}, {"&&"}, {"~", "!~"}, {"<", "<=", "==", "!=", ">", ">="}, {""}, {"+", "-"}, {"*", "/", "%"},
}

// expression parses an expression, including "?:".
func (p *parser) expression() expr {
	defer func() { p.depth-- }()
	if !p.deeper() {
		return nil
	}

	x := p.operators(0)
	if !p.accept("?") {
		return x
	}

	then := p.expression()
	if !p.accept(":") {
		p.fail()
	}

	return chooseExpr{x, then, p.expression()}
}

// operators parses values joined by operators of at least a precedence.
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
		p.skipLines(false)
		if p.bad < 0 {
			x = binaryExpr{op, x, p.operators(level + 1)}
		}
	}

	return x
}

// operator consumes an operator of a precedence if it is next.
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

// unary parses a value with prefix operators.
func (p *parser) unary() expr {
	defer func() { p.depth-- }()
	switch {
	case !p.deeper():
		return nil
	case p.accept("!"):
		return notExpr{p.unary()}
	case p.accept("-"):
		return minusExpr{p.unary()}
	case p.accept("+"):
		return minusExpr{minusExpr{p.unary()}}
	}

	return p.value()
}

// value parses a literal, field, variable, call or parenthesized expression.
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
			if !p.accept(")") {
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

// fieldNumber parses what follows "$", which has the highest precedence.
func (p *parser) fieldNumber() expr {
	defer func() { p.depth-- }()
	if !p.deeper() {
		return nil
	}
	return p.value()
}

// named parses a variable, or length.
func (p *parser) named(t token) expr {
	if t.text == "length" {
		if !p.accept("(") {
			return lengthExpr{}
		}
		if p.accept(")") {
			return lengthExpr{}
		}

		x := p.expression()
		if !p.accept(")") {
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
