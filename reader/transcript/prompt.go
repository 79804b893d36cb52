package transcript

import "strings"

const (
	// promptLooked is how much of a text is looked at for what a person asked, in bytes: agents put theirs before it.
	promptLooked = 64 << 10
	// promptTexts is in how many texts that is looked for.
	promptTexts = 16
	// promptLimit is how much of it is returned, in bytes.
	promptLimit = 400
)

// Prompt is the beginning of what a person asked the agent first, on one line; "" where no such text is kept. What
// agents add to it by themselves is left out: elements in tags before it, and texts that are instructions.
func (s *Session) Prompt() string {
	looked := 0
	for _, said := range s.Said {
		if said.Own || said.System || said.Agent >= 0 {
			continue
		}
		looked++
		if looked > promptTexts {
			break
		}

		text, _, err := s.Text(said.Text, promptLooked)
		if err != nil {
			return ""
		}
		if asked := askedIn(string(text)); asked != "" {
			return asked
		}
	}

	return ""
}

// askedIn is the beginning of what a person wrote in a text, on one line; "" where that is nothing.
func askedIn(text string) string {
	text = strings.TrimSpace(text)
	for strings.HasPrefix(text, "<") {
		name, _, _ := strings.Cut(text[1:], ">")
		name, _, _ = strings.Cut(name, " ")
		_, after, closed := strings.Cut(text, "</"+name+">")
		if name == "" || !closed {
			return ""
		}

		text = strings.TrimSpace(after)
	}

	if strings.HasPrefix(text, "# AGENTS.md instructions") {
		return ""
	}

	line := strings.Join(strings.Fields(text[:min(len(text), 4*promptLimit)]), " ")
	if len(line) > promptLimit {
		line = strings.ToValidUTF8(line[:promptLimit], "")
	}
	if quoted, is := strings.CutPrefix(line, `"`); is { // as a command line has it
		line = strings.TrimSuffix(quoted, `"`)
	}

	return line
}
