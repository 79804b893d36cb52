package tap

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
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
		if len(value) >= leastVariable && !isPath(value) && slices.ContainsFunc(keyVariables[:], ends) {
			keys = append(keys, value)
		}
	}
	return keys
}

// isPath reports whether a value is a path or a sentence. A slash makes none: keys in Base64 have them, also as their
// first byte. So only the file itself tells.
func isPath(value string) bool {
	if strings.ContainsAny(value, " \\") {
		return true
	}
	_, err := os.Lstat(value)
	return err == nil
}

// leastKey is from how many bytes on a text is taken for a key: a shorter one may stand anywhere.
const leastKey = 8

// keyWords stand in the names of headers and of parameters of addresses whose values may be keys.
var keyWords = [...]string{"auth", "key", "token", "cookie", "secret", "session", "account", "sig", "pass"}

// notKeys are the ends of such names with such a word whose values are no keys: each request has another one, or
// they name a conversation.
var notKeys = [...]string{"idempotency-key", "session-id", "session_id", "sec-websocket-key"}

func mayBeKey(name string) bool {
	name = strings.ToLower(name)
	has := func(word string) bool { return strings.Contains(name, word) }
	ends := func(end string) bool { return strings.HasSuffix(name, end) }
	return slices.ContainsFunc(keyWords[:], has) && !slices.ContainsFunc(notKeys[:], ends)
}

// keysOf are the texts of a request that may be keys: in headers and in parameters of its address whose names say
// so. A header may hold several, as a cookie does, and each may stand behind its name.
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
	isEnd := func(c rune) bool { return c == '&' || c == ';' }
	for part := range strings.FieldsFuncSeq(r.URL.RawQuery, isEnd) { // also where it is not well formed
		name, value, _ := strings.Cut(part, "=")
		if !mayBeKey(name) {
			continue
		}
		add(value)
		if plain, err := url.QueryUnescape(value); err == nil && plain != value {
			add(plain)
		}
	}
	return keys
}
