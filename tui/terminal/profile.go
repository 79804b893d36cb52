package terminal

import (
	"fmt"
	"slices"
	"strings"

	"eyeline/themes"
)

// Env looks a variable of the environment up, as os.Getenv does.
type Env func(string) string

// Profile is the colours to use: color is "auto", "always" or "never"; with auto the environment decides (NO_COLOR,
// CLICOLOR, CLICOLOR_FORCE, COLORTERM, TERM). The terminal is not asked.
func Profile(color string, env Env) (themes.Profile, error) {
	wanted, err := wantedColours(color, env)
	if err != nil || wanted == noColours {
		return themes.None, err
	}

	forced := wanted == forcedColours
	term := env("TERM")
	switch {
	case hasTrueColour(term, env):
		return themes.TrueColor, nil
	case strings.Contains(term, "256color"):
		return themes.ANSI256, nil
	case (term == "" || term == "dumb") && !forced:
		return themes.None, nil
	case strings.HasPrefix(term, "vt1") || strings.HasPrefix(term, "vt2"):
		if !forced {
			return themes.None, nil
		}
	case slices.Contains(eightColours, term) || strings.HasSuffix(term, "-8color"):
		return themes.ANSI8, nil
	}

	return themes.ANSI16, nil
}

// colours is whether colours are wanted.
type colours int

const (
	noColours     colours = iota
	likelyColours         // where the terminal has any
	forcedColours         // also where it is not known to have any
)

// wantedColours reports whether colours are wanted, by --color and the environment.
func wantedColours(color string, env Env) (colours, error) {
	switch color {
	case "never":
		return noColours, nil
	case "always":
		return forcedColours, nil
	case "auto", "":
		force := env("CLICOLOR_FORCE")
		switch {
		case env("NO_COLOR") != "":
			return noColours, nil
		case force != "" && force != "0":
			return forcedColours, nil
		case env("CLICOLOR") == "0":
			return noColours, nil
		}

		return likelyColours, nil
	}

	return noColours, fmt.Errorf("--color takes auto, always or never, not %q", color)
}

// trueColourTerms are the values of TERM, or their beginnings where a * follows, of terminals with 24-bit colours.
var trueColourTerms = []string{"xterm-kitty*", "xterm-ghostty*", "alacritty", "wezterm", "foot"}

// hasTrueColour reports whether the environment says that the terminal has 24-bit colours.
func hasTrueColour(term string, env Env) bool {
	c := strings.ToLower(env("COLORTERM"))
	if c == "truecolor" || c == "24bit" || env("WT_SESSION") != "" || strings.Contains(term, "direct") {
		return true
	}
	return slices.ContainsFunc(trueColourTerms, func(known string) bool {
		start, isStart := strings.CutSuffix(known, "*")
		return term == known || isStart && strings.HasPrefix(term, start)
	})
}

// eightColours are terminals that show no bright colours; terminfo says so of others.
var eightColours = []string{"Eterm", "ansi", "cygwin", "rxvt", "xterm-color"}

// Background reads COLORFGBG ("15;0"), which some terminals set; ok is false when it says nothing.
func Background(env Env) (dark, ok bool) {
	parts := strings.Split(env("COLORFGBG"), ";")
	switch parts[len(parts)-1] {
	case "0", "1", "2", "3", "4", "5", "6", "8":
		return true, true
	case "7", "9", "10", "11", "12", "13", "14", "15":
		return false, true
	}
	return false, false
}
