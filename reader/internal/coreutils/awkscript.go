package coreutils

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// awkOf are the tokens of a script that Go's expressions do not have: they are made calls and operators of Go, whose
// parser then reads the expressions.
var awkOf = regexp.MustCompile(`"(?:\\.|[^"\\\n])*"|(#[^\n]*)|(!~)|(~)|(\$)(\d+|\w+)?|(\n)|[\w)\]"]\s*/|(/)((?:\\.|[^/\\\n])*)/`)

// inGo is a script with expressions in Go's syntax: _f(2) for $2, _re("x") for /x/, == and != for ~ and !~.
func inGo(script string) string {
	return awkOf.ReplaceAllStringFunc(script, func(found string) string {
		switch m := awkOf.FindStringSubmatch(found); {
		case m[1] != "":
			return ""
		case m[2] != "":
			return "!="
		case m[3] != "":
			return "=="
		case m[4] != "" && m[5] != "":
			return "_f(" + m[5] + ")"
		case m[4] != "":
			return "_f"
		case m[6] != "":
			return ";"
		case m[7] != "":
			return "_re(" + strconv.Quote(strings.ReplaceAll(m[8], `\/`, "/")) + ")"
		}
		return found
	})
}

// awkScript reads the rules of a script; bad is what of it is not imitated.
func awkScript(script string) (rules []*awkRule, bad string) {
	p := &awkParser{}
	rest := inGo(script)
	for {
		if rest = strings.TrimLeft(rest, " \t;"); rest == "" || p.bad != "" {
			return rules, p.bad
		}
		head, after := cutAt(rest, "{;")
		rule := &awkRule{action: []func(*awkRun){(*awkRun).printLine}}
		switch pattern := strings.TrimSpace(head); pattern {
		case "BEGIN", "END":
			rule.when = pattern
		case "":
		default:
			from, to := cutAt(pattern, ",")
			if rule.from = p.expression(from); to != "" {
				rule.to = p.expression(to[1:])
			}
		}
		if strings.HasPrefix(after, "{") {
			block, end := cutAt(after[1:], "}")
			if rule.action = p.statements(block); end == "" {
				p.fail(after)
			}
			after = strings.TrimPrefix(end, "}")
		} else if rule.when != "" {
			p.fail(rest)
		}
		rules, rest = append(rules, rule), after
	}
}

// cutAt cuts a text before the first of some characters that is in no quotes and brackets.
func cutAt(text, chars string) (before, after string) {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case depth == 0 && strings.IndexByte(chars, c) >= 0:
			return text[:i], text[i:]
		case c == '(':
			depth++
		case c == ')':
			depth--
		}
	}
	return text, ""
}

// awkParser reads the parts of a script. bad is the first that is not imitated.
type awkParser struct{ bad string }

func (p *awkParser) fail(at string) awkValue {
	p.bad = cmp.Or(p.bad, at, "its end")
	return func(*awkRun) any { return nil }
}

var awkAssign = regexp.MustCompile(`^([a-zA-Z]\w*)\s*(\+\+|--|\+=|-=|=)\s*([^=].*)?$`)

// statements reads the statements of a block.
func (p *awkParser) statements(block string) (all []func(*awkRun)) {
	for block != "" {
		statement, rest := cutAt(block, ";")
		block = strings.TrimPrefix(rest, ";")
		if statement = strings.TrimSpace(statement); statement != "" {
			all = append(all, p.statement(statement))
		}
	}
	return all
}

func (p *awkParser) statement(text string) func(*awkRun) {
	word := regexp.MustCompile(`^\w*`).FindString(text)
	rest := strings.TrimSpace(text[len(word):])
	assigned := awkAssign.FindStringSubmatch(text)
	switch {
	case word == "next" && rest == "":
		return func(r *awkRun) { r.next = true }
	case word == "exit":
		status := p.expression("0" + strings.Repeat("+", min(len(rest), 1)) + rest)
		return func(r *awkRun) {
			n, _ := awkNumber(status(r))
			r.exits, r.status = true, int(n)&0xFF
		}
	case word == "print" && (rest == "" || rest == "_f(0)"):
		return (*awkRun).printLine
	case word == "print":
		list := p.list(rest)
		return func(r *awkRun) {
			r.write(strings.Join(list(r), awkText(r.vars["OFS"])) + awkText(r.vars["ORS"]))
		}
	case word == "printf":
		list := p.list(rest)
		return func(r *awkRun) { r.write(r.format(list(r))) }
	case assigned == nil:
		p.fail(text)
		return nil
	}
	by := p.expression(map[bool]string{true: "1", false: assigned[3]}[assigned[3] == ""])
	return func(r *awkRun) {
		v := by(r)
		if sign := assigned[2][0]; sign != '=' {
			old, _ := awkNumber(r.vars[word])
			n, _ := awkNumber(v)
			v = old + n*map[byte]float64{'+': 1, '-': -1}[sign]
		}
		r.vars[word] = v
	}
}

// awkPart is a value in a list that print writes, which others may follow without a sign between.
var awkPart = regexp.MustCompile(`^\s*("(?:\\.|[^"\\])*"|\w+(?:\([^()]*\))?|\([^()]*\))`)

// list reads a list of what print writes.
func (p *awkParser) list(rest string) func(r *awkRun) []string {
	var items [][]awkValue
	if _, after := cutAt(rest, ">|"); after != "" {
		p.fail(after) // it would be written elsewhere
	}
	for more := true; more; more = rest != "" {
		item, after := cutAt(rest, ",")
		rest = strings.TrimPrefix(after, ",")
		var parts []awkValue
		if _, err := parser.ParseExpr(item); err == nil {
			parts = append(parts, p.expression(item))
			item = ""
		}
		for strings.TrimSpace(item) != "" && p.bad == "" {
			part := awkPart.FindString(item)
			parts = append(parts, p.expression(part))
			item = item[len(part):]
		}
		items = append(items, parts)
	}
	return func(r *awkRun) (texts []string) {
		for _, parts := range items {
			text := ""
			for _, v := range parts {
				text += awkText(v(r))
			}
			texts = append(texts, text)
		}
		return texts
	}
}

// expression reads an expression in Go's syntax.
func (p *awkParser) expression(text string) awkValue {
	e, err := parser.ParseExpr(text)
	if err != nil {
		return p.fail(text)
	}
	return p.value(e)
}

func (p *awkParser) value(e ast.Expr) awkValue {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return p.value(e.X)
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		if n, isNumber := awkNumber(awkField(e.Value)); isNumber {
			return func(*awkRun) any { return n }
		} else if err == nil && e.Value[0] == '"' {
			return func(*awkRun) any { return text }
		}
	case *ast.Ident:
		return p.variable(e.Name)
	case *ast.UnaryExpr:
		of := p.value(e.X)
		if e.Op == token.NOT {
			return func(r *awkRun) any { return awkIf(!awkTruth(of(r))) }
		}
	case *ast.BinaryExpr:
		return p.binary(e)
	case *ast.CallExpr:
		if name, ok := e.Fun.(*ast.Ident); ok && len(e.Args) == 1 {
			return p.call(name.Name, e.Args[0])
		}
	}
	return p.fail(fmt.Sprintf("%T", e))
}

// awkReserved are names that are no variables.
var awkReserved = regexp.MustCompile(`^(_.*|getline|function|func|while|for|do|if|else|delete|in|return|switch|exit|next|print|printf|BEGIN|END|` +
	`ENVIRON|RS|NF|system|close|rand|srand|substr|index|split|sub|gsub|match|sprintf|tolower|toupper|int)$`)

func (p *awkParser) variable(name string) awkValue {
	switch {
	case name == "NF":
		return func(r *awkRun) any { return float64(len(r.fields())) }
	case name == "length":
		return func(r *awkRun) any { return float64(utf8.RuneCount(r.line.text)) }
	case awkReserved.MatchString(name):
		return p.fail(name)
	}
	return func(r *awkRun) any { return r.vars[name] }
}

// call is a field, a pattern, or the length of a text.
func (p *awkParser) call(name string, arg ast.Expr) awkValue {
	of := p.value(arg)
	switch name {
	case "_f":
		return func(r *awkRun) any {
			n, _ := awkNumber(of(r))
			return r.field(n)
		}
	case "_re":
		match := p.matches(arg)
		return func(r *awkRun) any { return awkIf(match(string(r.line.text))) }
	case "length":
		return func(r *awkRun) any { return float64(utf8.RuneCountInString(awkText(of(r)))) }
	}
	return p.fail(name)
}

// matches is the pattern of a literal.
func (p *awkParser) matches(literal ast.Expr) func(string) bool {
	text := awkText(p.value(literal)(nil))
	re, bad := posix(text, true, "", "nt")
	if bad != "" {
		p.fail(bad)
		return nil
	}
	return re.MatchString
}

func awkIf(b bool) float64 { return map[bool]float64{true: 1}[b] }

func (p *awkParser) binary(e *ast.BinaryExpr) awkValue {
	left := p.value(e.X)
	if call, ok := e.Y.(*ast.CallExpr); ok && (e.Op == token.EQL || e.Op == token.NEQ) {
		if name, ok := call.Fun.(*ast.Ident); ok && name.Name == "_re" && len(call.Args) == 1 {
			match := p.matches(call.Args[0])
			return func(r *awkRun) any { return awkIf(match(awkText(left(r))) == (e.Op == token.EQL)) }
		}
	}
	right := p.value(e.Y)
	switch e.Op {
	case token.LAND:
		return func(r *awkRun) any { return awkIf(awkTruth(left(r)) && awkTruth(right(r))) }
	case token.LOR:
		return func(r *awkRun) any { return awkIf(awkTruth(left(r)) || awkTruth(right(r))) }
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return func(r *awkRun) any { return awkIf(awkCompare(e.Op, left(r), right(r))) }
	}
	count := map[token.Token]func(a, b float64) float64{
		token.ADD: func(a, b float64) float64 { return a + b }, token.SUB: func(a, b float64) float64 { return a - b },
		token.MUL: func(a, b float64) float64 { return a * b }, token.QUO: func(a, b float64) float64 { return a / b },
		token.REM: math.Mod,
	}[e.Op]
	if count == nil {
		return p.fail(e.Op.String())
	}
	return func(r *awkRun) any {
		a, _ := awkNumber(left(r))
		b, _ := awkNumber(right(r))
		return count(a, b)
	}
}

// awkCompare compares as numbers where both are some, else as texts.
func awkCompare(op token.Token, a, b any) bool {
	x, isX := awkNumber(a)
	y, isY := awkNumber(b)
	order := strings.Compare(awkText(a), awkText(b))
	if isX && isY {
		order = map[bool]int{x < y: -1, x > y: 1}[true]
	}
	return map[token.Token]bool{
		token.EQL: order == 0, token.NEQ: order != 0, token.LSS: order < 0, token.LEQ: order <= 0, token.GTR: order > 0,
		token.GEQ: order >= 0,
	}[op]
}

var awkVerb = regexp.MustCompile(`%[- 0]*\d{0,3}(\.\d{1,3})?[sd%]`)

// format is what printf writes: texts and whole numbers.
func (r *awkRun) format(args []string) string {
	format, args := args[0], args[1:]
	if strings.Contains(awkVerb.ReplaceAllString(format, ""), "%") {
		r.call.Unknown("the format " + format)
		return ""
	}
	return awkVerb.ReplaceAllStringFunc(format, func(verb string) string {
		if strings.HasSuffix(verb, "%") {
			return "%"
		}
		arg := ""
		if len(args) > 0 {
			arg, args = args[0], args[1:]
		}
		if strings.HasSuffix(verb, "s") {
			return fmt.Sprintf(verb, arg)
		}
		n, _ := awkNumber(awkField(arg))
		return fmt.Sprintf(verb, int64(n))
	})
}
