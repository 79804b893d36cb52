// Package ospath, which changes without notice, has the rules by which agents take paths: those of Node.js, Python,
// Rust and Go, on POSIX systems and on Windows, whatever system this program runs on. A path in the rules of an agent's
// system is called the agent's; the one by which this machine opens the same file is called the machine's. They differ
// where a person asks for what an agent would get on another system.
package ospath
