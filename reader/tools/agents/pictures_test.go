package agents

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/png"
	"testing"

	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
	"eyeline/reader/window"
)

// A picture that cannot be decoded is left out, WebP too, and what the agent takes for no picture is text. The agents
// gave these.
func TestPicturesThatAreNone(t *testing.T) {
	t.Parallel()
	decoded := func(text string) string {
		p, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		return string(p)
	}
	lossy := decoded("UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAsBMJaQAA3AA/vgfgAA=")
	lossless := decoded("UklGRhoAAABXRUJQVlA4TA4AAAAvAAAAAAcQEf0PRET/Aw==")
	moves := decoded("UklGRoYAAABXRUJQVlA4WAoAAAACAAAAAQAAAQAAQU5JTQYAAAD/////AABBTk1GKAAAAAAAAAAAAAAAAAAAAGQAAAJWUDhMEAAAAC8AAAAAB9CEKHL/AxHR/wBBTk1G" +
		"KgAAAAAAAAAAAAAAAAAAAGQAAABWUDhMEQAAAC8AAAAAB9CE/he5/4GI6H8AAA==")
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	still := b.String()
	const picture, left, text = "image", "left out", ""
	for _, c := range []struct{ name, content, opencode, pi string }{
		{"lossy.webp", lossy, picture, picture},
		{"lossless.webp", lossless, picture, picture},
		{"moves.webp", moves, picture, picture},
		{"cut.webp", lossy[:40], left, left},
		{"cut-lossless.webp", lossless[:30], left, left},
		{"riff.webp", lossy[:12], left, left},
		{"head.webp", lossy[:12] + "VP8X", left, left},
		{"word.webp", lossy[:12] + "VP8", left, left},
		{"still.png", still, picture, picture},
		{"cut.png", still[:len(still)/2], left, left},
		{"short.png", still[:20], left, left},
		{"sign.png", still[:8], left, text},
		{"moves.png", still[:33] + "\x00\x00\x00\x00acTL\x00\x00\x00\x00" + still[33:], "any", text},
		{"lossless.jpg", "\xff\xd8\xff\xf7\n", left, text},
	} {
		dir := toolstest.Tree(t, map[string]string{c.name: c.content})
		for tool, want := range map[string]string{"opencode": c.opencode, "kilo": c.opencode, "pi": c.pi} {
			tool, _ := tools.Lookup(tool)
			_, r, _ := toolstest.Ask(t, tool, tools.Env{Root: dir}, string(tools.BuildArgs(tool, dir+"/"+c.name, nil)))
			got := r.Kind
			if got == "" && r.Window.Kind == window.Notice {
				got = left
			}
			if want != "any" && got != want {
				t.Errorf("%s of %s: %q, not %q", tool.Name, c.name, got, want)
			}
		}
	}
}
