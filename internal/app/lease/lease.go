// Package lease lets a process claim its node id in a database that several nodes
// share, so that a process on a copy of its data folder cannot run at the same
// time and treat its jobs as abandoned.
//
// A lease is renewed while the process runs and expires soon after. Times are the
// database's, so that the clocks of the nodes do not matter.
package lease

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/platform/db"
)

const (
	// length is how long a lease is valid without renewal, and so the longest wait
	// of the successor of a killed process.
	length = 15 * time.Second
	// renewal is the pause between two renewals, soon the one after a failed renewal
	// and between two attempts of a waiting process.
	renewal = 5 * time.Second
	soon    = 500 * time.Millisecond
	// forgotten is how long the row of a node that has ended stays.
	forgotten = 30 * 24 * time.Hour
)

// Node is the process that claims a lease.
type Node struct {
	ID string
	// Place identifies the data folder, as opposed to copies of it; empty if unknown.
	// The folder is locked, so an earlier process with the same place has ended and
	// Claim need not wait.
	Place string
	Host  string
	PID   int
}

// ErrTaken refuses a node id whose lease another process has.
var ErrTaken = errors.New("another process runs as this node")

// takenError names the process that has the lease. It matches ErrTaken.
type takenError row

func (e *takenError) Error() string {
	return fmt.Sprintf("another process runs as node %s on this database (process %d on %s, since %s): "+
		"stop it first; or, if this data folder is a copy of its folder, delete the file node.id from the copy, which then becomes a node of its own",
		e.NodeID, e.PID, e.Host, e.StartedAt.UTC().Format(time.DateTime+" MST"))
}

func (e *takenError) Unwrap() error { return ErrTaken }

// Lease is a claim on a node's id.
type Lease struct {
	db     *db.DB
	node   Node
	holder string
}

type row struct {
	bun.BaseModel `bun:"table:node_leases"`

	NodeID    string    `bun:"node_id,pk"`
	Holder    string    `bun:"holder"`
	Place     string    `bun:"place"`
	Host      string    `bun:"host"`
	PID       int       `bun:"process_id"`
	StartedAt time.Time `bun:"started_at"`
	ExpiresAt time.Time `bun:"expires_at"`
}

// Claim takes the lease. If another process has it, Claim calls waiting and waits
// until the lease expires. If the other process renews it, Claim refuses with
// ErrTaken.
func Claim(ctx context.Context, d *db.DB, node Node, waiting func()) (*Lease, error) {
	l := &Lease{db: d, node: node, holder: rand.Text()}
	first, err := l.claimNode(ctx, node.Place)
	if err != nil || first == nil {
		return l, err
	}
	waiting()
	look := time.NewTicker(soon)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-look.C:
		}
		other, err := l.claimNode(ctx, node.Place)
		if err != nil || other == nil {
			return l, err
		}
		if other.Holder != first.Holder || !other.ExpiresAt.Equal(first.ExpiresAt) {
			return nil, (*takenError)(other)
		}
	}
}

// claimNode writes the lease, or returns the row of another process that has it. A
// process in the place dead is known to have ended.
func (l *Lease) claimNode(ctx context.Context, dead string) (other *row, err error) {
	err = l.db.InTx(ctx, func(ctx context.Context) error {
		other = nil
		from := l.db.From(ctx)
		res, err := from.ExecContext(ctx, `INSERT INTO node_leases (node_id, holder, place, host, process_id, started_at, expires_at)
			VALUES (?, ?, ?, ?, ?, clock_timestamp(), clock_timestamp() + make_interval(secs => ?))
			ON CONFLICT (node_id) DO UPDATE SET holder = excluded.holder, place = excluded.place, host = excluded.host,
				process_id = excluded.process_id, started_at = excluded.started_at, expires_at = excluded.expires_at
			WHERE node_leases.expires_at < clock_timestamp() OR node_leases.holder = excluded.holder
				OR node_leases.place = ? AND node_leases.place <> ''`,
			l.node.ID, l.holder, l.node.Place, l.node.Host, l.node.PID, length.Seconds(), dead)
		if err != nil {
			return fmt.Errorf("claim node %s: %w", l.node.ID, err)
		}
		if n, err := res.RowsAffected(); err != nil || n > 0 {
			return err
		}
		other = &row{}
		if err := from.NewSelect().Model(other).Where("node_id = ?", l.node.ID).Scan(ctx); err != nil {
			return fmt.Errorf("read who runs as node %s: %w", l.node.ID, err)
		}
		return nil
	})
	return other, err
}

// Keep renews the lease until ctx ends, and calls failed for each renewal that
// fails. It returns ErrTaken if another process has taken the lease meanwhile.
func (l *Lease) Keep(ctx context.Context, failed func(error)) error {
	pause := renewal
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
		pause = renewal
		other, err := l.renew(ctx)
		switch {
		case ctx.Err() != nil:
			return nil //nolint:nilerr // the node is stopping, which is why the renewal failed
		case err != nil:
			failed(err)
			pause = soon
		case other != nil:
			return (*takenError)(other)
		}
	}
}

// renew extends the lease, or takes it again if its row is gone.
func (l *Lease) renew(ctx context.Context) (other *row, err error) {
	ctx, cancel := context.WithTimeout(ctx, renewal)
	defer cancel()
	renewed := false
	err = l.db.InTx(ctx, func(ctx context.Context) error {
		res, err := l.db.From(ctx).ExecContext(ctx, "UPDATE node_leases SET expires_at = clock_timestamp() + make_interval(secs => ?) WHERE node_id = ? AND holder = ?",
			length.Seconds(), l.node.ID, l.holder)
		if err != nil {
			return fmt.Errorf("renew the lease of node %s: %w", l.node.ID, err)
		}
		n, err := res.RowsAffected()
		renewed = n > 0
		return err
	})
	if err != nil || renewed {
		return nil, err
	}
	return l.claimNode(ctx, "") // a process that took it after us is running
}

// Release ends the lease, so that the next start need not wait, and deletes the
// rows of nodes that ended long ago.
func (l *Lease) Release(ctx context.Context) error {
	return l.db.InTx(ctx, func(ctx context.Context) error {
		_, err := l.db.From(ctx).ExecContext(ctx, "DELETE FROM node_leases WHERE node_id = ? AND holder = ?", l.node.ID, l.holder)
		if err == nil {
			_, err = l.db.From(ctx).ExecContext(ctx, "DELETE FROM node_leases WHERE expires_at < clock_timestamp() - make_interval(secs => ?)", forgotten.Seconds())
		}
		if err != nil {
			return fmt.Errorf("release node %s: %w", l.node.ID, err)
		}
		return nil
	})
}
