//go:build !linux

package backup

import "errors"

// exchange is left to the systems that can.
func exchange(_, _ string) error { return errors.ErrUnsupported }
