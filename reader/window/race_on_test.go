//go:build race

package window

// slower divides the number of random files: the race detector makes each take several times as long.
const slower = 20
