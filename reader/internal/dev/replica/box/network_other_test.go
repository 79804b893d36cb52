//go:build !linux

package box

func inNamespace() (string, error) { return "", errNoNamespace }
