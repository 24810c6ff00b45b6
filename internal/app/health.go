package app

import (
	"context"
	"errors"
	"fmt"
	"syscall"

	"allot/internal/platform/db"
	"allot/internal/platform/httpx"
)

// TroubleOfDatabase names the errors that every request meets while the database
// is away or its disk is full, for the log to tell them once a second.
func TroubleOfDatabase(err error) string {
	switch db.TroubleOf(err) {
	case db.Unavailable:
		return "the database is not available"
	case db.StorageFull:
		return "there is no room to store anything"
	default:
		return ""
	}
}

// minFree is what must be free on the disk of the data folder: the log of SQLite
// and an upload need some.
const minFree = 16 << 20

// checks are the parts that must work before requests are sent here.
func (a *App) checks() []httpx.Check {
	return []httpx.Check{
		{Name: "database", Fn: a.DB.Ping},
		{Name: "queue", Fn: func(ctx context.Context) error {
			_, err := a.Queue.Counts(ctx)
			return err
		}},
		{Name: "storage", Fn: a.checkStorage},
	}
}

// checkStorage finds out whether there is room: on the disk of the data folder,
// and where the database lies.
func (a *App) checkStorage(context.Context) error {
	free, err := a.dir.Free()
	switch {
	case errors.Is(err, errors.ErrUnsupported): // the database tells of its own
		err = nil
	case err == nil && free < minFree:
		err = fmt.Errorf("the disk of the data folder has %d MB left, want %d: %w", free>>20, minFree>>20, syscall.ENOSPC)
	}
	return errors.Join(err, a.DB.Storage())
}
