//go:build !linux

package datadir

// Place returns nothing on this system.
func (d *Dir) Place() string { return "" }
