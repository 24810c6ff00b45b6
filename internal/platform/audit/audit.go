// Package audit stores who changed what: one entry for each change, written in the
// transaction of the change, never altered, and deleted when it is older than the
// installation's retention.
package audit

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/platform/db"
	"allot/internal/platform/request"
)

// Change describes one change. Before and After are structs without secrets, nil
// if the object did not exist.
type Change struct {
	OwnerID    int64 // zero: the caller's account
	UserID     int64 // zero: the caller
	Action     string
	ObjectType string
	ObjectID   int64
	// ObjectName is what the API calls an object whose id is no number, instead of ObjectID.
	ObjectName string
	Before     any
	After      any
}

// Entry is a stored change.
type Entry struct {
	bun.BaseModel `bun:"table:audit_entries" json:"-"`

	ID         int64           `bun:"id,pk,autoincrement" json:"id"`
	OwnerID    int64           `bun:"owner_id" json:"-"`
	UserID     int64           `bun:"user_id" json:"user"`
	Action     string          `bun:"action" json:"action"`
	ObjectType string          `bun:"object_type" json:"object_type"`
	ObjectID   string          `bun:"object_id" json:"object_id"`
	Before     json.RawMessage `bun:"before,type:text,nullzero" json:"before"`
	After      json.RawMessage `bun:"after,type:text,nullzero" json:"after"`
	IPAddress  string          `bun:"ip_address" json:"ip_address"`
	RequestID  string          `bun:"request_id" json:"request_id"`
	CreatedAt  time.Time       `bun:"created_at" json:"created_at"`
}

// Trail writes and reads entries.
type Trail struct {
	db     *db.DB
	now    func() time.Time
	insert *db.Statement
	// recorded is told of every change after its commit; nil: nobody is.
	recorded func(objectType, action string)
}

// Observe has fn called with the type and action of every change after its commit.
// Call it before the first Record.
func (t *Trail) Observe(fn func(objectType, action string)) { t.recorded = fn }

// New returns a Trail on the database.
func New(d *db.DB, now func() time.Time) *Trail {
	return &Trail{db: d, now: now, insert: d.Statement("INSERT INTO audit_entries" +
		" (owner_id, user_id, action, object_type, object_id, before, after, ip_address, request_id, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")}
}

// Record stores a change in the transaction of ctx.
func (t *Trail) Record(ctx context.Context, c Change) error {
	e, err := t.entry(ctx, c)
	if err != nil {
		return err
	}
	err = t.insert.Queue(ctx, e.OwnerID, e.UserID, e.Action, e.ObjectType, e.ObjectID, text(e.Before), text(e.After), e.IPAddress, e.RequestID, e.CreatedAt)
	if err != nil {
		return fmt.Errorf("record %s of %s %s: %w", c.Action, c.ObjectType, e.ObjectID, err)
	}
	t.tell(ctx, c)
	return nil
}

// recordsAtOnce bounds one statement of RecordAll.
const recordsAtOnce = 500

// RecordAll stores changes as Record does, with a statement for many of them.
func (t *Trail) RecordAll(ctx context.Context, changes []Change) error {
	for some := range slices.Chunk(changes, recordsAtOnce) {
		entries := make([]Entry, len(some))
		for i, c := range some {
			var err error
			if entries[i], err = t.entry(ctx, c); err != nil {
				return err
			}
			t.tell(ctx, c)
		}
		if _, err := t.db.From(ctx).NewInsert().Model(&entries).ExcludeColumn("id").Exec(ctx); err != nil {
			return fmt.Errorf("record %d changes: %w", len(some), err)
		}
	}
	return nil
}

// entry returns a change as it is stored.
func (t *Trail) entry(ctx context.Context, c Change) (Entry, error) {
	who, req := request.IdentityFrom(ctx), request.From(ctx)
	before, err := encode(c.Before)
	if err != nil {
		return Entry{}, err
	}
	after, err := encode(c.After)
	return Entry{
		OwnerID: cmp.Or(c.OwnerID, who.OwnerID), UserID: cmp.Or(c.UserID, who.UserID),
		Action: c.Action, ObjectType: c.ObjectType, ObjectID: cmp.Or(c.ObjectName, strconv.FormatInt(c.ObjectID, 10)),
		Before: before, After: after, IPAddress: req.IP(), RequestID: req.ID, CreatedAt: t.now().UTC().Truncate(time.Microsecond),
	}, err
}

// tell tells the observer of a change, after its commit.
func (t *Trail) tell(ctx context.Context, c Change) {
	if t.recorded != nil {
		t.db.AfterCommit(ctx, func() { t.recorded(c.ObjectType, c.Action) })
	}
}

// RecordBoth stores a change that a member of staff made to an account in two trails: theirs in
// that of the account, ours in that of the caller, where it can say more. Who is the caller is
// the user of both. Without a caller, as on the command line, there is only the first.
func (t *Trail) RecordBoth(ctx context.Context, account int64, theirs, ours Change) error {
	theirs.OwnerID = account
	if err := t.Record(ctx, theirs); err != nil {
		return err
	}
	who := request.IdentityFrom(ctx)
	if who.OwnerID == 0 || who.OwnerID == account {
		return nil
	}
	ours.OwnerID = who.OwnerID
	return t.Record(ctx, ours)
}

func encode(v any) (json.RawMessage, error) {
	if v == nil {
		return nil, nil
	}
	b, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encode change: %w", err)
	}
	return b, nil
}

// text returns a value as a driver stores it; NULL where there is none.
func text(v json.RawMessage) *string {
	if v == nil {
		return nil
	}
	s := string(v)
	return &s
}
