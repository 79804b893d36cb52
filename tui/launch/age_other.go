//go:build !linux

package launch

import "time"

// processAge is not known here.
func processAge() time.Duration { return 0 }
