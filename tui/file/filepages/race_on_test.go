//go:build race

package filepages

// pageBytes is how many bytes a page may allocate: the race detector makes a pool drop a quarter of what it gets.
const pageBytes = chunk * 3 / 4
