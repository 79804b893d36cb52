// Package layout, which changes without notice, says which part of the screen shows what.
package layout

const (
	// SideBySide is the width, in cells, from which the file pane and the model pane are beside each other.
	SideBySide = 120
	// CompareBeside is the width from which the two halves of a comparison are beside each other.
	CompareBeside = 60
	// MaxColumns and MaxRows bound what is drawn of a terminal, from its top left corner on. No screen is that large; a
	// pseudo-terminal may say that it is, and drawing costs memory and time for each cell.
	MaxColumns = 2048
	MaxRows    = 640
	// leastHeaded is how many rows the panes have at least where one of them is the heading.
	leastHeaded = 5
	// leastCompared is how many rows a comparison has at least where one of them is the summary.
	leastCompared = 5
	// leastShared is that number where both halves share one column.
	leastShared = 8
)

// Rect is a part of the screen. x and y are the 0-based column and row of its top left cell; width and height are
// cells. A part that is not shown has no width or no height.
type Rect struct{ X, Y, Width, Height int }

// Contains reports whether a cell of the screen is in the part.
func (r Rect) Contains(x, y int) bool {
	return x >= r.X && x < r.X+r.Width && y >= r.Y && y < r.Y+r.Height
}

// rows takes n rows, or all where there are fewer, from the top of the part, and returns them and what is left.
func (r Rect) rows(n int) (top, rest Rect) {
	n = max(min(n, r.Height), 0)
	return Rect{r.X, r.Y, r.Width, n}, Rect{r.X, r.Y + n, r.Width, r.Height - n}
}

// columns takes n columns, or all where there are fewer, from the left of the part, and returns them and what is left.
func (r Rect) columns(n int) (left, rest Rect) {
	n = max(min(n, r.Width), 0)
	return Rect{r.X, r.Y, n, r.Height}, Rect{r.X + n, r.Y, r.Width - n, r.Height}
}

// Areas says which part of the screen shows what. They are computed once when the layout changes; whatever gives sizes,
// draws or asks what is at a cell reads them. Those that are shown tile the screen: every cell is in exactly one of
// title, modelLine, footer and the parts of body.
type Areas struct {
	Screen    Rect // all of it
	Title     Rect
	Body      Rect // the panes, the separator between them and the overlay; or the help in their place
	ModelLine Rect
	Footer    Rect

	Panes Rect // body without the overlay

	// The parts of body.
	File      Rect
	Heading   Rect // the row over the model pane, or over both panes where they are beside each other
	Separator Rect // a column or a row between two panes, or between the two halves of a comparison
	Model     Rect
	Summary   Rect            // of a comparison, over its halves
	Compared  [2]ComparedArea // instead of file and model; both are one area where they have no room beside each other
	// Spare is how many cells at the right of the right half show nothing, so that both halves have texts of one width.
	Spare   int
	Overlay Rect // a panel below the panes
}

// ComparedArea is one half of a comparison: a heading, and the output of a tool.
type ComparedArea struct{ Heading, Output Rect }

// All is the whole half.
func (c ComparedArea) All() Rect {
	r := c.Heading
	r.Height += c.Output.Height
	return r
}

// Arrangement is what the areas depend on.
type Arrangement struct {
	Width, Height int   // of the screen, in cells; at least 1
	Panes         Panes // which panes
	Comparing     bool  // a comparison is in their place
	// Before is how many cells the left and the right half of a comparison have before the text of a line.
	Before [2]int
	Alone  bool // a screen without panes and without a model line
	Bare   bool // the panes and the footer only
	// Overlay is how many rows a panel below the panes takes of a body of body rows; nil without a panel.
	Overlay func(body int) int
}

// Areas computes the rectangles. A screen too low for all of them gives up the title, then the model line, then the
// footer: the text comes first.
func (a Arrangement) Areas() Areas {
	s := Areas{Screen: Rect{Width: a.Width, Height: a.Height}}
	on := func(least int) int {
		if a.Height >= least {
			return 1
		}
		return 0
	}

	title := on(5)
	line := on(3)
	footer := on(2)
	if a.Alone || a.Bare {
		line = 0
	}
	if a.Bare {
		title = 0
	}

	rest := s.Screen
	s.Title, rest = rest.rows(title)
	s.Body, rest = rest.rows(rest.Height - line - footer)
	s.ModelLine, s.Footer = rest.rows(line)

	panes := s.Body
	if a.Overlay != nil {
		panes, s.Overlay = panes.rows(panes.Height - a.Overlay(panes.Height))
	}

	s.Panes = panes
	switch {
	case a.Alone: // the panel has the screen for itself
	case a.Comparing:
		s.compare(panes, a.Before)
	case a.Panes == File:
		s.File = panes
	case a.Panes == Model:
		s.Heading, s.Model = heading(panes)
	case a.Width < SideBySide:
		s.File, rest = panes.rows(max((panes.Height-1)/2, 1))
		s.Separator, s.Model = rest.rows(1)
	default:
		s.Heading, panes = heading(panes)
		s.File, rest = panes.columns((panes.Width - 1) / 2)
		s.Separator, s.Model = rest.columns(1)
	}

	return s
}

// heading takes the row of the heading, where there is room for it, from the top of a part.
func heading(r Rect) (top, rest Rect) {
	if r.Height < leastHeaded {
		return Rect{X: r.X, Y: r.Y}, r
	}
	return r.rows(1)
}

// halve divides width cells among the halves of a comparison, so that both have as many for the text of a line behind
// what stands before it, which takes before cells. spare is how many cells the right half has more.
func halve(width int, before [2]int) (left, spare int) {
	const least = 20 // cells of a half
	left = (width + before[0] - before[1]) / 2
	if left < least || left > width-least {
		return width / 2, width % 2
	}
	return left, (width + before[0] - before[1]) % 2
}

// compare divides a part among the two halves of a comparison, or gives it to both.
func (s *Areas) compare(r Rect, before [2]int) {
	var sides [2]Rect
	least := leastCompared
	if r.Width < CompareBeside {
		least = leastShared
	}
	if r.Height >= least {
		s.Summary, r = r.rows(1)
	}

	if r.Width >= CompareBeside {
		var left int
		left, s.Spare = halve(r.Width-1, before)
		sides[0], sides[1] = r.columns(left)
		s.Separator, sides[1] = sides[1].columns(1)
	} else {
		sides = [2]Rect{r, r}
	}

	for i, side := range sides {
		c := &s.Compared[i]
		c.Heading, c.Output = side.rows(1)
	}
}

// TwoPanes reports whether two panes, or the halves of a comparison, are beside each other.
func (s Areas) TwoPanes() bool { return s.Separator.X > 0 }

// Panes says which panes are on the screen.
type Panes uint8

// The panes that are shown.
const (
	File Panes = iota
	Model
	Both
)
