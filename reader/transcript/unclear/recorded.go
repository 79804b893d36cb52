package unclear

import (
	"bytes"
	"sync"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/mentions"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/shellrun"
)

// maxRecorded is how many bytes of records are kept of calls that may have changed files, the later ones: they are
// decoded in some hundredths of a second.
const maxRecorded = 8 << 20

// Recorded are the texts in a transcript by which calls are found that may have changed a file in a way that is not
// understood: where a tool is named that runs commands or is not known, but no tool whose command changes no file by
// its words. What is found must be looked at as a call.
func Recorded() mentions.Group {
	return mentions.Group{
		Texts: []mentions.Text{
			{Is: []byte(`ame":`), IsMeant: namesCall}, // how a member ends that has the name of a tool, in all formats
			{Is: []byte(`"local_shell_call"`)},        // of calls that name no tool
			{Is: []byte(`"CommandExecution"`)},        // of what a script ran
		},
		Most: maxRecorded, Forgets: true,
	}
}

// Unanswered tells calls in a transcript that have no result, and may have given lines of a file, in a way that does
// not name it as it is named here. The agent was started in the folder. Both are local paths.
func Unanswered(folder, file string) mentions.Group {
	others := newOtherFiles(folder, file)
	mayGiveAny := func(after []byte) bool { return mayGiveAny(after, others) }
	return mentions.Group{
		Texts: []mentions.Text{
			{Is: []byte(`ame":`), IsMeant: mayGiveAny},
			{Is: []byte(`"local_shell_call"`)},
		},
		Most: maxRecorded,
		Answers: &mentions.Answers{
			Types: []string{
				"tool_result", "function_call_output", "custom_tool_call_output", "tool.result",
				"tool.execution_complete", "tool", "toolResult",
			},
			Within: `"functionResponse"`,
		},
	}
}

// Late tells calls in a transcript that give more of what a command prints that goes on running.
func Late() mentions.Group {
	return mentions.Group{Texts: []mentions.Text{{Is: []byte(`ame":`), IsMeant: givesLater}}, Most: maxRecorded}
}

// Found are what calls are found by that may have given or made lines of a file, by an agent that was started in a
// folder: both are local paths.
func Found(folder, file string) transcript.AlsoFound {
	return transcript.AlsoFound{Calls: Recorded(), Open: Unanswered(folder, file), Late: Late()}
}

// givesLater reports whether a record goes on with the name of a tool that gives more of what a command prints.
func givesLater(after []byte) bool {
	m := members{bytes.TrimLeft(after, " ")}
	name, ok := m.raw()
	return ok && record.GivesLater(string(name))
}

// readsOtherFiles reports whether arguments that come next are plainly of a command that gives lines of no files but
// those that it names, and these are others.
func readsOtherFiles(m members, others *otherFiles) bool {
	command, _ := plainCommand(m)
	return shellrun.ReadsNamedFiles(command) && others.areAllIn(command, isAtStart(m))
}

// isAtStart reports whether arguments that come next are of a command of Codex that runs where the agent was started:
// each of its commands begins there, unless the arguments name another folder.
func isAtStart(m members) bool {
	rest, is := bytes.CutPrefix(m.left, []byte(`,"arguments":`))
	if !is || !bytes.HasPrefix(m.left, []byte(codexArguments)) {
		return false
	}
	all := members{rest}
	args, ok := all.raw()
	return ok && !bytes.Contains(args, []byte("dir")) && !bytes.Contains(args, []byte("cwd"))
}

// codexArguments begin the arguments of a command of Codex, before those that say where it runs.
const codexArguments = `,"arguments":"{\"cmd\":\"`

// argumentsOfCommand are how agents write arguments most often that begin with a command: what stands before it and
// after it, and what follows where they are nothing else.
var argumentsOfCommand = []struct{ before, after, end []byte }{
	{[]byte(codexArguments), []byte(`\"`), []byte(`}"`)},
	{[]byte(codexArguments), []byte(`\"`), []byte(`}\n"`)},
	{[]byte(`,"input":{"command":"`), []byte(`"`), []byte(`}`)},
}

// plainCommand is the command that arguments begin with which come next; nil where they are written otherwise, or some
// of its characters are not plain. isAll: the arguments are nothing else.
func plainCommand(m members) (command []byte, isAll bool) {
	for _, by := range argumentsOfCommand {
		rest, ok := bytes.CutPrefix(m.left, by.before)
		if !ok {
			continue
		}

		n := shellrun.PlainLength(rest)
		after, isEnded := bytes.CutPrefix(rest[n:], by.after)
		if !isEnded {
			return nil, false
		}

		command = rest[:n]
		if bytes.HasPrefix(after, by.end) {
			return command, true
		}
	}

	return command, false
}

// mayGiveAny reports whether a record goes on with the name of a tool whose calls may give lines of any file, as
// [Gives] says of them, but those that plainly read other files.
func mayGiveAny(after []byte, others *otherFiles) bool {
	after = bytes.TrimLeft(after, " ")
	m := members{after}
	name, ok := m.raw()
	if !ok {
		return len(after) == 0 || after[0] == '"'
	}

	switch record.KindByName(string(name)) {
	case record.Shell:
		return !readsOtherFiles(m, others)
	case record.Search:
		return true
	case record.Other:
		return !record.GivesNothing(string(name))
	}

	return false
}

// longestArguments is how long the arguments are that are looked at in a record, in bytes.
const longestArguments = 2 << 10

// namesCall reports whether a record goes on with the name of a tool, after the name of a member, and with arguments
// of it that may have changed a file.
func namesCall(after []byte) bool {
	after = bytes.TrimLeft(after, " ")
	m := members{after}
	name, ok := m.raw()
	switch {
	case !ok: // more of it may be written later
		return len(after) == 0 || after[0] == '"' && len(after) < longestArguments
	case bytes.IndexByte(name, '\\') >= 0:
		return true
	}

	kind := record.KindByName(string(name))
	if kind == record.Other {
		return !record.ChangesNoFile(string(name))
	}

	if kind != record.Shell {
		return false
	}

	command, isAll := plainCommand(m)
	isPlainRead := isAll && shellrun.IsPlainRead(command)
	return !isPlainRead && argumentsMayChange(m)
}

// argumentsMayChange reports whether the arguments that come next to the name of a tool that runs commands may be of
// one that changes a file. They may where they are not understood.
func argumentsMayChange(m members) bool {
	for m.skip(',') {
		key, ok := m.text()
		if !ok || !m.skip(':') {
			return true
		}

		switch string(key) {
		case "arguments", "input", "args", "parameters":
			return commandMayChange(m)
		case "response": // what the tool answered
			return !m.skip('{')
		}

		if !m.skipPlain() {
			return true
		}
	}

	return true
}

// commandMayChange reports whether arguments that come next, which are an object or a text of one, may be of a command
// that changes a file. They may where they do not tell one command, as formats.Format.RanByArguments does.
func commandMayChange(m members) bool {
	room := rooms.Get().(*[2][longestArguments]byte)
	defer rooms.Put(room)
	text, isText := m.raw()
	if isText {
		inner, isPlain := unescaped(room[0][:0], text)
		if !isPlain {
			return true
		}
		m = members{inner}
	}

	command, ok := commandOf(&m, room[1][:0])
	isAll := !isText || len(bytes.TrimSpace(m.left)) == 0
	return !ok || !isAll || !shellrun.IsPlainRead(command) && shellrun.MayChange(string(command))
}

// commandOf is the one command in an object that comes next, in some room.
func commandOf(m *members, room []byte) (command []byte, ok bool) {
	if !m.skip('{') {
		return nil, false
	}

	for number := 0; !m.skip('}'); number++ {
		if number > 0 && !m.skip(',') {
			return nil, false
		}

		key, isKey := m.text()
		if !isKey || !m.skip(':') {
			return nil, false
		}

		switch string(key) {
		case "command", "cmd", "chars": // what is typed into a command is one, too
			raw, isText := m.raw()
			text, isPlain := unescaped(room, raw)
			if !isText || !isPlain || ok {
				return nil, false
			}
			command = text
			ok = true
		case "keystrokes", "CommandLine":
			return nil, false
		default:
			if !m.skipPlain() {
				return nil, false
			}
		}
	}

	return command, ok
}

// rooms are for what arguments stand for, and a command in them.
var rooms = sync.Pool{New: func() any { return new([2][longestArguments]byte) }}

// members are the members of a JSON value from some place on. Its methods take what comes next.
type members struct{ left []byte }

// skip takes a character, with the blanks before it, where it comes next.
func (m *members) skip(c byte) bool {
	for i, b := range m.left {
		if b == c {
			m.left = m.left[i+1:]
			return true
		}

		if b != ' ' {
			break
		}
	}

	return false
}

// raw is a text as it is written between its quotes; false where none comes next, or its end is far.
func (m *members) raw() (text []byte, ok bool) {
	if !m.skip('"') {
		return nil, false
	}

	window := m.left[:min(len(m.left), longestArguments)]
	for i := 0; ; i++ {
		end := bytes.IndexByte(window[i:], '"')
		if end < 0 {
			return nil, false
		}

		i += end
		slashes := 0
		for slashes < i && window[i-1-slashes] == '\\' {
			slashes++
		}

		if slashes%2 == 0 {
			text = window[:i]
			m.left = m.left[i+1:]
			return text, true
		}
	}
}

// text is a text without escapes.
func (m *members) text() (text []byte, ok bool) {
	text, ok = m.raw()
	return text, ok && bytes.IndexByte(text, '\\') < 0
}

// skipPlain takes a text, a number or a word, and nothing that has members.
func (m *members) skipPlain() bool {
	if _, isText := m.raw(); isText {
		return true
	}

	m.left = bytes.TrimLeft(m.left, " ")
	n := bytes.IndexAny(m.left[:min(len(m.left), 64)], ",}")
	if n <= 0 || bytes.ContainsAny(m.left[:n], `"{[`) {
		return false
	}

	m.left = m.left[n:]
	return true
}

// unescaped is what a text stands for, in some room; false where it has another escape than those of one character, or
// not enough room.
func unescaped(room, text []byte) ([]byte, bool) {
	if len(text) > cap(room) {
		return nil, false
	}

	for {
		n := bytes.IndexByte(text, '\\')
		if n < 0 || n+1 == len(text) {
			return append(room, text...), n < 0
		}

		meant := bytes.IndexByte([]byte(`"\/nt`), text[n+1])
		if meant < 0 {
			return nil, false
		}

		room = append(append(room, text[:n]...), "\"\\/\n\t"[meant])
		text = text[n+2:]
	}
}
