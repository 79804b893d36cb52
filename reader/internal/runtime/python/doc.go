// Package python does what Python does with values, paths and errors, for the tools of agents that are written in it:
// json.loads and repr, pathlib, and what Pydantic says of a model's fields.
package python
