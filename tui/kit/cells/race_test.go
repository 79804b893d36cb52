//go:build race

package cells

// stride is how many code points of those that are drawn alike TestEveryCharacter skips: the race detector
// makes it ten times slower.
const stride = 61
