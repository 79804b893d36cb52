// Package js does what JavaScript does with values and texts, for the tools of agents that are written in it:
// JSON.parse and JSON.stringify, numbers as text, lengths in UTF-16 units, literals in a script, and why V8 (Node.js)
// and JavaScriptCore (Bun) refuse a text as JSON.
package js
