package tui

import "os"

func noSignalForFullFiles() {}

var hangupSignals = []os.Signal{os.Interrupt}
