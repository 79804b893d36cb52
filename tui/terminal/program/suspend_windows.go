package program

import "errors"

// stopProcess returns why the viewer cannot be suspended.
func stopProcess() error { return errors.New("cannot suspend on Windows") }
