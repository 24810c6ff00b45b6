// Package backup writes the data folder of an installation with SQLite into one
// archive while the server runs, and restores such an archive.
//
// The archive is a gzipped tar: the database, the key file, stored mail, the blobs,
// and last a manifest with the checksum of each, so that a truncated archive is
// recognised. The database is copied before the blobs, so that every blob that a
// restored row refers to is there. A restore changes its target in one step at the
// end, or not at all.
//
// Blobs in a bucket are not copied: the bucket has its own copies (versions,
// replication), and the manifest names it.
//
// An archive contains the key of the stored credentials: keep it private.
package backup

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"allot/internal/platform/blob"
)

// The names in an archive. The name of a blob is blobsPrefix and its key.
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

// Manifest describes an archive.
type Manifest struct {
	Format        int       `json:"format"`
	AllotVersion  string    `json:"allot_version"`
	CreatedAt     time.Time `json:"created_at"`
	Engine        string    `json:"engine"`
	SchemaVersion int64     `json:"schema_version"`
	BlobsIn       string    `json:"blobs_in,omitempty"` // bucket of the blobs, which are not in the archive
}

// file is an entry of the manifest's list.
type file struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// Progress counts the finished files of a backup or a restore.
type Progress struct {
	Name  string // file just finished
	Files int
	Bytes int64
}

var mailName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,199}\.eml$`)

// checkName refuses names that Create does not write, such as paths out of the
// folder.
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
