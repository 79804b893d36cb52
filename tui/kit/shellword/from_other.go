//go:build !windows

package shellword

func startedFrom() shellKind { return posix }
