//go:build race

package agents

// raceEnabled: the race detector runs. It slows all down, and it makes pools drop a part of what they hold.
const raceEnabled = true
