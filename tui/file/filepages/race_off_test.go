//go:build !race

package filepages

// pageBytes is how many bytes a page may allocate.
const pageBytes = chunk / 2
