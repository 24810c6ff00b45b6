// Package blob stores files that are too large for the database: photos,
// avatars, logos, finished exports.
//
// It owns the names of blobs and the folder they lie in; who may read one is
// the caller's matter. The rule it keeps: a key either has a whole blob or
// none. A Put that fails, is cancelled or dies with the machine leaves nothing
// that can be read.
package blob

import (
	"context"
	"io"
	"iter"
	"time"

	"allot/internal/platform/apperr"
)

// ErrNotFound is the answer for a key that has no blob, and to a reader who
// asks for text that is no key at all.
var ErrNotFound = apperr.New(apperr.NotFound, "not_found", "no such file")

// MediaPath is the path under which the server shows a stored picture. What is
// stored or sent later names a picture by its path: the host may be another one
// by then.
func MediaPath(key string) string { return "/media/" + key }

// Info describes a blob without its content.
type Info struct {
	Key     string
	Size    int64
	ModTime time.Time
}

// Object is an open blob. It can be handed to http.ServeContent and must be
// closed.
type Object struct {
	io.ReadSeekCloser
	Info
}

// Store keeps blobs under keys (see CheckKey). A key must not go on where
// another one ends: not "a" and "a/b". Every method is safe for concurrent use.
type Store interface {
	// Put stores everything r gives under key, in place of what was there,
	// and returns its size. Of two Puts at once the later one stays. ModTime is
	// the time of the last Put, also if it stored the same again.
	Put(ctx context.Context, key string, r io.Reader) (int64, error)
	// Open returns ErrNotFound for a key without a blob. What it opened stays
	// readable when the key is put again or deleted meanwhile.
	Open(ctx context.Context, key string) (*Object, error)
	// Stat tells what Open would open.
	Stat(ctx context.Context, key string) (Info, error)
	// Delete takes the blob away. A key without a blob is no error, because a
	// repeated job must not fail.
	Delete(ctx context.Context, key string) error
	// DeleteOld is Delete of a blob that was last put before a time. It never
	// takes away what a Put that runs at the same time has stored.
	DeleteOld(ctx context.Context, key string, before time.Time) error
	// List yields every blob whose key starts with prefix, in no set order.
	List(ctx context.Context, prefix string) iter.Seq2[Info, error]
}
