package themes

import (
	"os"

	"github.com/alecthomas/chroma/v2"
)

// derivation is what a theme's looks are made of, for the profiles that have colours enough.
type derivation struct {
	style   *chroma.Style
	profile Profile
	dark    bool

	fg, bg      rgb
	backgrounds []float64 // luminances of what file text may be drawn on
	cursorLine  rgb
	bar         rgb // the title line's background
	// alone and lacking are laid under lines of a comparison that one side lacks, and under the blank rows beside them.
	alone, lacking rgb
}

// What is sent or added is green, what fails or was removed red.
const (
	goodOnDark, goodOnLight       rgb = 0x56d364, 0x116329
	failureOnDark, failureOnLight rgb = 0xff7b72, 0xb3202c
)

func derive(style *chroma.Style, dark bool, p Profile) *derivation {
	d := &derivation{style: style, profile: p, dark: dark}
	base := style.Get(chroma.Background)
	tint := 0.08
	if dark {
		d.fg = 0xe6edf3
		d.bg = 0x0d1117
		d.backgrounds = luminances(black, 0x1e1e1e)
		tint = 0.11
	} else {
		d.fg = 0x1f2328
		d.bg = white
		d.backgrounds = luminances(white, 0xf6f8fa)
	}

	if base.Background.IsSet() {
		d.bg = fromChroma(base.Background)
	}
	if base.Colour.IsSet() {
		d.fg = fromChroma(base.Colour)
	}

	d.cursorLine = d.profile.shown(d.bg.mix(d.fg, tint))
	d.bar = d.profile.shown(d.bg.mix(d.fg, 2*tint))
	good := d.byMode(goodOnDark, goodOnLight)
	failure := d.byMode(failureOnDark, failureOnLight)
	d.alone = d.profile.shown(d.cursorLine.mix(good, 0.2))
	d.lacking = d.profile.shown(d.cursorLine.mix(failure, 0.12))
	d.backgrounds = append(d.backgrounds, luminances(d.bg, d.cursorLine, d.alone, d.lacking)...)
	return d
}

// colour is the style's foreground for the first of types that has one unlike plain text's, else fallback.
func (d *derivation) colour(fallback rgb, types ...chroma.TokenType) rgb {
	for _, t := range types {
		if e := d.style.Get(t); e.Colour.IsSet() && fromChroma(e.Colour) != d.fg {
			return fromChroma(e.Colour)
		}
	}
	return fallback
}

// byMode is the first colour on a dark background, the second on a light one.
func (d *derivation) byMode(dark, light rgb) rgb {
	if d.dark {
		return dark
	}
	return light
}

// on moves a colour towards white or black until what the profile shows of it has the least contrast to each of the
// backgrounds with these luminances.
func (d *derivation) on(backgrounds []float64, c rgb, least float64) rgb {
	const steps = 32
	towards := d.byMode(white, black)
	for i := range steps {
		moved := c.mix(towards, float64(i)/steps)
		if worst(d.profile.shown(moved), backgrounds) >= least {
			return moved
		}
	}
	return towards
}

// colours are those that the looks of the roles name.
func (d *derivation) colours() map[string]rgb {
	accent := d.colour(d.byMode(0xd2a8ff, 0x6639ba), chroma.NameFunction, chroma.Keyword)
	dim := d.fg.mix(d.bg, 0.55)
	all := map[string]rgb{
		"dim":     dim,
		"accent":  accent,
		"keyword": d.colour(accent, chroma.Keyword),
		"string":  d.colour(d.byMode(0xa5d6ff, 0x0a3069), chroma.LiteralString),
		"comment": d.colour(d.byMode(0x8b949e, 0x57606a), chroma.Comment),
		"warn":    d.byMode(0xd29922, 0x7d4e00),
		"failure": d.byMode(failureOnDark, failureOnLight),
		"good":    d.byMode(goodOnDark, goodOnLight),
	}
	for name, c := range all {
		all[name] = d.on(d.backgrounds, c, minContrast)
	}

	onBar := map[string]rgb{"textOnBar": d.fg, "dimOnBar": dim, "accentOnBar": accent, "warnOnBar": all["warn"]}
	for name, c := range onBar {
		all[name] = d.on(luminances(d.bar), c, minContrast)
	}

	all["cursorLine"] = d.cursorLine
	all["bar"] = d.bar
	all["lacking"] = d.lacking
	all["alone"] = d.alone
	return all
}

func (d *derivation) roles() (out []string) {
	colours := d.colours()
	colour := func(name string) string { return colours[name].String() }
	for _, row := range roles {
		look, err := chroma.ParseStyleEntry(os.Expand(row.look, colour))
		if err != nil {
			panic(err) // the table is wrong
		}

		out = append(out, d.profile.sequence(look))
	}

	return out
}

func (d *derivation) syntax() []string {
	out := make([]string, len(classTypes()))
	for c, t := range classTypes()[1:] {
		look := d.style.Get(t)
		look.Background = 0
		fg := fromChroma(look.Colour)
		switch {
		case !look.Colour.IsSet(): // no colour of its own
		case fg == d.fg:
			look.Colour = 0
		default:
			look.Colour = chroma.ParseColour(d.on(d.backgrounds, fg, minContrast).String())
		}

		out[1+c] = d.profile.sequence(look)
	}

	return out
}
