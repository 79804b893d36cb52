// Package agent says of each agent that can be run how it is started against a scripted model: its package, its
// settings, its environment, and how its tool's results look on the way to the model. What is written here was found by
// running the agents of the versions that the contracts name.
package replica

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// agent is how one agent is run for one of its tools.
type agent struct {
	// Tool is the name of the tool that imitates the agent's.
	Tool string
	// toolCall is the name by which the agent's model calls the tool.
	Call string
	// Package is what npm calls the agent, Program what it installs.
	Package, Program string
	// Node is the oldest major version of Node.js that the newest version of the agent wants; 0: any that is supported.
	Node int
	// Args make the command line, Env the environment, Files the files of the home (by their path in it).
	Args  func(agentRun) []string
	Env   func(agentRun) []string
	Files func(agentRun) map[string]string
	// Before is a command line of the same program that is run before, such as one that names the service.
	Before func(agentRun) []string
	// Custom: the tool takes a text, which is the argument "input" of the tool here.
	Custom bool
	// Flagged: what the interface says of failures is what the tool says.
	Flagged bool
	// Quotes: a path with a space is mentioned in quotes; for others with "\ ".
	Quotes bool
	// Pad: some refusals in a row end the run, so that each is followed by a call that works.
	Pad bool
	// Notes finds what the agent adds to a result in the texts that came with it; nil: nothing of them is looked at.
	Notes func(texts []string) string
	// Same makes two contents equal that differ only in words that no run repeats; nil: there are none.
	Same func(content string) string
	// Further are arguments that the agent offers and that the tool here leaves alone, as the contract says.
	Further []string
	// Needs is an argument, one of Further, without which the agent refuses a call; a text is given for it.
	Needs string
	// Leaves are what it writes for itself in the folder where it starts.
	Leaves []string
	// Session is how many calls one session makes at most; 0: maxCalls.
	Session int
}

// agentRun is what an agent needs to know of a run.
type agentRun struct {
	URL    string // of the scripted model, without a path
	Home   string
	Dir    string // the working directory
	Prompt string
	Model  string
}

// maxCalls is how many calls a session makes at most: every request contains the results of all that went before.
const maxCalls = 80

// allAgents lists the agents that can be run.
func allAgents() []*agent {
	return slices.Concat(messagesAgents, []*agent{geminiCLI, qwenCode}, codexAgents, chatAgents, shellAgents)
}

// lookupAgent finds an agent by the name of its tool.
func lookupAgent(tool string) (*agent, bool) {
	all := allAgents()
	i := slices.IndexFunc(all, func(a *agent) bool { return a.Tool == tool })
	if i < 0 {
		return nil, false
	}
	return all[i], true
}

// Find looks for the agent's program: in the folders that npm install --prefix made, each of which may be a folder of
// such folders, and then where the system looks for programs.
func (a *agent) Find(folders []string) (path string, ok bool) {
	for _, dir := range folders {
		for _, pattern := range []string{
			filepath.Join(dir, "node_modules", ".bin", a.Program),
			filepath.Join(dir, "*", "node_modules", ".bin", a.Program),
			// A package that is for one system has no links to its programs.
			filepath.Join(dir, "node_modules", filepath.FromSlash(a.Package)+"*", "bin", a.Program),
			filepath.Join(dir, "*", "node_modules", filepath.FromSlash(a.Package)+"*", "bin", a.Program),
		} {
			found, _ := filepath.Glob(pattern) // a folder with a bracket has no agent
			for _, f := range found {
				// Other packages may have programs of the same name.
				real, err := filepath.EvalSymlinks(f)
				if err == nil && strings.Contains(filepath.ToSlash(real), "/node_modules/"+a.Package) {
					return f, true
				}
			}
		}
	}
	if len(folders) > 0 {
		return "", false
	}
	path, err := exec.LookPath(a.Program)
	return path, err == nil
}

// settings writes a settings file.
func settings(v any) string {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		panic(err) // the values are made here
	}
	return string(text) + "\n"
}

// begins keeps the texts that begin so, of texts and of their paragraphs.
func begins(prefix string) func([]string) string {
	return func(texts []string) string {
		var found []string
		for _, t := range texts {
			for part := range strings.SplitSeq(t, "\n\n") {
				if strings.HasPrefix(part, prefix) {
					found = append(found, part)
				}
			}
		}
		return strings.Join(found, "\n\n")
	}
}
