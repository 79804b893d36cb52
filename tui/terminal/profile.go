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
	forced := false
	switch color {
	case "never":
		return themes.None, nil
	case "always":
		forced = true
	case "auto", "":
		if env("NO_COLOR") != "" {
			return themes.None, nil
		}

		forced = env("CLICOLOR_FORCE") != "" && env("CLICOLOR_FORCE") != "0"
		if !forced && env("CLICOLOR") == "0" {
			return themes.None, nil
		}
	default:
		return themes.None, fmt.Errorf("--color takes auto, always or never, not %q", color)
	}

	term := env("TERM")
	c := strings.ToLower(env("COLORTERM"))
	switch {
	case c == "truecolor" || c == "24bit":
		return themes.TrueColor, nil
	case strings.Contains(term, "direct") || env("WT_SESSION") != "" || strings.HasPrefix(term, "xterm-kitty") ||
		strings.HasPrefix(term, "xterm-ghostty") || term == "alacritty" || term == "wezterm" || term == "foot":
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
