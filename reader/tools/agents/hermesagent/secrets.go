package hermesagent

import (
	"bytes"
	"sync"
	"unicode/utf8"

	"eyeline/reader/internal/lazy"
)

// tokens matches what may be a token of a service: its prefix and length. The agent also checks what follows, so that
// it masks less.
var tokens = lazy.Regexp(`(?:\A|[^A-Za-z0-9_-])(?:` +
	`(?:sk-|fal_|bb_live_|pypi-|am_|gl(?:pat|oas|dt|rt|rtr|cbt|ptt|ft|imt|agent|soat|ffct|wt)-|GR1348941|SG\.)` +
	`[A-Za-z0-9_.-]{10}|` +
	`(?:gh[pousr]_|github_pat_|pplx-|fc-|[sr]k_live_|sk_test_|sk_|hf_|r8_|npm_|do[po]_v1_|tvly-|exa_|gsk_|syt_|` +
	`retaindb_|hsk-|mem0_|brv_|ntn_)[A-Za-z0-9_]{10}|` +
	`xapp-\p{Nd}+-[A-Za-z0-9-]{10}|xox[baprs]-[A-Za-z0-9-]{10}|pk-lf-[A-Za-z0-9-]{8}|` +
	`(?:AIza|xai-|fw-|fw_|fpk_)[A-Za-z0-9_-]{30}|gAAAA[A-Za-z0-9_=-]{20}|AKIA[A-Z0-9]{16})`)

// secrets matches what may be a secret by its context.
var secrets = lazy.Regexp(`(?i:authorization:)|` +
	`(?i:x-api-key|x-goog-api-key|api-key|apikey|x-api-token|x-auth-token|x-access-token)[\s\pZ\x{85}\x1C-\x1F]*:|` +
	`\p{Nd}{8}:[A-Za-z0-9_-]{30}|-----BEGIN[A-Z ]*PRIVATE KEY-----|` +
	`(?i:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis|amqp)://[^:\s]+:[^@\s]+@|` +
	`(?i:https?|wss?|git|ssh|ftps?|sftp)://[^\s:@/]{8,}@|` +
	`eyJ[A-Za-z0-9_-]{10}|\+[1-9]\p{Nd}{6}`)

// isSplitter reports whether a character does not end a token for the agent.
func isSplitter(c rune) bool {
	if c < 0x20 || c == 0x7F {
		return true
	}
	return c >= 0x200B && c <= 0x200F || c >= 0x2028 && c <= 0x202F || c == 0x2060 || c == 0xFEFF
}

// tokenBeginnings begin what matches tokens, after a character that is part of no token.
var tokenBeginnings = lazyWords(
	"sk-", "fal_", "bb_live_", "pypi-", "am_", "glpat-", "gloas-", "gldt-", "glrt-", "glrtr-", "glcbt-",
	"glptt-", "glft-", "glimt-", "glagent-", "glsoat-", "glffct-", "glwt-", "GR1348941", "SG.", "ghp_", "gho_",
	"ghu_", "ghs_", "ghr_", "github_pat_", "pplx-", "fc-", "sk_", "rk_live_", "hf_", "r8_", "npm_", "dop_v1_",
	"doo_v1_", "tvly-", "exa_", "gsk_", "syt_", "retaindb_", "hsk-", "mem0_", "brv_", "ntn_", "xapp-", "xox",
	"pk-lf-", "AIza", "xai-", "fw-", "fw_", "fpk_", "gAAAA", "AKIA",
)

// secretParts are in what matches secrets in any text of ASCII: one of them is, or eight digits before a colon are.
var secretParts = lazyWords(
	"authorization:", "api-", "apik", "x-auth-", "x-acce", "-----begin", "://", "eyj",
	"+1", "+2", "+3", "+4", "+5", "+6", "+7", "+8", "+9",
)

// words are words by the two bytes that each begins with, of which few texts have many.
type words struct {
	pairs [1 << 16 / 64]uint64 // a bit for each two bytes
	of    map[uint16][]string
}

func lazyWords(all ...string) func() *words {
	return sync.OnceValue(func() *words { return newWords(all) })
}

func newWords(all []string) *words {
	w := &words{of: map[uint16][]string{}}
	for _, word := range all {
		pair := pairOf(word[0], word[1])
		w.pairs[pair/64] |= 1 << (pair % 64)
		w.of[pair] = append(w.of[pair], word)
	}
	return w
}

func pairOf(a, b byte) uint16 { return uint16(a)<<8 | uint16(b) }

// in reports whether one of the words is in a text, at a place that counts.
func (w *words) in(text []byte, counts func(at int) bool) bool {
	for i := 1; i < len(text); i++ {
		pair := pairOf(text[i-1], text[i])
		if w.pairs[pair/64]>>(pair%64)&1 == 0 || !counts(i-1) {
			continue
		}
		for _, word := range w.of[pair] {
			if bytes.HasPrefix(text[i-1:], []byte(word)) {
				return true
			}
		}
	}
	return false
}

// hasToken is tokens on a text, which is looked for only where one may begin.
func hasToken(text []byte) bool {
	begins := tokenBeginnings().in(text, func(at int) bool { return at == 0 || !inToken(text[at-1]) })
	return begins && tokens().Match(text)
}

func inToken(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '_' || c == '-'
}

// hasSecret is secrets on a text, which is looked for only where there is a part of one. Of a text past ASCII letters
// and digits have more forms.
func hasSecret(text []byte) bool {
	lower := make([]byte, len(text))
	digits := 0 // before the byte
	may := false
	for i, c := range text {
		switch {
		case c >= 'A' && c <= 'Z':
			lower[i] = c + 'a' - 'A'
			digits = 0
		case c >= '0' && c <= '9':
			lower[i] = c
			digits++
		default:
			const shortest = 8
			may = may || c >= utf8.RuneSelf || c == ':' && digits >= shortest
			lower[i] = c
			digits = 0
		}
	}

	anywhere := func(int) bool { return true }
	return (may || secretParts().in(lower, anywhere)) && secrets().Match(text)
}

// mayHide reports whether the agent may mask part of a numbered text. Masking is not imitated.
func mayHide(numbered []byte) bool {
	if hasSecret(numbered) || hasToken(numbered) {
		return true
	}

	joined := bytes.Map(func(c rune) rune {
		if isSplitter(c) {
			return -1
		}

		return c
	}, numbered)
	return hasToken(joined)
}
