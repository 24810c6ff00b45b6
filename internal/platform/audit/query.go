package audit

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/platform/civil"
	"allot/internal/platform/page"
)

// Filter selects entries; a zero field matches all.
type Filter struct {
	UserID     int64
	Action     string
	ObjectType string
	ObjectID   string
	IPAddress  string
	RequestID  string
	From, To   civil.Date // days in UTC, both included
}

// List returns a page of an account's entries, newest first, and the number of all
// that match.
func (t *Trail) List(ctx context.Context, owner int64, f Filter, req page.Request) ([]Entry, int, error) {
	entries := []Entry{}
	q := t.db.From(ctx).NewSelect().Model(&entries).Where("owner_id = ?", owner)
	n, err := f.narrow(q).OrderExpr("id DESC").Limit(req.Limit()).Offset(req.Offset()).ScanAndCount(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("read the trail of account %d: %w", owner, err)
	}
	return entries, int(n), nil
}

func (f Filter) narrow(q *bun.SelectQuery) *bun.SelectQuery {
	if f.UserID != 0 {
		q = q.Where("user_id = ?", f.UserID)
	}
	for _, c := range []struct{ column, value string }{
		{"action", f.Action},
		{"object_type", f.ObjectType},
		{"object_id", f.ObjectID},
		{"ip_address", f.IPAddress},
		{"request_id", f.RequestID},
	} {
		if c.value != "" {
			q = q.Where("? = ?", bun.Ident(c.column), c.value)
		}
	}
	if !f.From.IsZero() {
		q = q.Where("created_at >= ?", f.From.Time(time.UTC))
	}
	if !f.To.IsZero() && f.To < civil.Max {
		q = q.Where("created_at < ?", (f.To + 1).Time(time.UTC))
	}
	return q
}
