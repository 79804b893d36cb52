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

	"eyeline/reader/internal/lazy"
)

// awkOf are the tokens of a script that Go's expressions do not have: they are made calls and operators of Go, whose
// parser then reads the expressions.
var awkOf = lazy.Regexp(`"(?:\\.|[^"\\\n])*"|(#[^\n]*)|(!~)|(~)|(\$)(\d+|\w+)?|(\n)|` +
	`[\w)\]"]\s*/|(/)((?:\\.|[^/\\\n])*)/`)

// inGo is a script with expressions in Go's syntax: _f(2) for $2, _re("x") for /x/, == and != for ~ and !~.
func inGo(script string) string {
	return awkOf().ReplaceAllStringFunc(script, func(found string) string {
		switch m := awkOf().FindStringSubmatch(found); {
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
		rule := &awkRule{action: []awkStatement{{word: "print"}}}
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
		case c == '(' || c == '{':
			depth++
		case c == ')' || c == '}':
			depth--
		}
	}
	return text, ""
}

// awkParser reads the parts of a script. bad is the first that is not imitated.
type awkParser struct{ bad string }

func (p *awkParser) fail(at string) { p.bad = cmp.Or(p.bad, at, "its end") }

var awkStatements = lazy.Regexp(`^(printf?\b|next\b|exit\b|[a-zA-Z]\w*)\s*(\+\+|--|\+=|-=|=)?\s*(.*)$`)

// statements reads the statements of a block.
func (p *awkParser) statements(block string) (all []awkStatement) {
	for p.bad == "" {
		if block = strings.TrimLeft(block, " \t;"); block == "" {
			break
		}
		var some []awkStatement
		some, block = p.statement(block)
		all = append(all, some...)
	}
	return all
}

// statement reads a statement, or those between braces, and returns what follows.
func (p *awkParser) statement(text string) (all []awkStatement, rest string) {
	text = strings.TrimLeft(text, " \t")
	if after, braced := strings.CutPrefix(text, "{"); braced {
		inner, rest := cutAt(after, "}")
		return p.statements(inner), strings.TrimPrefix(rest, "}")
	}
	if m := awkIfs().FindString(text); m != "" {
		condition, after := cutAt(text[len(m):], ")")
		st := awkStatement{word: "if", list: [][]ast.Expr{{p.expression(condition)}}}
		st.then, rest = p.statement(strings.TrimPrefix(after, ")"))
		if m := awkElse().FindString(rest); m != "" {
			st.otherwise, rest = p.statement(rest[len(m):])
		}
		return []awkStatement{st}, rest
	}
	text, rest = cutAt(text, ";")
	return []awkStatement{p.simple(strings.TrimSpace(text))}, rest
}

var (
	awkIfs  = lazy.Regexp(`^if\s*\(`)
	awkElse = lazy.Regexp(`^[ \t;]*else\b`)
)

// simple reads a statement that has no others in it.
func (p *awkParser) simple(text string) (st awkStatement) {
	m := awkStatements().FindStringSubmatch(text)
	keyword := m != nil && strings.Contains(" print printf next exit ", " "+m[1]+" ")
	if m == nil || keyword == (m[2] != "") || awkReserved().MatchString(m[1]) && m[1] != "printf" {
		p.fail(text)
		return st
	}
	st = awkStatement{word: m[1], sign: m[2]}
	inner, end := cutAt(strings.TrimPrefix(m[3], "("), ")")
	_, sends := cutAt(inner, ">|")
	switch {
	case m[2] == "++" || m[2] == "--":
		st.sign, m[3] = m[2][:1]+"=", "1"+m[3]
	case m[1] == "print" && m[3] == "_f(0)":
		m[3] = ""
	case strings.HasPrefix(m[1], "print") && strings.HasPrefix(m[3], "(") && sends == "" && end == ")":
		m[3] = inner
	}
	if m[3] != "" {
		st.list = p.list(m[3])
	}
	if st.sign != "" && (len(st.list) != 1 || len(st.list[0]) != 1) || m[1] == "printf" && st.list == nil {
		p.fail(text) // texts that are joined may grow without end
	}
	return st
}

// awkPart is a value in a list that print writes, which others may follow without a sign between.
var awkPart = lazy.Regexp(`^\s*("(?:\\.|[^"\\])*"|\w+(?:\([^()]*\))?|\([^()]*\))`)

// list reads a list of what is written.
func (p *awkParser) list(rest string) (items [][]ast.Expr) {
	if _, after := cutAt(rest, ">|"); after != "" {
		p.fail(after) // it would be written elsewhere
	}
	for rest != "" && p.bad == "" {
		item, after := cutAt(rest, ",")
		rest = strings.TrimPrefix(after, ",")
		if _, err := parser.ParseExpr(item); err == nil {
			items = append(items, []ast.Expr{p.expression(item)})
			continue
		}
		var parts []ast.Expr
		for strings.TrimSpace(item) != "" && p.bad == "" {
			part := awkPart().FindString(item)
			parts = append(parts, p.expression(part))
			item = item[len(part):]
		}
		items = append(items, parts)
	}
	return items
}

// awkReserved are names that are no variables.
var awkReserved = lazy.Regexp(`^(_.*|getline|function|func|while|for|do|if|else|delete|in|return|switch|` +
	`BEGIN|END|printf|ENVIRON|RS|NF|length|system|` +
	`close|rand|srand|substr|index|split|sub|gsub|match|sprintf|tolower|toupper|int)$`)

// expression reads an expression in Go's syntax, of which all is imitated.
func (p *awkParser) expression(text string) ast.Expr {
	e, err := parser.ParseExpr(text)
	if err != nil {
		p.fail(text)
		return nil
	}
	called := map[*ast.Ident]bool{}
	ast.Inspect(e, func(n ast.Node) bool {
		ok := false
		switch n := n.(type) {
		case nil, *ast.ParenExpr, *ast.BinaryExpr:
			ok = true
		case *ast.BasicLit:
			_, isNumber := awkNumber(awkField(n.Value))
			ok = isNumber || n.Value[0] == '"'
		case *ast.UnaryExpr:
			ok = n.Op == token.NOT
		case *ast.CallExpr:
			if name, isName := n.Fun.(*ast.Ident); isName && len(n.Args) == 1 {
				ok, called[name] = name.Name == "_f" || name.Name == "_re" || name.Name == "length", true
				p.pattern(name.Name, n.Args[0])
			}
		case *ast.Ident:
			ok = called[n] || n.Name == "NF" || n.Name == "length" || !awkReserved().MatchString(n.Name)
		}
		if !ok {
			p.fail(text)
		}
		return ok
	})
	return e
}

// pattern looks whether the pattern of a call of _re is imitated.
func (p *awkParser) pattern(name string, arg ast.Expr) {
	if literal, ok := arg.(*ast.BasicLit); ok && name == "_re" {
		if _, bad := posix(awkLiteral(literal), true, "", "nt"); bad != "" {
			p.fail(bad)
		}
	}
}

// awkLiteral is the text of a literal.
func awkLiteral(e *ast.BasicLit) string {
	text, _ := strconv.Unquote(e.Value) // Go's parser has read it
	return text
}

// do runs a statement that has no others in it.
func (r *awkRun) do(st awkStatement) {
	var values []any
	var texts []string
	for _, parts := range st.list {
		v := r.value(parts[0])
		for _, e := range parts[1:] {
			v = awkText(v) + awkText(r.value(e))
		}
		values, texts = append(values, v), append(texts, awkText(v))
	}
	switch {
	case st.sign == "=":
		r.vars[st.word] = values[0]
	case st.sign != "":
		old, _ := awkNumber(r.vars[st.word])
		n, _ := awkNumber(values[0])
		r.vars[st.word] = old + n*map[string]float64{"+=": 1, "-=": -1}[st.sign]
	case st.word == "next":
		r.next = true
	case st.word == "exit":
		n, _ := awkNumber(awkField(strings.Join(texts, "")))
		r.exits, r.status = true, int(n)&0xFF
	case st.word == "printf":
		r.write(r.format(texts[0], values[1:]))
	case texts == nil:
		r.printLine()
	default:
		r.write(strings.Join(texts, awkText(r.vars["OFS"])) + awkText(r.vars["ORS"]))
	}
}

// awkVerbs matches the directives of a format, and a sign of one that is not imitated: with some flags, Go's are not
// C's.
var awkVerbs = lazy.Regexp(`%(?:%|-?(?:[1-9]\d{0,2})?(?:\.\d{1,3})?s|` +
	`[-+ 0]*\d{0,3}(?:\.\d{1,3})?[difeg]|[-0]*\d{0,3}[xo])?`)

// format is what printf writes.
func (r *awkRun) format(format string, values []any) string {
	return awkVerbs().ReplaceAllStringFunc(format, func(verb string) string {
		end := len(verb) - 1
		switch {
		case verb == "%%":
			return "%"
		case verb == "%" || len(values) == 0:
			r.call.Unknown("printf " + strconv.Quote(format))
			return ""
		}
		v := values[0]
		values = values[1:]
		n, isNumber := awkNumber(v)
		text := awkText(v)
		if ascii := len(text) == utf8.RuneCountInString(text); verb[end] == 's' && (ascii || verb == "%s") {
			return fmt.Sprintf(verb, text)
		} else if verb[end] == 's' || !(math.Abs(n) <= math.MaxInt32) ||
			!isNumber && strings.ContainsAny(text[:min(len(text), 1)], "0123456789+-. \t") {
			r.call.Unknown("printf " + verb + " of " + strconv.Quote(text))
		}
		switch verb[end] {
		case 'd', 'i':
			return fmt.Sprintf(verb[:end]+"d", int64(n))
		case 'x', 'o':
			return fmt.Sprintf(verb, uint64(int64(n)))
		case 'g':
			if !strings.Contains(verb, ".") {
				verb = verb[:end] + ".6g"
			}
		}
		return fmt.Sprintf(verb, n)
	})
}

// pattern is a pattern, which is compiled once.
func (r *awkRun) pattern(text string) *regexp.Regexp {
	if r.made[text] == nil {
		re, bad := posix(text, true, "", "nt")
		if bad != "" {
			r.call.Unknown(bad)
			re = regexp.MustCompile("")
		}
		r.made[text] = re
	}
	return r.made[text]
}

// value is what an expression gives.
func (r *awkRun) value(e ast.Expr) any {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return r.value(e.X)
	case *ast.BasicLit:
		if n, ok := awkNumber(awkField(e.Value)); ok {
			return n
		}
		return awkLiteral(e)
	case *ast.UnaryExpr:
		return awkIf(!awkTruth(r.value(e.X)))
	case *ast.BinaryExpr:
		return r.binary(e)
	case *ast.Ident:
		switch e.Name {
		case "NF":
			return float64(len(r.fields()))
		case "length":
			return float64(len(r.line.text))
		}
		return r.vars[e.Name]
	case *ast.CallExpr:
		v := r.value(e.Args[0])
		switch n, _ := awkNumber(v); e.Fun.(*ast.Ident).Name {
		case "_f":
			return r.field(n)
		case "_re":
			return awkIf(r.pattern(awkText(v)).Match(r.line.text))
		}
		return float64(len(awkText(v)))
	}
	return nil
}

func awkIf(b bool) float64 { return map[bool]float64{true: 1}[b] }

func (r *awkRun) binary(e *ast.BinaryExpr) any {
	a := r.value(e.X)
	equals := e.Op == token.EQL || e.Op == token.NEQ
	if call, ok := e.Y.(*ast.CallExpr); ok && equals && call.Fun.(*ast.Ident).Name == "_re" {
		return awkIf(r.pattern(awkText(r.value(call.Args[0]))).MatchString(awkText(a)) == (e.Op == token.EQL))
	}
	b := r.value(e.Y)
	x, isX := awkNumber(a)
	y, isY := awkNumber(b)
	order := strings.Compare(awkText(a), awkText(b))
	if isX && isY {
		order = cmp.Compare(x, y)
	}
	switch e.Op {
	case token.LAND:
		return awkIf(awkTruth(a) && awkTruth(b))
	case token.LOR:
		return awkIf(awkTruth(a) || awkTruth(b))
	case token.ADD:
		return x + y
	case token.SUB:
		return x - y
	case token.MUL:
		return x * y
	case token.QUO:
		return x / y
	case token.REM:
		return math.Mod(x, y)
	}
	return awkIf(map[token.Token]bool{
		token.EQL: order == 0, token.NEQ: order != 0, token.LSS: order < 0, token.LEQ: order <= 0, token.GTR: order > 0,
		token.GEQ: order >= 0,
	}[e.Op])
}
