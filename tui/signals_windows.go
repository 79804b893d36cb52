package tui

import "os"

func noSignalForFullFiles() {}

var endSignals = []os.Signal{os.Interrupt}
