// Package openhands, which changes without notice, is the view command of OpenHands' file_editor.
package openhands

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"unicode/utf8"

	"eyeline/reader/internal/readback"
	"eyeline/reader/internal/runtime/python"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/lists"
	"eyeline/reader/ospath"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/anthropiceditor"
)

const (
	maxChars     = 16000 // limit of lines before they are numbered, and of a listing, in characters
	failedPrefix = "[An error occurred during execution.]\n"

	clipStart  = "<response clipped><NOTE>Due to the max output limit, only part of "
	clipNotice = clipStart + "this file has been shown to you. You should retry this tool after you have searched " +
		"inside the file with `grep -n` in order to find the line numbers of what you are looking for.</NOTE>"
	clipNoticeDir = clipStart + "this directory has been shown to you. You should use `ls -la` instead to view large " +
		"directories incrementally.</NOTE>"
	clipNoticeAll = clipStart + "the full response has been shown to you.</NOTE>"
)

// Tool is the view command of OpenHands' file_editor (contract openhands). The agent guesses the character set of files
// that are neither UTF-8 nor marked as UTF-16 or UTF-32; that is not imitated, such files are refused. (It also takes a
// few files of valid UTF-8, thousands of one letter, for another character set. They are read as UTF-8 here.)
var Tool = &tools.Tool{
	Language: ospath.CPython,
	Name:     "openhands", Title: "OpenHands' file_editor, view",
	Origin: tools.Origin{
		Agent: "OpenHands", Version: "1.43.1", Date: "2026-11-21", How: tools.FromSource, Marks: []string{".openhands"},
	},
	Recorded: []string{"file_editor"},
	Caps: tools.Caps{
		Output: tools.Cap{Most: maxChars, Unit: tools.Runes, Over: tools.OverMiddle},
		Then:   tools.Cap{Most: 50000, Unit: tools.Runes, Of: "with line numbers", Over: tools.OverMiddle},
		File:   tools.Cap{Most: 10 << 20, Over: tools.OverRefused},
	},
	Kinds: tools.Kinds{
		Empty: tools.GivesNotice, Image: tools.GivesMedia, PDF: tools.GivesRefusal, Binary: tools.GivesRefusal,
	},
	Policy:  tools.Policy{NumbersAsText: true, Unknown: true},
	Paths:   tools.PathAbsolute,
	Silence: tools.SilentAsAsked,
	Lines:   anthropiceditor.LineFormat,
	Words:   wordsFor,
	Parse:   readBack,
	Run:     tools.RunWith(parseArgs, run),
	Args:    anthropiceditor.WriteArgs,
	Windows: anthropiceditor.Places,
	Params:  anthropiceditor.Params,
}

func refuse(text string) error { return tools.Refuse(failedPrefix + text) }

// invalid refuses an argument.
func invalid(name, value, why string) error {
	return refuse("Invalid `" + name + "` parameter: " + value + ". " + why)
}

func wordsFor(env tools.Env, file string, err error) string {
	p := python.Path(env, file)
	return failedPrefix + cmp.Or(anthropiceditor.RanInto(env, p, err),
		"Invalid `path` parameter: "+p+". The path "+p+" does not exist. Please provide a valid path.")
}

// run makes the checks 1 to 4 of the contract.
func run(ctx context.Context, env tools.Env, a viewArguments) (*tools.Result, error) {
	p := python.Path(env, a.path)
	words := env.Wording(p)
	if env.Stream == nil {
		if !isAbsolute(p) {
			return nil, invalid("path", p, "The path should be an absolute path."+suggestion(env, p))
		}

		isDir, err := env.IsDir(env.Abs(p))
		switch {
		case err != nil:
			return nil, words.Of(err)
		case isDir && a.command != "view":
			return nil, invalid(
				"path", p, "The path "+p+" is a directory and only the `view` command can be used on directories.",
			)
		case isDir && len(a.lines) > 0:
			return nil, invalid("view_range", listText(a.lines), "The `view_range` parameter is not allowed when "+
				"`path` points to a directory.")
		case isDir:
			return listDirectory(env, p)
		}
	}

	if a.command != "view" {
		return nil, tools.RefuseOwn("eyeline: only the view command is imitated")
	}

	return tools.ReadPath(ctx, env, tools.PathAbsolute, p, words, func(o *tools.File) (*tools.Result, error) {
		extension := strings.ToLower(python.Suffix(python.PathsIn(env).Base(p)))
		if lists.HasWord(".png .jpg .jpeg .gif .webp .bmp", extension) {
			r := &tools.Result{Kind: "image", Instead: "The picture follows the text."}
			return r.Text(o, "Image file "+p+" read successfully. Displaying image content."), nil
		}
		return read(o, p, a)
	})
}

// isAbsolute reports whether the agent takes a path for absolute, on Linux or Windows.
func isAbsolute(p string) bool {
	p = strings.TrimFunc(p, python.IsSpace)
	if strings.HasPrefix(p, "/") || strings.HasPrefix(p, `\`) || strings.HasPrefix(p, "~") {
		return true
	}
	_, drive := utf8.DecodeRuneInString(p)
	return len(p) > drive+1 && p[drive] == ':' && (p[drive+1] == '/' || p[drive+1] == '\\')
}

// suggestion returns the same path below the working directory, if it exists.
func suggestion(env tools.Env, p string) string {
	there := python.Path(env, env.Dir()+"/"+p)
	if _, err := env.IsDir(there); err != nil {
		return ""
	}
	return " Maybe you meant " + there + "?"
}

// listText formats a list of integers like Python.
func listText(list []*big.Int) string {
	return strings.ReplaceAll(fmt.Sprint(list), " ", ", ")
}

// read makes the checks 5 to 12 of the contract and views the lines.
func read(o *tools.File, p string, a viewArguments) (*tools.Result, error) {
	if o.Size() > o.Caps().File.Most {
		return nil, refuse(fmt.Sprintf("File validation failed for %s: File is too large (%.1fMB). Maximum allowed "+
			"size is 10MB.", p, float64(o.Size())/(1<<20)))
	}

	form, text := detectForm(o)
	if !text {
		return nil, refuse("File validation failed for " + p + ": File appears to be binary and this file type " +
			"cannot be read or edited by this tool.")
	}

	search := textfile.Search{Form: form, First: 1, Total: true, Valid: true}
	if len(a.lines) == 2 && a.lines[0].IsInt64() {
		search.First = max(a.lines[0].Int64(), 1)
		if a.lines[1].IsInt64() {
			search.Count = max(a.lines[1].Int64()-search.First+1, 0)
		}
	}

	found := o.Scan(search)
	if found.Invalid {
		return nil, tools.RefuseOwn(
			"eyeline: the file is not UTF-8; OpenHands guesses its character set, which is not imitated",
		)
	}

	v := fileView{file: o, form: form, found: found, first: 1, last: found.Lines, ranged: len(a.lines) > 0}
	note := ""
	if v.ranged {
		var err error
		if v.first, v.last, err = checkRange(a.lines, found.Lines); err != nil {
			return nil, err
		}
		if a.lines[1].Cmp(big.NewInt(found.Lines)) > 0 {
			note = fewer.Fill(found.Lines, found.Lines)
		}
	}

	return v.result(note + anthropiceditor.Heading + p + ":\n"), nil
}

// checkRange makes the checks 9 to 12 for a file of total lines.
func checkRange(list []*big.Int, total int64) (first, last int64, err error) {
	value := listText(list)
	if len(list) != 2 {
		return 0, 0, invalid("view_range", value, "It should be a list of two integers.")
	}

	n := big.NewInt(total)
	if list[0].Sign() < 1 || list[0].Cmp(n) > 0 {
		return 0, 0, invalid("view_range", value,
			fmt.Sprintf(
				"Its first element `%s` should be within the range of lines of the file: [1, %d].", list[0], total,
			))
	}

	end := list[1]
	if end.Cmp(n) > 0 || end.Cmp(big.NewInt(-1)) == 0 {
		end = n
	}

	if end.Cmp(list[0]) < 0 {
		return 0, 0, invalid("view_range", value,
			fmt.Sprintf(
				"Its second element `%s` should be greater than or equal to the first element `%s`.", end, list[0],
			))
	}

	return list[0].Int64(), end.Int64(), nil
}

// detectForm returns from the first 1,024 bytes whether a file is text, and how it is decoded (the contract's checks 6
// and 7). It only considers UTF-8 and byte order marks.
func detectForm(o *tools.File) (form textfile.LineCoding, text bool) {
	const sample = 1024
	head := o.Head(sample)
	if len(head) == 0 {
		return textForm, true
	}

	form = textForm
	form.Coding, form.Skip = textfile.BOM(head, true)
	certain := false // the character set is certain, and the sample decodes
	switch {
	case bytes.HasPrefix(head, []byte("\xFE\xFF\x00\x00")): // an unsupported byte order
	case form.Coding != textfile.UTF8:
		found := o.ScanOf(source.View(o, int64(len(head))), textfile.Search{Form: form, Total: true})
		unit := 2
		if form.Coding == textfile.UTF32LE || form.Coding == textfile.UTF32BE {
			unit = 4
		}
		certain = !found.Invalid && len(head)%unit == 0
	case utf8.Valid(head):
		wide := 0 // characters of several bytes; four suffice
		for _, b := range head {
			if b >= 0xC0 {
				wide++
			}
		}

		certain = wide >= 4 || form.Skip > 0
	}

	return form, certain || !likelyBinary(head)
}

// textForm: any of "\n", "\r\n" and "\r" ends a line.
var textForm = textfile.LineCoding{Ends: textfile.EndCRLF | textfile.EndCR, OddTail: true}

// likelyBinary reports whether bytes are binary for Python's binaryornot, if the character set is not certain.
func likelyBinary(p []byte) bool {
	odd := 0
	low := 0 // bytes outside of plain text, and bytes below 127
	zero := false

	for _, c := range p {
		if !(c >= 32 && c <= 126 || c >= 8 && c <= 10 || c == 12 || c == 13) {
			odd++
		}
		if c < 127 {
			low++
		}
		zero = zero || c == 0 || c == 0xFF
	}

	t := float64(odd) / float64(len(p))
	h := float64(low) / float64(len(p))
	return zero || t > 0.3 && h < 0.05 || t > 0.8 && h > 0.8
}

// fewer precedes the heading if the file has fewer lines than requested.
const fewer readback.Phrase = "NOTE: We only show up to {total} since there're only {lines} lines in this file.\n"

// readBack parses the numbered lines of an answer. If the middle was cut, one line shows two pieces of lines under one
// number; if an answer was cut twice, numbers are missing.
func readBack(_ json.RawMessage, content string) (tools.Parsed, bool) {
	p := tools.Parsed{Total: -1}
	note, _, _ := fewer.At(content)
	p.Total = note.Number("total")
	if !strings.HasPrefix(content, anthropiceditor.Heading) && p.Total < 0 {
		return p, false
	}

	clipped := utf8.RuneCountInString(content) > maxChars
	for at := 0; at < len(content); {
		end := at + readback.EndOfLine(content[at:])
		n, ok := leadingLineNumber(content[at:end])
		start := at + strings.IndexByte(content[at:end], '\t') + 1
		at = end + 1
		if !ok {
			continue
		}

		add := func(start, end int, cut bool) {
			if start < end || !cut {
				p.Lines = append(p.Lines, tools.ParsedLine{Number: n, Start: start, End: end, Cut: cut})
			}
		}

		whole := true
		if clipped {
			if i := strings.Index(content[start:end], clipNoticeAll); i >= 0 { // it is followed by any part of a line
				end = start + i
				whole = false
			}

			if i := strings.Index(content[start:end], clipNotice); i >= 0 {
				add(start, start+i, true)
				start += i + len(clipNotice)
				whole = false
			}
		}

		add(start, end, !whole)
	}

	return p, len(p.Lines) > 0
}

// leadingLineNumber returns the number at the start of a line of an answer, before its tab.
func leadingLineNumber(line string) (n int64, ok bool) {
	digits, _, ok := strings.Cut(line, "\t")
	if !ok {
		return 0, false
	}
	if _, err := fmt.Sscanf(digits, "%d", &n); err != nil {
		return 0, false
	}
	return n, anthropiceditor.LineFormat.PrefixOf(tools.Line{Number: n}) == digits+"\t"
}
