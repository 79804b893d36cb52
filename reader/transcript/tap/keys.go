package tap

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"

	"eyeline/reader/internal/lazy"
)

// keyShapes are how keys of services look that mark theirs, and JSON Web Tokens. They are keys under any name.
var keyShapes = lazy.Regexp(`\b(?:` +
	`(?:sk|pk|rk|ak|xai|pplx|nvapi|sess|glpat|xox[a-z]|csk|fw)-[0-9A-Za-z_-]{16,}` +
	`|(?:gh[a-z]|github_pat|gsk|hf|r8|sk_live|sk_test|rk_live|npm|dop_v1)_[0-9A-Za-z_]{16,}` +
	`|AIza[0-9A-Za-z_-]{30,}|ya29\.[0-9A-Za-z._-]{16,}|A[KS]IA[0-9A-Z]{16}` +
	`|eyJ[0-9A-Za-z_-]{8,}\.[0-9A-Za-z_-]{8,}\.[0-9A-Za-z_-]*)`)

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
		if _, ok := s.known[key]; ok {
			continue
		}
		s.known[key] = struct{}{}
		s.all = append(s.all, []byte(key))
		s.fresh = append(s.fresh, []byte(key))
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
		keys = append(keys, keyShapes().FindAllString(value, -1)...)
	}
	return keys
}

// isPath reports whether a value is a path or a sentence. A slash makes none: keys in Base64 have them, also as their
// first byte; nor does a backslash within, which a password may have. So only the file itself tells, and how whole
// paths of Windows begin.
func isPath(value string) bool {
	if strings.Contains(value, " ") || strings.HasPrefix(value, `\\`) || strings.HasPrefix(value[1:], `:\`) {
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
var notKeys = [...]string{"idempotency-key", "session-id", "session_id", "sec-websocket-key", "cache_key", "cachekey"}

func mayBeKey(name string) bool {
	name = strings.ToLower(name)
	has := func(word string) bool { return strings.Contains(name, word) }
	ends := func(end string) bool { return strings.HasSuffix(name, end) }
	return slices.ContainsFunc(keyWords[:], has) && !slices.ContainsFunc(notKeys[:], ends)
}

// keysOf are the texts of a request that may be keys, but for those in its body: in headers and in parameters of its
// address whose names say so, and those with the shape of a key wherever they are.
func keysOf(r *http.Request) (keys []string) {
	for name, values := range r.Header {
		text := strings.Join(values, " ")
		keys = append(keys, keyShapes().FindAllString(text, -1)...)
		if mayBeKey(name) {
			keys = append(keys, keysInHeader(text)...)
		}
	}
	keys = append(keys, keyShapes().FindAllString(r.URL.Path, -1)...)
	return longEnough(append(keys, keysInQuery(r.URL.RawQuery)...))
}

// keysInQuery are the texts in the parameters of an address that may be keys, also where they are not well formed.
func keysInQuery(query string) (keys []string) {
	isEnd := func(c rune) bool { return c == '&' || c == ';' }
	for part := range strings.FieldsFuncSeq(query, isEnd) {
		name, value, _ := strings.Cut(part, "=")
		plain, err := url.QueryUnescape(value)
		if err != nil {
			plain = value
		}

		keys = append(keys, keyShapes().FindAllString(plain, -1)...)
		if mayBeKey(name) {
			keys = append(keys, value, plain)
		}
	}

	return keys
}

// keysInAddress are the texts in an address that may be keys: a password, or a user without one, and parameters.
func keysInAddress(address string) (keys []string) {
	_, rest, _ := strings.Cut(address, "://")
	host := rest
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		host = rest[:end]
	}

	if at := strings.LastIndexByte(host, '@'); at >= 0 {
		user, password, has := strings.Cut(host[:at], ":")
		if !has {
			password = user
		}

		plain, err := url.PathUnescape(password)
		if err != nil {
			plain = password
		}

		keys = append(keys, password, plain)
	}

	if begin := strings.IndexAny(rest, "?#"); begin >= 0 {
		isEnd := func(c rune) bool { return c == '?' || c == '#' }
		for query := range strings.FieldsFuncSeq(rest[begin:], isEnd) {
			keys = append(keys, keysInQuery(query)...)
		}
	}

	return keys
}

// keysInHeader are the texts in a header whose name says that it has a key. It may hold several, as a cookie does, and
// each may stand behind its name. A name with a password is in Base64.
func keysInHeader(text string) (keys []string) {
	isEnd := func(r rune) bool { return strings.ContainsRune(" ;,\"", r) }
	for part := range strings.FieldsFuncSeq(text, isEnd) {
		_, value, _ := strings.Cut(part, "=")
		keys = append(keys, part, value)
	}

	if scheme, rest, _ := strings.Cut(text, " "); strings.EqualFold(scheme, "basic") {
		if plain, err := base64.StdEncoding.DecodeString(strings.TrimSpace(rest)); err == nil {
			_, password, _ := strings.Cut(string(plain), ":")
			keys = append(keys, string(plain), password)
		}
	}

	return keys
}

// longEnough are those of some texts that are long enough for keys.
func longEnough(texts []string) []string {
	return slices.DeleteFunc(texts, func(text string) bool { return len(text) < leastKey })
}
