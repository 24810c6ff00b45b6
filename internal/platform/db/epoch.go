package db

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Epoch identifies the history that counters of this database belong to. A counter
// that is handed out for later comparison, such as a version, must be handed out
// with it: after a restore the same number means something else.
func (d *DB) Epoch() string { return d.epoch }

// newEpoch returns a new epoch for each start. Between two starts a SQLite file may
// have been restored, or have lost its last commits in a power failure.
func newEpoch() string { return rand.Text() }

// postgresEpoch sets an epoch that is the same on all nodes. A dump carries neither
// the identity of the cluster, nor that of database and tables; a point-in-time
// recovery starts another timeline.
func (d *DB) postgresEpoch(ctx context.Context) error {
	const (
		tables  = "SELECT d.oid::text || ' ' || coalesce(to_regclass('stamps')::oid::text, '') FROM pg_database d WHERE d.datname = current_database()"
		cluster = "SELECT s.system_identifier::text || ' ' || c.timeline_id::text FROM pg_control_system() s, pg_control_checkpoint() c"
	)
	var names [2]string
	if err := d.reader.NewRaw(tables).Scan(ctx, &names[0]); err != nil {
		return fmt.Errorf("read the identity of the database: %w", err)
	}
	// If a provider hides its cluster, database and tables must be enough.
	if err := d.reader.NewRaw(cluster).Scan(ctx, &names[1]); err != nil {
		if _, denied := broken(err, "42501"); !denied {
			return fmt.Errorf("read the identity of the cluster: %w", err)
		}
	}
	sum := sha256.Sum256([]byte(names[0] + " " + names[1]))
	d.epoch = hex.EncodeToString(sum[:10])
	return nil
}
