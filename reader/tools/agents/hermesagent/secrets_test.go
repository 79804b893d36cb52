package hermesagent

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestSecretsAreFoundWhereTheExpressionsFindThem: what is looked for first misses nothing that they match.
func TestSecretsAreFoundWhereTheExpressionsFindThem(t *testing.T) {
	secret := []string{
		"Authorization:", "aUTHORIZATION:", "X-API-Key:", "x-goog-api-key\t:", "api-\u212aey :", "apikey:", "api\u212aey:",
		"x-api-to\u212aen:", "X-Auth-Token:", "x-acce\u017fs-token:", "x-access-token\u00a0:", "x-auth-to\u212aen:",
		"12345678:abcdefghijklmnopqrstuvwxyz0123", "1234567\u0668:abcdefghijklmnopqrstuvwxyz0123",
		"-----BEGIN PRIVATE KEY-----", "postgres://a:b@", "MONGODB+SRV://a:b@", "redis://a:b@", "https://longer12@",
		"eyJabcdefghij", "+1234567", "+1\u0661\u0661\u0661\u0661\u0661\u0661",
	}
	token := []string{
		"sk-", "fal_", "bb_live_", "pypi-", "am_", "glpat-", "gloas-", "gldt-", "glrt-", "glrtr-", "glcbt-", "glptt-", "glft-",
		"glimt-", "glagent-", "glsoat-", "glffct-", "glwt-", "GR1348941", "SG.", "ghp_", "gho_", "ghu_", "ghs_", "ghr_",
		"github_pat_", "pplx-", "fc-", "sk_live_", "rk_live_", "sk_test_", "sk_", "hf_", "r8_", "npm_", "dop_v1_", "doo_v1_",
		"tvly-", "exa_", "gsk_", "syt_", "retaindb_", "hsk-", "mem0_", "brv_", "ntn_", "xapp-1-", "xapp-\u0661-", "xoxb-",
		"xoxa-", "xoxp-", "xoxr-", "xoxs-", "pk-lf-", "AIza", "xai-", "fw-", "fw_", "fpk_", "gAAAA", "AKIA",
	}
	for _, text := range secret {
		if !secrets().MatchString(text) || !hasSecret([]byte("a "+text)) {
			t.Errorf("%q: %t, %t", text, secrets().MatchString(text), hasSecret([]byte("a "+text)))
		}
	}
	for _, text := range token {
		text += strings.Repeat("A1", 20)
		if !tokens().MatchString(text) || !hasToken([]byte(text)) || !hasToken([]byte("é"+text)) || hasToken([]byte("a"+text)) {
			t.Errorf("%q is missed, or found inside of a word", text)
		}
	}

	pieces := append(append(secret, token...), "a", "A1", "0123456789", "abcdefghij", ":", " ", "\n", "-", "_", "é", "\u200b", "://", "x@")
	random := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		var text []byte
		for range random.IntN(8) {
			piece := pieces[random.IntN(len(pieces))]
			from := random.IntN(len(piece)+1) / 4 // mostly all of it
			text = append(text, piece[from:]...)
		}
		joined := bytes.Map(func(c rune) rune {
			if isSplitter(c) {
				return -1
			}
			return c
		}, text)
		want := secrets().Match(text) || tokens().Match(text) || tokens().Match(joined)
		if got := mayHide(text); got != want {
			t.Fatalf("%q: %t, want %t", text, got, want)
		}
	}
}

// BenchmarkMayHide looks through source code.
func BenchmarkMayHide(b *testing.B) {
	text := bytes.Repeat([]byte("\tif line := text[at:end]; isWhole(line) {\n\t\treturn &Line{Number: 12, Text: \"abc\"}, nil // so\n"), 1000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if mayHide(text) {
			b.Fatal("found")
		}
	}
}
