// Package powershell, which changes without notice, tells which lines of which files a command for PowerShell prints,
// by a command of a POSIX shell that prints the same.
package powershell

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/internal/lazy"
)

// properties are commands that take names of properties, and no files, with the "*" that stands for all of them.
var properties = lazy.Regexp(
	`(?i)(?:^|[|;({\n])[ \t]*(?:format|select|sort|measure|group|convertto)-[a-z]+(?:[ \t]+-[a-z]+)*[ \t]+(\*)`,
)

// NamesNoFiles is a command for PowerShell in which what stands for all properties is quoted, as a POSIX shell would
// take it for all files of the folder.
func NamesNoFiles(command string) string {
	if !strings.Contains(command, "*") {
		return command
	}

	var b strings.Builder
	done := 0
	for _, at := range properties().FindAllStringSubmatchIndex(command, -1) {
		star, end := at[2], at[3]
		if end < len(command) && strings.IndexByte(" \t\r\n|;)}", command[end]) < 0 {
			continue // it is a part of a word
		}
		b.WriteString(command[done:star] + "'*'")
		done = end
	}
	return b.String() + command[done:]
}

// AsShell is a command that prints what one for PowerShell does: Get-Content of one file, and Select-Object of the
// first or last lines of it, perhaps several one after the other. ok is false for all others.
func AsShell(command string) (line string, ok bool) {
	if !strings.Contains(strings.ToLower(command), "get-content") {
		return "", false
	}

	p := parser{rest: command}
	var all []string
	for {
		one, ok := p.pipeline()
		if !ok {
			return "", false
		}
		if one != "" {
			all = append(all, one)
		}
		if !p.skip(";") {
			break
		}
	}

	return strings.Join(all, "; "), strings.TrimSpace(p.rest) == "" && len(all) > 0
}

// parser reads a command.
type parser struct {
	rest string
}

// skip skips blanks and, where it follows them, a sign.
func (p *parser) skip(sign string) bool {
	rest, ok := strings.CutPrefix(strings.TrimLeft(p.rest, " \t\r\n"), sign)
	if ok {
		p.rest = rest
	}
	return ok
}

// pipeline reads one of commands that give their lines to the next.
func (p *parser) pipeline() (line string, ok bool) {
	words, ok := p.words()
	if !ok || len(words) == 0 {
		return "", ok
	}

	line, isRaw, ok := getContent(words)
	for ok && p.skip("|") {
		if isRaw {
			return "", false // all of the file is one object
		}
		words, isPlain := p.words()
		var then string
		then, ok = selectObject(words)
		ok = ok && isPlain
		line += " | " + then
	}
	return line, ok
}

// word is a word of a command.
type word struct {
	text   string
	quoted bool
}

// words reads the words up to the end of a command. ok is false where one has something that is not understood.
func (p *parser) words() (words []word, ok bool) {
	for {
		p.rest = strings.TrimLeft(p.rest, " \t")
		if p.rest == "" || strings.IndexByte("|;\n\r", p.rest[0]) >= 0 {
			return words, true
		}
		one, ok := p.word()
		if !ok {
			return nil, false
		}
		words = append(words, one)
	}
}

// special are bytes that mean something in a word without quotes, and inQuotes those that do in double quotes.
const (
	special  = "$(){}@`&<>,*?[]#\"'‘’‚‛“”„–—―"
	inQuotes = "$`"
)

func (p *parser) word() (one word, ok bool) {
	quote := p.rest[:1]
	if quote != "'" && quote != `"` {
		end := strings.IndexAny(p.rest, " \t|;\r\n")
		if end < 0 {
			end = len(p.rest)
		}
		one.text = p.rest[:end]
		p.rest = p.rest[end:]
		return one, !strings.ContainsAny(one.text, special)
	}

	inner, rest, ended := strings.Cut(p.rest[1:], quote)
	p.rest = rest
	isEnd := rest == "" || strings.IndexByte(" \t|;\r\n", rest[0]) >= 0
	return word{inner, true}, ended && isEnd && (quote == "'" || !strings.ContainsAny(inner, inQuotes))
}

// options are the named values of a command, and its other words. ok is false where a value is missing or its name is
// not among some.
func options(words []word, names string) (values map[string]string, operands []string, ok bool) {
	values = map[string]string{}
	for i := 0; i < len(words); i++ {
		name := strings.ToLower(words[i].text)
		switch {
		case words[i].quoted || !strings.HasPrefix(name, "-"):
			operands = append(operands, words[i].text)
		case name == "-raw" && slices.Contains(strings.Fields(names), name):
			values[name] = ""
		case i+1 == len(words) || !slices.Contains(strings.Fields(names), name):
			return nil, nil, false
		default:
			i++
			values[name] = words[i].text
		}
	}
	return values, operands, true
}

// getContent is Get-Content as a command of a POSIX shell. isRaw: it gives all of the file at once, not line by line.
func getContent(words []word) (line string, isRaw, ok bool) {
	const names = "-path -literalpath -encoding -totalcount -first -head -tail -last -raw"
	values, files, ok := options(words[1:], names)
	for _, name := range []string{"-path", "-literalpath"} {
		if file, has := values[name]; has {
			files = append(files, file)
		}
	}

	_, isRaw = values["-raw"]
	hasLetters := !slices.Contains([]string{"byte", "utf7"}, strings.ToLower(values["-encoding"]))
	_, isLiteral := values["-literalpath"]
	if !ok || words[0].quoted || !strings.EqualFold(words[0].text, "get-content") || len(files) != 1 ||
		!isFile(files[0], isLiteral) || !hasLetters {
		return "", false, false
	}

	file := "'" + strings.ReplaceAll(files[0], `\`, "/") + "'"
	first := cmp.Or(values["-totalcount"], values["-first"], values["-head"])
	last := cmp.Or(values["-tail"], values["-last"])
	switch {
	case first == "" && last == "":
		return "cat " + file, isRaw, true
	case isRaw:
		return "", false, false // PowerShell refuses it
	case first == "":
		line, ok = counted("tail -n ", last, " "+file)
		return line, false, ok
	case last == "":
		line, ok = counted("head -n ", first, " "+file)
		return line, false, ok
	}
	return "", false, false
}

// isFile reports whether a path is that of one file, and can stand in single quotes: it has no home folder, and no
// drive but one of disks, as "Env:" has.
func isFile(path string, isLiteral bool) bool {
	rest := path
	if len(path) > 2 && path[1] == ':' && strings.IndexByte(`\/`, path[2]) >= 0 {
		rest = path[2:]
	}
	return path != "" && !strings.HasPrefix(path, "~") && !strings.ContainsAny(rest, "'\n:") &&
		(isLiteral || !strings.ContainsAny(path, "*?[]"))
}

// selectObject is Select-Object of some lines as a command of a POSIX shell.
func selectObject(words []word) (line string, ok bool) {
	if len(words) == 0 || !slices.Contains([]string{"select-object", "select"}, strings.ToLower(words[0].text)) {
		return "", false
	}

	values, operands, ok := options(words[1:], "-first -last -skip")
	if !ok || len(operands) > 0 {
		return "", false
	}

	skip := 0
	if given, has := values["-skip"]; has {
		skip, ok = number(given)
	}
	first, last := values["-first"], values["-last"]
	switch {
	case !ok || last != "" && (first != "" || skip > 0):
		return "", false
	case last != "":
		return counted("tail -n ", last, "")
	case skip == 0:
		return counted("head -n ", first, "")
	case first == "":
		return "tail -n +" + strconv.Itoa(skip+1), true
	default:
		return counted("tail -n +"+strconv.Itoa(skip+1)+" | head -n ", first, "")
	}
}

// counted is a command with a number in it.
func counted(before, digits, after string) (line string, ok bool) {
	n, ok := number(digits)
	return before + strconv.Itoa(n) + after, ok
}

// number is a count of lines.
func number(digits string) (n int, ok bool) {
	const most = 1 << 24
	n, err := strconv.Atoi(digits)
	return n, err == nil && n > 0 && n <= most
}
