//go:build !race

package window

const slower = 1
