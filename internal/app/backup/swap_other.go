//go:build !linux

package backup

import "errors"

// exchange is not supported on this system.
func exchange(_, _ string) error { return errors.ErrUnsupported }
