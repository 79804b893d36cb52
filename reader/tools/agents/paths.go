package agents

import (
	"strings"

	"eyeline/reader/tools"
)

// realRoot is the agent's working directory without symbolic links.
func realRoot(env tools.Env) string {
	root, err := env.Files().RealPath(env.Dir())
	if err != nil {
		return env.Dir()
	}
	return root
}

// isBelow reports whether a clean absolute path is dir or below it.
func isBelow(dir, file string) bool {
	return file == dir || dir == "/" || strings.HasPrefix(file, dir+"/")
}

// splitPath is the parts of a path between its slashes; none for the root.
func splitPath(s string) []string {
	if s = strings.Trim(s, "/"); s == "" {
		return nil
	}
	return strings.Split(s, "/")
}

// exists reports whether a path names something that may be looked at.
func exists(env tools.Env, file string) bool {
	_, err := env.Files().Stat(file)
	return err == nil
}
