package transcript

import "strings"

const (
	// promptLooked is how many bytes of a text are searched for what a person asked: agents put their own text before
	// it.
	promptLooked = 64 << 10
	// promptTexts is how many texts are searched for it.
	promptTexts = 16
	// promptLimit is how many bytes of it are returned.
	promptLimit = 400
)

// Prompt returns the beginning of what a person first asked the agent, on one line; "" if no such text is kept. What
// agents add by themselves is left out: elements in tags before it, and texts that are instructions.
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

// askedIn returns the beginning of what a person wrote in a text, on one line; "" if the text has nothing of a person.
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
	if quoted, ok := strings.CutPrefix(line, `"`); ok { // quoted as on a command line
		line = strings.TrimSuffix(quoted, `"`)
	}

	return line
}
