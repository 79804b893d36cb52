package rerun

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/runtime/jsontext"
	"eyeline/reader/tools"
)

// placeholders replaces what is in arguments by words that say nothing of it: the same text by the same word.
type placeholders struct {
	seen map[string]string
}

// plainWord are the words of commands that read files, which are kept: programs, options and addresses.
var plainWord = lazy.Regexp(`\A(cat|sed|nl|head|tail|wc|-{1,2}[a-z]{0,12}|[-+]?[0-9]{1,9}|` +
	`'?[0-9$]{1,9}(,[0-9$]{1,9})?p?'?|[|<>&;]{1,2})\z`)

// arguments is the JSON of arguments with placeholders for their texts. Numbers, true, false and null are kept, and the
// names that the tool knows.
func (p *placeholders) arguments(args []byte, t *tools.Tool) json.RawMessage {
	known := map[string]bool{}
	for _, param := range t.Params {
		for _, name := range param.Path {
			known[name] = true
		}
	}

	var schema struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if json.Unmarshal(t.Schema(), &schema) == nil {
		for name := range schema.Properties {
			known[name] = true
		}
	}

	m := jsontext.Maker[string]{
		Scalar: func(token json.Token) string {
			if text, ok := token.(string); ok {
				return tools.Quote(p.text(text))
			}
			plain, _ := json.Marshal(token) // a number, a boolean or null always can
			return string(plain)
		},
		Array: func(items []string) string { return "[" + strings.Join(items, ",") + "]" },
		Object: func(f jsontext.Fields[string]) string {
			for i, name := range f.Keys {
				if !known[name] {
					name = p.word("name", name, "")
				}
				f.Values[i] = tools.Quote(name) + ":" + f.Values[i]
			}

			return "{" + strings.Join(f.Values, ",") + "}"
		},
	}
	text, ok := m.Parse(args)
	if !ok {
		text = tools.Quote(fmt.Sprintf("<%d bytes that are no JSON>", len(args)))
	}

	return json.RawMessage(text)
}

// text is what stands for a text: of a command its plain words, a number as it is, else one placeholder.
func (p *placeholders) text(s string) string {
	words := strings.Fields(s)
	if len(words) == 0 {
		return s
	}

	if len(words) > 1 && plainWord().MatchString(words[0]) && !strings.Contains(s, "\n") {
		for i, w := range words {
			if !plainWord().MatchString(w) {
				words[i] = p.word("file", strings.Trim(w, `'"`), path.Ext(strings.Trim(w, `'"`)))
			}
		}
		return strings.Join(words, " ")
	}

	if len(words) == 1 && plainWord().MatchString(s) {
		return s
	}
	if strings.ContainsAny(s, "\n;|&$`(") {
		return fmt.Sprintf("<text of %d bytes>", len(s))
	}

	return p.word("file", s, path.Ext(s))
}

// shortExtension are the extensions that are kept, since tools go by them.
var shortExtension = lazy.Regexp(`\A\.[A-Za-z0-9]{1,8}\z`)

// word is the placeholder of a text.
func (p *placeholders) word(kind, s, extension string) string {
	if p.seen == nil {
		p.seen = map[string]string{}
	}
	if w, ok := p.seen[kind+" "+s]; ok {
		return w
	}
	if !shortExtension().MatchString(extension) {
		extension = ""
	}

	w := fmt.Sprintf("<%s %d>%s", kind, len(p.seen)+1, extension)
	if kind == "file" && strings.HasPrefix(s, "/") {
		w = "/" + w
	}

	p.seen[kind+" "+s] = w
	return w
}
