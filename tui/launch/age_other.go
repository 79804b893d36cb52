//go:build !linux

package launch

import "time"

// processAge returns 0: the age is not known on this system.
func processAge() time.Duration { return 0 }
