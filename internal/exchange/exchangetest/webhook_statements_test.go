package exchangetest

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"allot/internal/app/apptest"
	"allot/internal/identity/plan"
	"allot/internal/platform/db"
)

// statements keeps what modules ask the database, but for looks for what nobody has told of.
type statements struct {
	mu   sync.Mutex
	list []string
}

func (s *statements) BeforeQuery(ctx context.Context, e *bun.QueryEvent) context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !strings.HasPrefix(e.Query, "WITH RECURSIVE waiting") && !strings.Contains(e.Query, "SELECT EXISTS (SELECT \"stored\"") && !strings.HasPrefix(e.Query, "SELECT count(*)") {
		s.list = append(s.list, e.Query)
	}
	return ctx
}

func (*statements) AfterQuery(context.Context, *bun.QueryEvent) {}

func (s *statements) drain() (list []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list, s.list = s.list, nil
	return list
}

// What a changed day asks the database from the answer to the recorded attempt. One more is a
// failure; who needs fewer says so here.
func TestDelivery_statements(t *testing.T) {
	t.Parallel()
	asked := &statements{}
	b := setupWebhook(t, apptest.Watched(asked))
	hotel, p, rooms := b.House(t, 3)
	b.Grant(t, hotel, plan.Gold)
	b.Publish(t, hotel, b.Admin(t), p)
	b.Accepted(t, hotel, b.Operator(t))
	master := b.Master(t, hotel, p).ID
	b.hook(t, hotel, "/here", "availability.updated")
	b.Start(t)
	b.idle(t)
	least := asked.drain()
	for n := range 5 {
		body := fmt.Sprintf(`{"room":%d,"date":"2030-06-%02d","closed":1}`, rooms[0], n+1)
		require.Equal(t, 200, hotel.Do(t, "POST", fmt.Sprintf("/api/allotment/calendars/%d/daily/", master), body).Code)
		b.arrived(t, "/here", n+1)
		b.idle(t)
		if list := fromEvent(asked.drain()); n == 0 || len(list) < len(least) {
			least = list
		}
	}
	most := 31
	if b.DB.Engine() == db.Postgres {
		most++ // the stamp of the availability, which SQLite's one process knows
	}
	require.LessOrEqual(t, len(least), most, strings.Join(least, "\n"))
}

// fromEvent leaves out what the request itself asked, before the event was taken.
func fromEvent(list []string) []string {
	for i, q := range list {
		if strings.HasPrefix(q, `UPDATE "outbox_events"`) && i > 0 {
			return list[i-1:] // its transaction begins
		}
	}
	return list
}
