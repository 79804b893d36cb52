//go:build race

package cells

// stride is how many code points of the empty and the private planes TestEveryCharacter skips: the race detector
// makes it ten times slower.
const stride = 61
