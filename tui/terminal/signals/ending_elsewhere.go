//go:build unix && (!linux || mips || mipsle || mips64 || mips64le)

package signals

import "os"

// endingHere are those of this system only.
var endingHere []os.Signal
