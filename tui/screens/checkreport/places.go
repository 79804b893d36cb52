package checkreport

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/check"
	"eyeline/themes"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
)

// levels are those of findings, the gravest first, as a bar shows them.
var levels = [...]struct {
	name, noun, sign string
	role             themes.Role
}{
	{check.LevelError, "error", "█", themes.ModelError},
	{check.LevelWarning, "warning", "▓", themes.ModelLineWarn},
	{check.LevelNote, "note", "░", themes.Dim},
}

// roleOf is how what is of a level is drawn.
func roleOf(level string) themes.Role {
	if i := levelOf(level); i < len(levels) {
		return levels[i].role
	}
	return themes.Dim
}

// levelOf is the index of a level among levels; their number for another one.
func levelOf(name string) int {
	for i := range levels {
		if levels[i].name == name {
			return i
		}
	}
	return len(levels)
}

// folderFindings is a folder of the tree with how many findings of each level its files have.
type folderFindings struct {
	folder string // below what is checked, with its slash; "" for all of that
	files  []int
	counts [len(levels)]int
}

func (p *folderFindings) findings() int { return p.counts[0] + p.counts[1] + p.counts[2] }

// maxPlaces is up to how many folders the one with most findings is shown by those in it.
const maxPlaces = 6

// placesOf says where in the tree findings are: by folder, the gravest first, the folder with most of them by those in
// it. It returns nothing where all lie in one folder.
func placesOf(files []file) []folderFindings {
	all := folderFindings{files: make([]int, len(files))}
	for i := range files {
		all.files[i] = i
		all.add(&files[i])
	}

	places := split(files, all)
	for whole := map[string]struct{}{}; ; {
		at := -1 // of the one with most findings that can be split
		for i := range places {
			_, ok := whole[places[i].folder]
			if !ok && (at < 0 || places[i].findings() > places[at].findings()) {
				at = i
			}
		}

		if at < 0 {
			break
		}

		parts := split(files, places[at])
		if len(parts) == 1 && parts[0].folder == places[at].folder || len(places)-1+len(parts) > maxPlaces {
			whole[places[at].folder] = struct{}{}
			continue
		}

		places = slices.Replace(places, at, at+1, parts...)
	}

	if len(places) < 2 {
		return nil
	}

	slices.SortStableFunc(places, func(a, b folderFindings) int {
		return cmp.Or(slices.Compare(b.counts[:], a.counts[:]), strings.Compare(a.folder, b.folder))
	})
	return places
}

// split are the folders in one, and that one with the files that lie in it itself, in the order of their first files.
func split(files []file, of folderFindings) (parts []folderFindings) {
	at := map[string]int{}
	for _, i := range of.files {
		folder := of.folder
		if below, _, is := strings.Cut(filepath.ToSlash(files[i].name)[len(of.folder):], "/"); is {
			folder += below + "/"
		}

		k, known := at[folder]
		if !known {
			k = len(parts)
			at[folder] = k
			parts = append(parts, folderFindings{folder: folder})
		}

		parts[k].files = append(parts[k].files, i)
		parts[k].add(&files[i])
	}

	return parts
}

// add counts the findings of a file.
func (p *folderFindings) add(f *file) {
	for k := range f.found {
		for i := range levels {
			if f.found[k].Level == levels[i].name {
				p.counts[i]++
			}
		}
	}
}

// placeRows draw at most most places as bars: the longest is of the place with most findings.
func (r *report) placeRows(most int) (rows []string) {
	const worthABar = 3 // findings: bars of one or two say no more than the list
	c := r.Canvas()
	longest := 0
	for i := range r.places {
		longest = max(longest, r.places[i].findings())
	}
	if longest < worthABar {
		return nil
	}

	shown := r.places[:min(len(r.places), most)]
	for i := range shown {
		p := &shown[i]
		words := p.words()
		if i == len(shown)-1 && len(r.places) > len(shown) {
			words += " · " + humanize.Count(int64(len(r.places)-len(shown)), "folder") + " more"
		}

		row := c.Fit([]draw.Cell{
			{},
			{Width: max(c.Width*3/10, 6), Keep: 2},
			{Text: words, Width: max(c.Width*4/10, 8), Role: themes.Text, Keep: 3},
		}, min(16, c.Width/2))
		row[1].Pieces = p.bar(row[1].Width, longest)
		folder := p.folder
		if p.folder == "" {
			folder = "./"
		}
		row[0] = draw.PathCell(row[0], cells.SanitizeFirst(folder, c.Width), true)
		rows = append(rows, c.Columns(false, row))
	}

	return rows
}

// words say how many findings a place has, the gravest first, each behind its sign in the bar.
func (p *folderFindings) words() string {
	var said []string
	for i, n := range p.counts {
		if n > 0 {
			said = append(said, levels[i].sign+" "+humanize.Count(int64(n), levels[i].noun))
		}
	}
	return strings.Join(said, ", ")
}

// bar draws the findings of a place in width cells, of which the place with most findings, longest of them, has all.
func (p *folderFindings) bar(width, longest int) (pieces []draw.Piece) {
	used := 0
	for i, n := range p.counts {
		if long := min((n*width+longest-1)/longest, width-used); long > 0 {
			pieces = append(pieces, draw.Piece{Text: strings.Repeat(levels[i].sign, long), Role: levels[i].role})
			used += long
		}
	}
	return append(pieces, draw.Piece{Text: strings.Repeat(" ", width-used), Role: themes.Text})
}
