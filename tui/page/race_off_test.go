//go:build !race

package page

// pageBytes is how many bytes a page may allocate.
const pageBytes = chunk / 2
