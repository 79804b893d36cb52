//go:build linux && !mips && !mipsle && !mips64 && !mips64le

package signals

import (
	"os"
	"syscall"
)

// endingHere are those of this system only.
var endingHere = []os.Signal{syscall.SIGSTKFLT, syscall.SIGPWR}
