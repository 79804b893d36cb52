package node

import (
	"strings"

	"eyeline/reader/ospath"
	"eyeline/reader/tools"
)

// Path is what Node.js does with paths on the agent's system.
func Path(env tools.Env) ospath.Node { return ospath.NodeOn(env.System) }

// Extension is path.extname in lower case and without its dot, on a system.
func Extension(s ospath.System, file string) string {
	return strings.ToLower(strings.TrimPrefix(ospath.NodeOn(s).Ext(file), "."))
}

// Home replaces a "~" that is alone or before a separator by the home directory.
func Home(env tools.Env, file string) string {
	if file == "~" || strings.HasPrefix(file, "~/") || env.System.IsWindows() && strings.HasPrefix(file, `~\`) {
		if home := env.HomeDir(); home != "" {
			return home + file[1:]
		}
	}
	return file
}
