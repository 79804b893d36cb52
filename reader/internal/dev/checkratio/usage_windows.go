package main

import "time"

// usage is 0: the system is not asked.
func usage() (processor time.Duration, peak int64) { return 0, 0 }
