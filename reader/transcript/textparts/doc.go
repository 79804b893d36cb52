// Package textparts, which changes without notice, knows what may stand within the lines of a run's texts, and at the
// seams between texts: a line of a file in a sentence of a message, after what a log puts before it, or in two pieces.
// Where such a line says enough to be told from others, it is not known whether it was sent.
package textparts
