//go:build !windows

package shellword

// systemShell is the shell that runs the commands of "!".
const systemShell = posix

func startedFrom() shellKind { return posix }
