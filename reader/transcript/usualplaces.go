package transcript

import (
	"path"
	"path/filepath"
	"slices"

	"eyeline/reader/lists"
	"eyeline/reader/transcript/formats"
)

// UsualPlaces says where the transcripts of an agent are searched for.
type UsualPlaces struct {
	Agent    string   // its name for display
	Patterns []string // absolute path patterns; each * stands for any one name
}

// UsualPlaces returns, by agent, where [List] looks. A place that this user does not have, such as one below an unknown
// home, is left out.
func (h Homes) UsualPlaces() (all []UsualPlaces) {
	for _, f := range formats.All() {
		places := slices.DeleteFunc(slices.Clone(f.Places), func(p formats.Place) bool { return h.root(p) == "" })
		if len(places) == 0 {
			continue
		}

		i := slices.IndexFunc(all, func(one UsualPlaces) bool { return one.Agent == f.Agent })
		if i < 0 {
			i = len(all)
			all = append(all, UsualPlaces{Agent: f.Agent})
		}

		all[i].Patterns = append(all[i].Patterns, lists.Map(places, func(p formats.Place) string {
			return filepath.Join(h.root(p), filepath.FromSlash(path.Clean(p.Pattern)))
		})...)
	}

	return all
}
