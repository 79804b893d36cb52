package themes

import (
	"image/color"
	"math"
	"strconv"

	"github.com/alecthomas/chroma/v2"
	"github.com/charmbracelet/x/ansi"
)

// minContrast is the least contrast of text to its background, by WCAG 2 level AA.
const minContrast = 4.5

// rgb is an opaque colour, 0xRRGGBB.
type rgb uint32

const (
	black rgb = 0x000000
	white rgb = 0xffffff
)

func fromChroma(c chroma.Colour) rgb {
	return rgb(c.Red())<<16 | rgb(c.Green())<<8 | rgb(c.Blue())
}

func fromColor(c color.Color) rgb {
	r, g, b, _ := c.RGBA()
	return rgb(r>>8)<<16 | rgb(g>>8)<<8 | rgb(b>>8)
}

func (c rgb) channels() (r, g, b uint8) { return uint8(c >> 16), uint8(c >> 8), uint8(c) }

// RGBA makes an rgb a color.Color.
func (c rgb) RGBA() (r, g, b, a uint32) {
	r8, g8, b8 := c.channels()
	return uint32(r8) * 0x101, uint32(g8) * 0x101, uint32(b8) * 0x101, 0xffff
}

// mix is share parts of d in c, share from 0 to 1.
func (c rgb) mix(d rgb, share float64) rgb {
	at := func(shift uint) rgb {
		x, y := float64(c>>shift&0xff), float64(d>>shift&0xff)
		return rgb(math.Round(x+(y-x)*share)) << shift
	}
	return at(16) | at(8) | at(0)
}

// luminance is the relative luminance of WCAG 2, from 0 to 1.
func (c rgb) luminance() float64 {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	r, g, b := c.channels()
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

func luminances(colours ...rgb) []float64 {
	var all []float64
	for _, c := range colours {
		all = append(all, c.luminance())
	}
	return all
}

// contrast is the contrast ratio of WCAG 2, from 1 to 21, of two colours with these luminances.
func contrast(a, b float64) float64 { return (max(a, b) + 0.05) / (min(a, b) + 0.05) }

// worst is the least contrast of c to any of the backgrounds with these luminances.
func worst(c rgb, backgrounds []float64) float64 {
	least, luminance := math.Inf(1), c.luminance()
	for _, b := range backgrounds {
		least = min(least, contrast(luminance, b))
	}
	return least
}

// palette is the colours of a profile. It remembers the nearest of the 256, which take long to find.
type palette struct {
	profile Profile
	nearest map[rgb]ansi.IndexedColor
}

func newPalette(p Profile) *palette {
	return &palette{profile: p, nearest: map[rgb]ansi.IndexedColor{}}
}

func (p *palette) convert256(c rgb) ansi.IndexedColor {
	n, ok := p.nearest[c]
	if !ok {
		n = ansi.Convert256(c)
		p.nearest[c] = n
	}
	return n
}

// shown is the colour that the profile shows for c.
func (p *palette) shown(c rgb) rgb {
	if p.profile == ANSI256 {
		return fromColor(p.convert256(c))
	}
	return c
}

// atLeast moves c towards to, white or black, until what the profile shows of it has the least contrast to every background
// with these luminances.
func (p *palette) atLeast(least float64, c, to rgb, backgrounds []float64) rgb {
	const steps = 32
	for i := range steps {
		moved := c.mix(to, float64(i)/steps)
		if worst(p.shown(moved), backgrounds) >= least {
			return moved
		}
	}
	return to
}

// look is a style before it becomes an escape sequence.
type look struct {
	fg, bg       rgb
	hasFg, hasBg bool
	bold, italic bool
	underline    bool
}

// sequence is the SGR sequence that a profile shows for l, "" for nothing. Colours become the nearest that
// the profile has; for ANSI16 that is for overrides only (see ansi16.go).
func (p *palette) sequence(l look) string {
	out := make([]byte, 0, 40)
	param := func(s string) {
		if len(out) > 0 {
			out = append(out, ';')
		}
		out = append(out, s...)
	}
	for _, a := range []struct {
		on   bool
		code string
	}{{l.bold, "1"}, {l.italic, "3"}, {l.underline, "4"}} {
		if a.on {
			param(a.code)
		}
	}
	if l.hasFg && p.profile != None {
		param(p.colourParam(l.fg, false))
	}
	if l.hasBg && p.profile != None {
		param(p.colourParam(l.bg, true))
	}
	if len(out) == 0 {
		return ""
	}
	return "\x1b[" + string(out) + "m"
}

func (p *palette) colourParam(c rgb, background bool) string {
	base := 30
	if background {
		base = 40
	}
	switch p.profile {
	case ANSI16:
		n := int(ansi.Convert16(c))
		if n >= 8 {
			return strconv.Itoa(base + 60 + n - 8)
		}
		return strconv.Itoa(base + n)
	case ANSI256:
		return strconv.Itoa(base+8) + ";5;" + strconv.Itoa(int(p.convert256(c)))
	default:
		r, g, b := c.channels()
		return strconv.Itoa(base+8) + ";2;" + strconv.Itoa(int(r)) + ";" + strconv.Itoa(int(g)) + ";" + strconv.Itoa(int(b))
	}
}
