//go:build !linux && !darwin && !freebsd

package datadir

import "errors"

// Free is not known here.
func (d *Dir) Free() (int64, error) { return 0, errors.ErrUnsupported }
