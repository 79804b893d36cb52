package tap

import (
	"slices"
	"strings"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/bodies"
)

// saidMembers are the members of a body that say something to the model. What looks like a key there is a part of what
// the model was sent.
var saidMembers = [...]string{
	"system", "instructions", "systemInstruction", "system_instruction", "prompt",
}

// toolMembers are the members of a body that offer tools to the model.
var toolMembers = [...]string{"tools", "functions"}

// saidOfTools are the members of a tool that are said to the model. The others may say how the service reaches the
// tool, with a key.
var saidOfTools = [...]string{
	"name", "description", "input_schema", "inputSchema", "input_examples", "parameters", "parametersJsonSchema",
	"parameters_json_schema", "response", "responseJsonSchema", "response_json_schema", "output_schema", "outputSchema",
	"format",
}

// keysInBody are the texts of a body that may be keys, beside what it says to the model.
func keysInBody(body []byte) (keys []string) {
	parsed := bodies.Parse(jsonskim.Parse(body))
	if parsed.Form == bodies.Unknown {
		return nil // nothing of it is kept
	}

	_ = parsed.Value.Each(func(member []byte, v jsonskim.Value) error { // what was parsed can be read
		name := string(member)
		switch {
		case name == parsed.Name || slices.Contains(saidMembers[:], name): // no key of the request's own
		case slices.Contains(toolMembers[:], name):
			keys = append(keys, keysInMember(name, v, saidOfTools[:])...)
		default:
			keys = append(keys, keysInMember(name, v, nil)...)
		}

		return nil
	})
	return longEnough(keys)
}

// keysInMember are the texts in a member of a body that may be keys, but for those in members of some names.
func keysInMember(name string, v jsonskim.Value, without []string) (keys []string) {
	const most = 16 << 10 // bytes of a text
	switch v.Kind {
	case jsonskim.String:
		return keysInValue(name, v.Text(most))
	case jsonskim.Array:
		for one := range v.Values() {
			keys = append(keys, keysInMember(name, one, without)...)
		}
	case jsonskim.Object:
		if value := v.Get("value"); value.Kind == jsonskim.String { // a header as an object of its name and its value
			keys = append(keys, keysInValue(v.Get("name").Text(most), value.Text(most))...)
		}

		_ = v.Each(func(member []byte, one jsonskim.Value) error { // what was parsed can be read
			if !slices.Contains(without, string(member)) {
				keys = append(keys, keysInMember(string(member), one, without)...)
			}
			return nil
		})
	default: // a number and the like is no key
	}

	return keys
}

// keysInValue are the texts in the value of a name that may be keys.
func keysInValue(name, text string) []string {
	keys := keyShapes().FindAllString(text, -1)
	if strings.Contains(text, "://") {
		keys = append(keys, keysInAddress(text)...)
	}
	if !mayBeKey(name) {
		return keys
	}

	words := strings.Fields(text)
	switch {
	case len(words) == 1 && (len(text) >= leastVariable || isPassword(name)):
		_, value, _ := strings.Cut(text, "=")
		keys = append(keys, text, value)
	case len(words) > 1 && isCredential(words):
		isScheme := func(key string) bool { return key == words[0] }
		keys = append(keys, slices.DeleteFunc(keysInHeader(text), isScheme)...)
	}

	return keys
}

// passwordNames are the ends of names whose values are keys also where they are shorter than leastVariable.
var passwordNames = [...]string{
	"password", "passwd", "passphrase", "pwd", "secret", "api_key", "apikey", "api-key", "access_token", "auth_token",
	"authorization_token", "authorization",
}

func isPassword(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(passwordNames[:], func(end string) bool { return strings.HasSuffix(name, end) })
}

// schemes are the words that stand before a key in a header.
var schemes = [...]string{"bearer", "basic", "token", "apikey", "api-key", "key", "bot", "digest", "negotiate"}

// isCredential reports whether several words are a key behind its scheme, or names with their values as in a cookie,
// and no sentence.
func isCredential(words []string) bool {
	hasValue := func(word string) bool { return strings.Contains(word, "=") }
	isSentence := slices.ContainsFunc(words[1:], func(word string) bool { return !hasValue(word) })
	if !isSentence {
		return true
	}
	return len(words) == 2 && (slices.Contains(schemes[:], strings.ToLower(words[0])) || len(words[1]) >= leastVariable)
}
