// Package node does what Node.js and Bun do with paths and with errors of the system, for the tools of agents that run
// in them.
package node
