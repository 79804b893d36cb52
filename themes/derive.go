package themes

import "github.com/alecthomas/chroma/v2"

// derivation is what a theme's looks are made of, for the profiles that have colours enough.
type derivation struct {
	style   *chroma.Style
	palette *palette
	dark    bool

	fg, bg      rgb
	towards     rgb // where foregrounds are moved to become legible
	legibles    map[wanted]rgb
	backgrounds []float64 // luminances of what file text may be drawn on
	cursorLine  rgb
	bar         rgb // the title line's background
}

// wanted is a colour that is to have a least contrast to something: the same for many roles.
type wanted struct {
	colour rgb
	least  float64
	bar    bool // to the title line's background, else to all that file text may be drawn on
}

func derive(style *chroma.Style, dark bool, p Profile) *derivation {
	d := &derivation{style: style, palette: newPalette(p), dark: dark, legibles: map[wanted]rgb{}}
	base := style.Get(chroma.Background)
	tint := 0.08
	if dark {
		d.fg, d.bg, d.towards = 0xe6edf3, 0x0d1117, white
		d.backgrounds = luminances(black, 0x1e1e1e)
		tint = 0.11
	} else {
		d.fg, d.bg, d.towards = 0x1f2328, white, black
		d.backgrounds = luminances(white, 0xf6f8fa)
	}
	if base.Background.IsSet() {
		d.bg = fromChroma(base.Background)
	}
	if base.Colour.IsSet() {
		d.fg = fromChroma(base.Colour)
	}
	d.cursorLine = d.palette.shown(d.bg.mix(d.fg, tint))
	d.bar = d.palette.shown(d.bg.mix(d.fg, 2*tint))
	d.backgrounds = append(d.backgrounds, luminances(d.bg, d.cursorLine)...)
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

// on is c made legible wherever file text may be drawn.
func (d *derivation) on(c rgb) look {
	return look{fg: d.legible(wanted{colour: c, least: minContrast}), hasFg: true}
}

// seen is c, for what is no text and needs less contrast, wherever file text may be drawn.
func (d *derivation) seen(c rgb) look {
	return look{fg: d.legible(wanted{colour: c, least: 3}), hasFg: true}
}

// onBar is c made legible on the title line.
func (d *derivation) onBar(c rgb) look {
	return look{fg: d.legible(wanted{colour: c, least: minContrast, bar: true}), hasFg: true, bg: d.bar, hasBg: true}
}

// legible moves a colour towards white or black until what the palette shows of it has the contrast that it is to have.
func (d *derivation) legible(w wanted) rgb {
	if c, ok := d.legibles[w]; ok {
		return c
	}
	backgrounds := d.backgrounds
	if w.bar {
		backgrounds = luminances(d.bar)
	}
	c := d.palette.atLeast(w.least, w.colour, d.towards, backgrounds)
	d.legibles[w] = c
	return c
}

func (l look) inBold() look {
	l.bold = true
	return l
}

func (d *derivation) roles() [roleCount]string {
	var (
		accent  = d.colour(d.byMode(0xd2a8ff, 0x6639ba), chroma.NameFunction, chroma.Keyword)
		keyword = d.colour(accent, chroma.Keyword)
		str     = d.colour(d.byMode(0xa5d6ff, 0x0a3069), chroma.LiteralString)
		comment = d.colour(d.byMode(0x8b949e, 0x57606a), chroma.Comment)
		warn    = d.byMode(0xd29922, 0x7d4e00)
		failure = d.byMode(0xff7b72, 0xb3202c)
		good    = d.byMode(0x56d364, 0x116329)
		dim     = d.fg.mix(d.bg, 0.55)
		onMatch = rgb(0x161b22)
	)
	attr := look{}
	looks := [roleCount]look{
		Text:             attr,
		Dim:              d.on(dim),
		LineNumber:       d.on(dim),
		LineNumberWindow: d.on(dim),
		WindowBar:        d.seen(accent.mix(d.bg, 0.4)),
		Cursor:           d.on(warn).inBold(),
		CursorLine:       {bg: d.cursorLine, hasBg: true},
		CutMark:          d.on(warn).inBold(),
		CutText:          d.on(dim),
		Invisible:        d.on(comment),
		Replaced:         d.on(failure).inBold(),
		Match:            {fg: onMatch, hasFg: true, bg: 0xf2cc60, hasBg: true},
		MatchCurrent:     look{fg: onMatch, hasFg: true, bg: 0xff9b5e, hasBg: true}.inBold(),
		Marked:           d.onBar(d.fg),
		Title:            d.onBar(d.fg).inBold(),
		TitleDim:         d.onBar(dim),
		TitleAccent:      d.onBar(accent).inBold(),
		ModelLineUnder:   {bg: d.cursorLine, hasBg: true},
		ModelLine:        d.on(dim),
		ModelLineValue:   attr.inBold(),
		ModelLineWarn:    d.on(warn).inBold(),
		ModelError:       d.on(failure).inBold(),
		Prefix:           d.on(comment),
		Notice:           d.on(warn),
		FooterKey:        d.on(accent).inBold(),
		FooterText:       d.on(dim),
		Border:           d.on(dim),
		Prompt:           d.on(accent).inBold(),
		PromptError:      d.on(failure),
		HelpHeading:      d.on(keyword).inBold(),
		HelpKey:          d.on(accent).inBold(),
		HelpText:         attr,
		OptionSelected:   d.onBar(d.fg).inBold(),
		OptionValue:      d.on(str),
		OptionDefault:    d.on(dim),
		ReasonAnchor:     d.on(warn).inBold(),
		ReasonLevel:      d.on(dim),
		ReasonFloor:      d.on(accent),
		ReasonHeader:     d.on(comment),
		ReasonSibling:    d.on(str),
		ReasonBlank:      d.on(dim),
		ReasonStop:       d.on(keyword),
		Added:            d.on(good),
		Lost:             d.on(failure),
		Changed:          d.on(warn),
	}
	var out [roleCount]string
	for r, l := range looks {
		out[r] = d.palette.sequence(l)
	}
	return out
}

func (d *derivation) syntax() []string {
	out := make([]string, len(classTypes()))
	for c, t := range classTypes() {
		if SyntaxClass(c) == ClassPlain {
			continue
		}
		l := lookOf(d.style.Get(t))
		l.hasBg = false
		if l.hasFg = l.hasFg && l.fg != d.fg; l.hasFg {
			l.fg = d.legible(wanted{colour: l.fg, least: minContrast})
		}
		out[c] = d.palette.sequence(l)
	}
	return out
}

func lookOf(e chroma.StyleEntry) look {
	l := look{
		bold:      e.Bold == chroma.Yes,
		italic:    e.Italic == chroma.Yes,
		underline: e.Underline == chroma.Yes,
		hasFg:     e.Colour.IsSet(),
		hasBg:     e.Background.IsSet(),
	}
	if l.hasFg {
		l.fg = fromChroma(e.Colour)
	}
	if l.hasBg {
		l.bg = fromChroma(e.Background)
	}
	return l
}
