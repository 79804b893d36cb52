package launch

import (
	"strings"
	"testing"
)

// TestServerIsRefused: what cannot be served is said in one sentence, before anything is served.
func TestServerIsRefused(t *testing.T) {
	withSettings(t, "[presets.odd]\ntool = \"none\"\n")
	for args, says := range map[string]string{
		"mcp --root /nowhere/at/all":   "no such file",
		"mcp --tools none":             "no tool is called \"none\"",
		"mcp --preset none":            "the settings have no preset \"none\"; there are odd",
		"mcp --preset odd":             "preset odd: the preset's tool is \"none\"",
		"mcp --page 3":                 "--page has room for 1000 characters at least",
		"mcp --record /nowhere/at/all": "no such file",
		"mcp --listen nowhere":         "listen tcp",
		"mcp file.txt":                 "takes nothing but flags",
		"mcp check":                    "which server?",
		"mcp check --show none -- x":   "no client is called \"none\"; there are Claude Code, Codex",
		"mcp check -- /nowhere/at/all": "/nowhere/at/all",
	} {
		if r := run(t, strings.Fields(args)...); r.err == nil || r.status == 0 || !strings.Contains(r.err.Error(), says) {
			t.Errorf("%s: %+v", args, r)
		}
	}
}
