// Package installation has the name of a database and checks that a key is the one
// that sealed the credentials stored in it.
package installation

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"

	"allot/internal/platform/db"
	"allot/internal/platform/secret"
)

// The refusals of a key.
var (
	ErrKeyMissing = errors.New("the database has values that are sealed with a key, and the key is missing: " +
		"put the file secret.key that belongs to this database into the data folder (every backup has it, and the folder of every other node), " +
		"or set ALLOT_SECRET_KEY. A new key could not open what the old one sealed, so none was made")
	ErrKeyWrong = errors.New("the key is not the one that sealed the values in the database: " +
		"put the right secret.key into the data folder, or set ALLOT_SECRET_KEY to it")
)

// checkRecord is the secret.Box context of the value that identifies the key.
const checkRecord = "installation/1/key_check"

// Installation is the row of a database about itself.
type Installation struct {
	db       *db.DB
	identity string
	check    string // empty until a key was used
}

// Made reports whether the schema of the database is recent enough for Read.
func Made(ctx context.Context, d *db.DB) (bool, error) { return d.HasTable(ctx, "installation") }

// Read reads the Installation from a database with a current schema.
func Read(ctx context.Context, d *db.DB) (*Installation, error) {
	i := &Installation{db: d}
	return i, i.read(ctx)
}

func (i *Installation) read(ctx context.Context) error {
	err := i.db.From(ctx).NewRaw("SELECT identity, coalesce(key_check, '') FROM installation WHERE id = 1").Scan(ctx, &i.identity, &i.check)
	if err != nil {
		return fmt.Errorf("read what belongs to the database: %w", err)
	}
	return nil
}

// Name identifies this database, also as opposed to one that was restored from its
// dump, where equal ids can be different records. On SQLite a restore replaces the
// whole data folder and keeps the name.
func (i *Installation) Name() string {
	name := i.identity
	if i.db.Engine() == db.Postgres {
		name += " " + i.db.Epoch()
	}
	sum := sha256.Sum256([]byte(name))
	return hex.EncodeToString(sum[:5])
}

// LoadKey returns the Box for stored credentials. It creates a key only for a
// database that never had one, and refuses one that is not the database's.
func (i *Installation) LoadKey(ctx context.Context, dataDir *os.Root, configured string) (*secret.Box, error) {
	load := secret.FindKey
	if i.check == "" {
		load = secret.LoadKey
	}
	box, err := open(load(dataDir, configured))
	if err != nil {
		return nil, err
	}
	if i.check == "" {
		if err := i.remember(ctx, box); err != nil {
			return nil, err
		}
	}
	return box, i.verify(box)
}

// CheckKey returns the refusal of LoadKey without creating or storing anything.
// dataDir is nil if there is no such folder yet.
func (i *Installation) CheckKey(dataDir *os.Root, configured string) error {
	if i.check == "" {
		return nil
	}
	if dataDir == nil && configured == "" {
		return ErrKeyMissing
	}
	box, err := open(secret.FindKey(dataDir, configured))
	if err != nil {
		return err
	}
	return i.verify(box)
}

func open(key []byte, err error) (*secret.Box, error) {
	if errors.Is(err, secret.ErrNoKey) {
		return nil, ErrKeyMissing
	}
	if err != nil {
		return nil, err
	}
	return secret.New(key)
}

// remember stores a value that only this key opens, unless another node was first.
func (i *Installation) remember(ctx context.Context, box *secret.Box) error {
	return i.db.InTx(ctx, func(ctx context.Context) error {
		_, err := i.db.From(ctx).ExecContext(ctx, "UPDATE installation SET key_check = ? WHERE id = 1 AND key_check IS NULL", box.Seal(nil, checkRecord))
		if err != nil {
			return fmt.Errorf("store what recognises the key: %w", err)
		}
		return i.read(ctx)
	})
}

// verify compares the key with the one that was used first.
func (i *Installation) verify(box *secret.Box) error {
	if _, err := box.Open(i.check, checkRecord); err != nil {
		return ErrKeyWrong
	}
	return nil
}
