package db

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/uptrace/bun"
)

// Area is a part of what an account's readers are told that has a revision of
// its own. Names are in the database: never rename one.
type Area string

// The areas.
const (
	// Content is what decides which properties an account's readers see, and
	// under which names: contracts, publications, mappings, overrides. Days have
	// a version of their own, by property.
	Content Area = "content"
	// Draft is the same for the hotel itself: its properties and rooms as it
	// works on them.
	Draft Area = "draft"
	// Rooming is the ledgers that an account is party to.
	Rooming Area = "rooming"
	// StopSale is the days of a hotel in the legacy stop sale.
	StopSale Area = "stopsale"
)

// revised is one account's part.
type revised struct {
	account int64
	area    Area
}

func (r revised) compare(o revised) int {
	return cmp.Or(cmp.Compare(r.account, o.account), strings.Compare(string(r.area), string(o.area)))
}

// Touch gives an area of some accounts another revision, with the transaction of
// ctx: whoever writes what readers are told touches the accounts of all of them.
// The rows are written last, in one order, so that no two transactions wait for
// each other on them.
func (d *DB) Touch(ctx context.Context, area Area, accounts ...int64) {
	t := current(ctx)
	if t == nil {
		panic("touched outside a transaction") // like writing there
	}
	for _, id := range accounts {
		if id != 0 { // nobody, such as the operator of a list that has none
			t.touched = append(t.touched, revised{id, area})
		}
	}
}

// writeRevisions is the last statement of a transaction that has touched any.
func (t *open) writeRevisions(ctx context.Context) error {
	if len(t.touched) == 0 {
		return nil
	}
	slices.SortFunc(t.touched, revised.compare)
	t.touched = slices.Compact(t.touched)
	var (
		q    strings.Builder
		args []any
	)
	q.WriteString("INSERT INTO revisions (account_id, area, revision) VALUES ")
	for i, r := range t.touched {
		if i > 0 {
			q.WriteByte(',')
		}
		q.WriteString("(?, ?, 1)")
		args = append(args, r.account, string(r.area))
	}
	q.WriteString(" ON CONFLICT (account_id, area) DO UPDATE SET revision = revisions.revision + 1")
	if _, err := t.tx.NewRaw(q.String(), args...).Exec(ctx); err != nil {
		return fmt.Errorf("raise revisions: %w", err)
	}
	return nil
}

// Revisions are those of an area of some accounts, in their order, as the last
// committed write left them: equal revisions mean that nothing has changed.
func (d *DB) Revisions(ctx context.Context, area Area, accounts []int64) ([]int64, error) {
	list := make([]int64, len(accounts))
	state, all := d.revisions.find(area, accounts, list)
	if all && current(ctx) == nil || len(accounts) == 0 { // a transaction sees what nobody else does yet
		return list, nil
	}
	var rows []struct {
		AccountID int64 `bun:"account_id"`
		Revision  int64 `bun:"revision"`
	}
	err := d.From(ctx).NewSelect().Table("revisions").Column("account_id", "revision").
		Where("account_id IN (?) AND area = ?", bun.List(accounts), string(area)).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("read revisions: %w", err)
	}
	known := make(map[int64]int64, len(rows))
	for _, r := range rows {
		known[r.AccountID] = r.Revision
	}
	for i, id := range accounts {
		list[i] = known[id]
	}
	if current(ctx) == nil {
		d.revisions.keep(area, accounts, list, state)
	}
	return list, nil
}

// maxRevisions bounds what is known by heart; with more it starts anew.
const maxRevisions = 200_000

// revisions are known by heart where no other process writes. What was read is
// kept only if nothing was dropped since the reading began: it might be of
// before.
type revisions struct {
	mu    sync.RWMutex
	drops uint64
	known map[revised]int64 // nil: other processes write too
}

func newRevisions(e Engine) *revisions {
	if e != SQLite {
		return &revisions{}
	}
	return &revisions{known: map[revised]int64{}}
}

func (r *revisions) find(area Area, accounts, list []int64) (state uint64, all bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for i, id := range accounts {
		n, known := r.known[revised{id, area}]
		if !known {
			return r.drops, false
		}
		list[i] = n
	}
	return 0, true
}

func (r *revisions) keep(area Area, accounts, list []int64, state uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known == nil || state != r.drops {
		return
	}
	if len(r.known) > maxRevisions {
		clear(r.known)
	}
	for i, id := range accounts {
		r.known[revised{id, area}] = list[i]
	}
}

// drop forgets what a transaction has touched.
func (r *revisions) drop(touched []revised) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.drops++
	for _, one := range touched {
		delete(r.known, one)
	}
}
