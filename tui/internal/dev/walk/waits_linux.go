package main

import "golang.org/x/sys/unix"

// inputWaits asks a terminal how much was typed that nobody has read.
const inputWaits = unix.TIOCINQ
