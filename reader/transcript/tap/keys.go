package tap

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
)

// secrets are the texts that may be keys, as far as they are known. Those that are fresh may stand in what is recorded
// already: a body may have had them before a header did.
type secrets struct {
	known map[string]struct{}
	all   [][]byte
	fresh [][]byte
}

// add adds texts that may be keys.
func (s *secrets) add(keys []string) {
	for _, key := range keys {
		if _, is := s.known[key]; is {
			continue
		}
		s.known[key] = struct{}{}
		s.all, s.fresh = append(s.all, []byte(key)), append(s.fresh, []byte(key))
	}
}

// keyVariables are the ends of names of variables whose values are keys.
var keyVariables = [...]string{"_KEY", "_TOKEN", "_SECRET", "_PASSWORD"}

// leastVariable is from how many bytes on the value of such a variable is taken for a key.
const leastVariable = 16

// keysIn are the keys in an environment.
func keysIn(environment []string) (keys []string) {
	for _, one := range environment {
		name, value, _ := strings.Cut(one, "=")
		ends := func(end string) bool { return strings.HasSuffix(strings.ToUpper(name), end) }
		isPath := strings.ContainsAny(value, " /\\")
		if len(value) >= leastVariable && !isPath && slices.ContainsFunc(keyVariables[:], ends) {
			keys = append(keys, value)
		}
	}
	return keys
}

// leastKey is from how many bytes on a text is taken for a key: a shorter one may stand anywhere.
const leastKey = 8

// keyWords stand in the names of headers whose values may be keys.
var keyWords = [...]string{"auth", "key", "token", "cookie", "secret", "session", "account"}

// notKeys are the ends of names of headers with such a word whose values are no keys: each request has another one, or
// they name a conversation.
var notKeys = [...]string{"idempotency-key", "session-id", "session_id", "sec-websocket-key"}

func mayBeKey(header string) bool {
	name := strings.ToLower(header)
	has := func(word string) bool { return strings.Contains(name, word) }
	ends := func(end string) bool { return strings.HasSuffix(name, end) }
	return slices.ContainsFunc(keyWords[:], has) && !slices.ContainsFunc(notKeys[:], ends)
}

// keysOf are the texts of a request that may be keys: in headers whose names say so, and in its address. A header may
// hold several, as a cookie does, and each may stand behind its name.
func keysOf(r *http.Request) (keys []string) {
	add := func(text string) {
		if len(text) < leastKey {
			return
		}
		keys = append(keys, text)
		if quoted, err := json.Marshal(text); err == nil { // as a body has it
			keys = append(keys, string(quoted[1:len(quoted)-1]))
		}
	}
	for name, values := range r.Header {
		if !mayBeKey(name) {
			continue
		}
		for part := range strings.FieldsFuncSeq(strings.Join(values, " "), func(r rune) bool {
			return strings.ContainsRune(" ;,\"", r)
		}) {
			add(part)
			_, value, _ := strings.Cut(part, "=")
			add(value)
		}
	}
	for name, values := range r.URL.Query() {
		if name == "alt" || name == "beta" {
			continue
		}
		for _, value := range values {
			add(value)
		}
	}
	return keys
}
