package app

import (
	"context"
	"os"
	"sync"

	"allot/internal/app/lease"
	"allot/internal/platform/db"
)

// node is this process's claim on its id among those that share the database.
type node struct {
	app   *App
	lease *lease.Lease // nil on SQLite, where the lock on the data folder is enough
	stop  context.CancelFunc
	kept  sync.WaitGroup
}

// claimNode makes sure that no other process runs as this node: it would take our
// running jobs for abandoned ones, and we its.
func (a *App) claimNode(ctx context.Context) (*node, error) {
	n := &node{app: a, stop: func() {}}
	if a.DB.Engine() != db.Postgres {
		return n, nil
	}
	host, err := os.Hostname()
	if err != nil {
		host = "a host without a name"
	}
	who := lease.Node{ID: a.dir.NodeID(), Place: a.dir.Place(), Host: host, PID: os.Getpid()}
	n.lease, err = lease.Claim(ctx, a.DB, who, func() {
		a.log.InfoContext(ctx, "another process ran as this node a moment ago: waiting to see whether it lives", "node", who.ID)
	})
	return n, err
}

// keep renews the claim until release. lost is called if another process has
// taken it meanwhile.
func (n *node) keep(ctx context.Context, lost func(error)) {
	if n.lease == nil {
		return
	}
	ctx, n.stop = context.WithCancel(context.WithoutCancel(ctx))
	n.kept.Go(func() {
		err := n.lease.Keep(ctx, func(err error) { n.app.log.WarnContext(ctx, "the node's lease was not renewed", "error", err) })
		if err != nil {
			lost(err)
		}
	})
}

func (n *node) release(ctx context.Context) error {
	n.stop()
	n.kept.Wait()
	if n.lease == nil {
		return nil
	}
	return n.lease.Release(ctx)
}
