package coreutils

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"regexp"
	"strconv"
	"strings"

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

func (p *awkParser) fail(at string) { p.bad = cmp.Or(p.bad, at, "its end") }

var awkStatements = lazy.Regexp(`^(print\b|next\b|exit\b|[a-zA-Z]\w*)\s*(\+\+|--|\+=|-=|=)?\s*(.*)$`)

// statements reads the statements of a block.
func (p *awkParser) statements(block string) (all []awkStatement) {
	for block != "" {
		text, rest := cutAt(block, ";")
		block = strings.TrimPrefix(rest, ";")
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		m := awkStatements().FindStringSubmatch(text)
		keyword := m != nil && (m[1] == "print" || m[1] == "next" || m[1] == "exit")
		if m == nil || keyword == (m[2] != "") || awkReserved().MatchString(m[1]) {
			p.fail(text)
			break
		}
		st := awkStatement{word: m[1], sign: m[2]}
		switch {
		case m[2] == "++" || m[2] == "--":
			st.sign, m[3] = m[2][:1]+"=", "1"+m[3]
		case m[1] == "print" && m[3] == "_f(0)":
			m[3] = ""
		}
		if m[3] != "" {
			st.list = p.list(m[3])
		}
		if st.sign != "" && (len(st.list) != 1 || len(st.list[0]) != 1) {
			p.fail(text) // texts that are joined may grow without end
		}
		all = append(all, st)
	}
	return all
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

// do runs a statement.
func (r *awkRun) do(st awkStatement) {
	var texts []string
	for _, parts := range st.list {
		text := ""
		for _, e := range parts {
			text += awkText(r.value(e))
		}
		texts = append(texts, text)
	}
	switch {
	case st.sign != "":
		v := r.value(st.list[0][0])
		if st.sign != "=" {
			old, _ := awkNumber(r.vars[st.word])
			n, _ := awkNumber(v)
			v = old + n*map[string]float64{"+=": 1, "-=": -1}[st.sign]
		}
		r.vars[st.word] = v
	case st.word == "next":
		r.next = true
	case st.word == "exit":
		n, _ := awkNumber(awkField(strings.Join(texts, "")))
		r.exits, r.status = true, int(n)&0xFF
	case texts == nil:
		r.printLine()
	default:
		r.write(strings.Join(texts, awkText(r.vars["OFS"])) + awkText(r.vars["ORS"]))
	}
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
