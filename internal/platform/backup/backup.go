// Package backup writes the data folder of the embedded default into one
// archive while the server runs, and puts such an archive back.
//
// The archive is a gzipped tar: the database, the key file, kept mail, the
// blobs, and last a manifest with the checksum of each, so that one which was
// cut off is recognised. The rule it keeps: the database is taken first and the
// blobs after it, so every blob that a restored row refers to is there; and a
// restore changes its target in one step at the very end, or not at all.
//
// An archive holds the key that opens the stored credentials: keep it private.
package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"allot/internal/platform/blob"
)

// The names in an archive. Blobs follow blobsPrefix under their own keys.
const (
	manifestName = "manifest.json"
	databaseName = "allot.db"
	keyName      = "secret.key"
	mailPrefix   = "mail/"
	blobsPrefix  = "blobs/"
)

// format is the version of the archive's layout.
const format = 1

// The refusals of Restore.
var (
	ErrDamaged  = errors.New("the file is damaged, or no backup of allot")
	ErrNewer    = errors.New("the backup was made by a newer version of allot: install that version first")
	ErrNotEmpty = errors.New("the data folder is not empty")
)

// Manifest says what an archive is.
type Manifest struct {
	Format        int       `json:"format"`
	AllotVersion  string    `json:"allot_version"`
	CreatedAt     time.Time `json:"created_at"`
	Engine        string    `json:"engine"`
	SchemaVersion int64     `json:"schema_version"`
}

// file is one line of the manifest's list.
type file struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// Progress tells how far a backup or a restore has come.
type Progress struct {
	Name  string // file just finished
	Files int
	Bytes int64
}

var mailName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,199}\.eml$`)

// checkName admits the names that Create writes and no other: nothing that
// leads out of the folder gets as far as the file system.
func checkName(name string) error {
	if key, ok := strings.CutPrefix(name, blobsPrefix); ok {
		if err := blob.CheckKey(key); err != nil {
			return fmt.Errorf("unexpected name %q: %w", name, err)
		}
		return nil
	}
	if mail, ok := strings.CutPrefix(name, mailPrefix); ok && mailName.MatchString(mail) {
		return nil
	}
	switch name {
	case databaseName, keyName, manifestName:
		return nil
	}
	return fmt.Errorf("unexpected name %q", name)
}

// contextReader ends a copy when the caller is gone.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (c contextReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}
