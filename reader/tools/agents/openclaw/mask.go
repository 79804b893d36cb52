package openclaw

import (
	"eyeline/reader/internal/lazy"
)

// envFile matches paths of files in which assignments of secrets are masked.
var envFile = lazy.Regexp(`(?i)(?:^|[/\\])(?:\.env(?:\.[^/\\]+)?|[^/\\]+\.env)$`)

// secrets are patterns of secrets, with what precedes and follows the secret itself.
var (
	assigned = lazy.Regexp(`\b([A-Z0-9_]*(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD)\s*[=:]\s*["']?)([^\s"'\\]+)()`)
	keys     = lazy.Regexp(`()\b(sk-[A-Za-z0-9_-]{8,})\b()`)
	bearers  = lazy.Regexp(`(\bBearer\s+)([A-Za-z0-9._\-+=]{18,})()`)
	userInfo = lazy.Regexp(`(//[^/\s:@]+:)([^/\s:@]+)(@)`)
)

// mask replaces what looks like a secret in an answer about a file; n counts the replacements.
func mask(file, text string) (masked string, n int64) {
	replace := func(text string, form matcher) string {
		return form.ReplaceAllStringFunc(text, func(found string) string {
			m := form.FindStringSubmatch(found)
			if m == nil {
				return found
			}
			n++
			return m[1] + hidden(m[2]) + m[3]
		})
	}

	if envFile().MatchString(file) {
		text = replace(text, assigned())
	}

	text = replace(text, keys())
	text = replace(text, bearers())
	text = userInfo().ReplaceAllStringFunc(text, func(found string) string {
		m := userInfo().FindStringSubmatch(found)
		n++
		return m[1] + "***" + m[3]
	})
	return text, n
}

// matcher is a regular expression.
type matcher interface {
	ReplaceAllStringFunc(src string, repl func(string) string) string
	FindStringSubmatch(s string) []string
}

// hidden returns the mask of a secret, without any part of a short one.
func hidden(secret string) string {
	const short = 18
	if len(secret) < short {
		return "***"
	}
	return secret[:6] + "…" + secret[len(secret)-4:]
}
