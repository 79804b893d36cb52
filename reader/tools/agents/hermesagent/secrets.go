package hermesagent

import (
	"bytes"

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

// mayHide reports whether the agent may mask part of a numbered text. Masking is not imitated.
func mayHide(numbered []byte) bool {
	if secrets().Match(numbered) || tokens().Match(numbered) {
		return true
	}

	joined := bytes.Map(func(c rune) rune {
		if isSplitter(c) {
			return -1
		}

		return c
	}, numbered)
	return tokens().Match(joined)
}
