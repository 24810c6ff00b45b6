package datadir

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// errHeld is the error of tryLock if another process has the lock.
var errHeld = errors.New("locked")

// acquireLock locks the folder until Close, or refuses with the process that has it.
func (d *Dir) acquireLock() error {
	f, err := d.root.OpenFile(LockFile, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return explain("write to", d.path, err)
	}
	err = tryLock(f)
	if errors.Is(err, errHeld) {
		return errors.Join(d.holder(f), f.Close())
	}
	if err != nil {
		return errors.Join(fmt.Errorf("lock data folder %s: %w", d.path, err), f.Close())
	}
	if err := sign(f); err != nil {
		return errors.Join(explain("write to", d.path, err), f.Close())
	}
	d.lock = f
	return nil
}

// sign writes our process id, which the InUseError of other processes shows with
// the time of this write.
func sign(f *os.File) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	return err
}

func (d *Dir) holder(f *os.File) *InUseError {
	e := &InUseError{Path: d.path}
	text, err := io.ReadAll(io.LimitReader(f, 32))
	if err != nil {
		return e
	}
	info, err := f.Stat()
	if err != nil {
		return e
	}
	if pid, err := strconv.Atoi(strings.TrimSpace(string(text))); err == nil && pid > 0 {
		e.PID, e.Since = pid, info.ModTime()
	}
	return e
}
