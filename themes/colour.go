package themes

import (
	"fmt"
	"image/color"
	"math"

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

// String is the colour as settings have it.
func (c rgb) String() string { return fmt.Sprintf("#%06x", uint32(c)) }

func (c rgb) channels() (r, g, b uint8) { return uint8(c >> 16), uint8(c >> 8), uint8(c) }

// RGBA makes an rgb a color.Color.
func (c rgb) RGBA() (r, g, b, a uint32) {
	r8, g8, b8 := c.channels()
	return uint32(r8) * 0x101, uint32(g8) * 0x101, uint32(b8) * 0x101, 0xffff
}

// mix is share parts of d in c, share from 0 to 1.
func (c rgb) mix(d rgb, share float64) rgb {
	at := func(shift uint) rgb {
		x := float64(c >> shift & 0xff)
		y := float64(d >> shift & 0xff)
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
	least := math.Inf(1)
	luminance := c.luminance()
	for _, b := range backgrounds {
		least = min(least, contrast(luminance, b))
	}
	return least
}

// nearest is the nearest colour that the profile has.
func (p Profile) nearest(c rgb) color.Color {
	switch p {
	case ANSI8:
		return ansi.Convert16(c) % 8
	case ANSI16:
		return ansi.Convert16(c)
	case ANSI256:
		return ansi.Convert256(c)
	}
	return c
}

// shown is the colour that the profile shows for c, of those that have colours enough.
func (p Profile) shown(c rgb) rgb { return fromColor(p.nearest(c)) }

// sequence is the SGR sequence that a profile shows for a look, "" for nothing. Colours become the nearest that the
// profile has; for ANSI16 that is for overrides only (see ansi16.go).
func (p Profile) sequence(look chroma.StyleEntry) string {
	var s ansi.Style
	if look.Bold == chroma.Yes {
		s = s.Bold()
	}
	if look.Italic == chroma.Yes {
		s = s.Italic(true)
	}
	if look.Underline == chroma.Yes {
		s = s.Underline(true)
	}
	if look.Colour.IsSet() && p != None {
		s = s.ForegroundColor(p.nearest(fromChroma(look.Colour)))
	}
	if look.Background.IsSet() && p != None {
		s = s.BackgroundColor(p.nearest(fromChroma(look.Background)))
	}
	if len(s) == 0 {
		return ""
	}

	return s.String()
}
