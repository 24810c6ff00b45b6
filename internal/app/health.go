package app

import (
	"context"
	"errors"
	"fmt"
	"syscall"

	"allot/internal/platform/blob"
	"allot/internal/platform/db"
	"allot/internal/platform/httpx"
)

// TroubleOfDatabase names the errors that every request meets while the database
// or the store of files is away or a disk is full, for the log to tell them once a second.
func TroubleOfDatabase(err error) string {
	switch trouble := db.TroubleOf(err); {
	case trouble == db.Unavailable:
		return "the database is not available"
	case trouble == db.StorageFull:
		return "there is no room to store anything"
	case errors.Is(err, blob.ErrUnreachable):
		return "the files are not available"
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
		{Name: "queue", Fn: a.Queue.Ping},
		{Name: "storage", Fn: a.checkStorage},
	}
}

// checkStorage finds out whether there is room: on the disk of the data folder,
// and where the database lies; and whether files can be reached.
func (a *App) checkStorage(ctx context.Context) error {
	free, err := a.dir.Free()
	switch {
	case errors.Is(err, errors.ErrUnsupported): // the database tells of its own
		err = nil
	case err == nil && free < minFree:
		err = fmt.Errorf("the disk of the data folder has %d MB left, want %d: %w", free>>20, minFree>>20, syscall.ENOSPC)
	}
	return errors.Join(err, a.DB.Storage(), a.Blobs.Reachable(ctx))
}
