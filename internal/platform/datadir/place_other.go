//go:build !linux

package datadir

// Place is not known here.
func (d *Dir) Place() string { return "" }
