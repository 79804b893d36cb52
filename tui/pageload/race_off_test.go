//go:build !race

package pageload

// pageBytes is how many bytes a page may allocate.
const pageBytes = chunk / 2
