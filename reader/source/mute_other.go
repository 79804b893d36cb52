//go:build !linux && !darwin

package source

// mute says whether the file system of a directory changes without telling; here it is not known of any.
func mute(string) bool { return false }
