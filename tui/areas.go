package tui

const (
	// sideBySide is the width, in cells, from which the file pane and the model pane are beside each other.
	sideBySide = 120
	// compareSideBySide is the width from which the two halves of a comparison are beside each other.
	compareSideBySide = 100
	// maxColumns and maxRows bound what is drawn of a terminal, from its top left corner on. No screen is that large; a
	// pseudo-terminal may say that it is, and drawing costs memory and time for each cell.
	maxColumns = 2048
	maxRows    = 640
	// lossRows is how many rows below each half of a comparison say what it loses.
	lossRows = 2
)

// rect is a part of the screen. x and y are the 0-based column and row of its top left cell; width and height are
// cells. A part that is not shown has no width or no height.
type rect struct{ x, y, width, height int }

// contains reports whether a cell of the screen is in the part.
func (r rect) contains(x, y int) bool {
	return x >= r.x && x < r.x+r.width && y >= r.y && y < r.y+r.height
}

// rows takes n rows, as far as there are so many, from the top of the part, and returns them and what is left.
func (r rect) rows(n int) (top, rest rect) {
	n = max(min(n, r.height), 0)
	top, rest = r, r
	top.height = n
	rest.y, rest.height = r.y+n, r.height-n
	return top, rest
}

// columns takes n columns, as far as there are so many, from the left of the part, and returns them and what is left.
func (r rect) columns(n int) (left, rest rect) {
	n = max(min(n, r.width), 0)
	left, rest = r, r
	left.width = n
	rest.x, rest.width = r.x+n, r.width-n
	return left, rest
}

// areas says which part of the screen shows what. They are computed once when the layout changes; whatever gives sizes,
// draws or asks what is at a cell reads them. Those that are shown tile the screen: every cell is in exactly one of
// title, modelLine, footer and the parts of body.
type areas struct {
	screen    rect // all of it
	title     rect
	body      rect // the panes, the separator between them and the overlay; or the help in their place
	modelLine rect
	footer    rect

	panes rect // body without the overlay

	// The parts of body.
	file      rect
	separator rect // a column or a row between two panes, or between the two halves of a comparison
	model     rect
	compared  [2]comparedArea // instead of file and model
	overlay   rect            // a panel below the panes
}

// comparedArea is one half of a comparison: a heading, the output of a tool, and what it loses.
type comparedArea struct{ heading, output, losses rect }

// all is the whole half.
func (c comparedArea) all() rect {
	r := c.heading
	r.height += c.output.height + c.losses.height
	return r
}

// arrangement is what the areas depend on.
type arrangement struct {
	width, height int    // of the screen, in cells; at least 1
	layout        layout // which panes
	comparing     bool   // a comparison is in their place
	alone         bool   // a screen without panes and without a model line
	bare          bool   // the panes and the footer only
	// overlay is how many rows a panel below the panes takes of a body of so many rows; nil when there is none.
	overlay func(body int) int
}

// areas computes the rectangles. A screen too low for all of them gives up the title, then the model line, then the
// footer: the text comes first.
func (a arrangement) areas() areas {
	s := areas{screen: rect{width: a.width, height: a.height}}
	on := func(least int) int {
		if a.height >= least {
			return 1
		}
		return 0
	}
	title, line, footer := on(5), on(3), on(2)
	if a.alone || a.bare {
		line = 0
	}
	if a.bare {
		title = 0
	}
	rest := s.screen
	s.title, rest = rest.rows(title)
	s.body, rest = rest.rows(rest.height - line - footer)
	s.modelLine, s.footer = rest.rows(line)

	panes := s.body
	if a.overlay != nil {
		panes, s.overlay = panes.rows(panes.height - a.overlay(panes.height))
	}
	s.panes = panes
	switch {
	case a.alone:
	case a.comparing:
		s.compare(panes)
	case a.layout == layoutFile:
		s.file = panes
	case a.layout == layoutModel:
		s.model = panes
	case a.width < sideBySide:
		s.file, rest = panes.rows(max((panes.height-1)/2, 1))
		s.separator, s.model = rest.rows(1)
	default:
		s.file, rest = panes.columns((panes.width - 1) / 2)
		s.separator, s.model = rest.columns(1)
	}
	return s
}

// compare divides a part among the two halves of a comparison.
func (s *areas) compare(r rect) {
	var sides [2]rect
	if r.width >= compareSideBySide {
		sides[0], sides[1] = r.columns((r.width - 1) / 2)
		s.separator, sides[1] = sides[1].columns(1)
	} else {
		sides[0], sides[1] = r.rows(r.height / 2)
	}
	for i, side := range sides {
		c := &s.compared[i]
		c.heading, side = side.rows(1)
		c.output, c.losses = side.rows(max(side.height-lossRows, 1))
	}
}

// twoPanes reports whether two panes, or the halves of a comparison, are beside each other.
func (s areas) twoPanes() bool { return s.separator.x > 0 }

// arrangement is what the screen shows now.
func (m *Model) arrangement() arrangement {
	a := arrangement{width: m.width, height: m.height, layout: m.panes(), comparing: m.beside != nil, alone: !m.showsFile()}
	a.bare = m.toolOff && !a.alone
	if p := m.panel(); p != nil {
		a.overlay = func(body int) int { return p.height(m, body) }
	}
	return a
}
