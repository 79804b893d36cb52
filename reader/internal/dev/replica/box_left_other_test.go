//go:build !linux

package replica

// endLeft does nothing: processes that left their group cannot be found here.
func (b *box) endLeft() int { return 0 }
