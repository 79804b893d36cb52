package tui

import "os"

var hangupSignals = []os.Signal{os.Interrupt}
