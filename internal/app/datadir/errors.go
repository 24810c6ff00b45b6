package datadir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"time"
)

// ErrInUse matches every *InUseError.
var ErrInUse = errors.New("the data folder is in use")

// InUseError names the process that has locked the folder.
type InUseError struct {
	Path  string
	PID   int       // zero if unknown
	Since time.Time // zero if unknown
}

func (e *InUseError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "data folder %s is in use by another allot process", e.Path)
	if e.PID != 0 {
		fmt.Fprintf(&b, " (process %d, since %s)", e.PID, e.Since.UTC().Format(time.DateTime+" MST"))
	}
	b.WriteString(": stop that process first, or choose another folder with --data-dir or ALLOT_DATA_DIR")
	return b.String()
}

// Unwrap makes errors.Is(err, ErrInUse) hold.
func (e *InUseError) Unwrap() error { return ErrInUse }

// explain adds to an error what the operator can do about it.
func explain(verb, path string, err error) error {
	advice := ""
	switch {
	case errors.Is(err, syscall.ENOTDIR):
		advice = " (a file stands in the way: give the path of a folder)"
	case errors.Is(err, fs.ErrPermission):
		advice = fmt.Sprintf(" (make it writable for user %d, or choose another folder with --data-dir or ALLOT_DATA_DIR)", os.Geteuid())
	case errors.Is(err, syscall.EROFS):
		advice = " (the file system is read-only)"
	case errors.Is(err, fs.ErrNotExist):
		advice = " (there is no such folder)"
	}
	return fmt.Errorf("%s data folder %s%s: %w", verb, path, advice, err)
}
