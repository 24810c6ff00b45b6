// Package blob stores files that are too large for the database: photos,
// avatars, logos, finished exports.
//
// Callers decide who may read a blob. A key has a whole blob or none: a Put that
// fails, is cancelled or crashes leaves nothing that can be read.
package blob

import (
	"context"
	"errors"
	"io"
	"iter"
	"time"

	"allot/internal/platform/apperr"
)

// ErrNotFound refuses a key that has no blob or is not valid.
var ErrNotFound = apperr.New(apperr.NotFound, "not_found", "no such file")

// ErrUnreachable is the trouble of a store on another machine that does not answer,
// or not as it should.
var ErrUnreachable = errors.New("the blob store cannot be reached")

// MediaPath returns the path under which the server shows a stored picture. It has
// no host, because the host of an installation may change.
func MediaPath(key string) string { return "/media/" + key }

// Info describes a blob.
type Info struct {
	Key     string
	Size    int64
	ModTime time.Time
}

// Object is an open blob, usable with http.ServeContent. The caller closes it.
type Object struct {
	io.ReadSeekCloser
	Info
}

// Store stores blobs under keys (see CheckKey). No key may be a folder of another
// one, as with "a" and "a/b". Every method is safe for concurrent use.
type Store interface {
	// Put stores the content of r under key, replacing an earlier blob, and returns
	// its size. ModTime is the time of the last Put, also of equal content.
	Put(ctx context.Context, key string, r io.Reader) (int64, error)
	// Open refuses a key without a blob with ErrNotFound. An open blob stays
	// readable when the key is put again or deleted.
	Open(ctx context.Context, key string) (*Object, error)
	// Stat describes the blob that Open would open.
	Stat(ctx context.Context, key string) (Info, error)
	// Delete removes the blob. A key without a blob is no error, because a repeated
	// job must not fail.
	Delete(ctx context.Context, key string) error
	// DeleteOld deletes a blob that was last put before a time. It never removes
	// what a concurrent Put has stored.
	DeleteOld(ctx context.Context, key string, before time.Time) error
	// List yields every blob whose key starts with prefix, in any order.
	List(ctx context.Context, prefix string) iter.Seq2[Info, error]
}

// Storage is a Store with what is done to it as a whole, by the program and not by
// modules.
type Storage interface {
	Store
	// Purge removes what was deleted before a time, and what killed programs left
	// unfinished before it.
	Purge(ctx context.Context, olderThan time.Time) error
	// Reachable finds out whether the store can be used, without changing it.
	Reachable(ctx context.Context) error
}
