package limittest

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"allot/internal/app/apptest"
	"allot/internal/identity/plan"
)

// planReads counts the statements that read plans.
type planReads struct{ n atomic.Int64 }

func (*planReads) BeforeQuery(ctx context.Context, _ *bun.QueryEvent) context.Context { return ctx }

func (p *planReads) AfterQuery(_ context.Context, e *bun.QueryEvent) {
	if strings.Contains(e.Query, "billing_") {
		p.n.Add(1)
	}
}

// A write on an account without limits reads the plan once and counts nothing. Writes of days
// have it from memory.
func TestExcess_cost(t *testing.T) {
	t.Parallel()
	seen := &planReads{}
	e := apptest.New(t, apptest.Watched(seen))
	hotel, p, rooms := e.House(t, 5)
	master := e.Master(t, hotel, p).ID
	calendar := ok(t, hotel, call{method: post, path: calendarsPath, body: object{"property": p.ID, "kind": "allotment", "name": "Sunny"}})
	day := object{"room": rooms[0], "date": "2030-07-01", "closed": 1}
	ok(t, hotel, call{method: post, path: at(calendarsPath, master, "daily/"), body: object{"room": rooms[0], "date": "2030-07-09", "closed": 1}})
	for _, of := range []struct {
		name  string
		call  call
		reads int
	}{
		{"a day of the Master", call{method: post, path: at(calendarsPath, master, "daily/"), body: day}, 0},
		{"a day of another calendar", call{method: post, path: at(calendarsPath, calendar, "daily/"), body: day}, 0},
		{"a property", call{method: put, path: at("/api/info/property/update/", p.ID, ""), body: object{"city": "Chania"}}, 1},
		{"facts", call{method: post, path: at("/api/info/property/", p.ID, "facts/general/"), body: object{"official_name": "Aurora"}}, 1},
		{"a stop sale", call{method: post, path: "/api/stop-sale/event/create/", body: object{"room": rooms[0], "date": "2030-06-03", "color": 2}}, 1},
	} {
		before := seen.n.Load()
		ok(t, hotel, of.call)
		require.EqualValues(t, of.reads, seen.n.Load()-before, of.name)
	}
	e.Grant(t, hotel, plan.Free) // the property and the calendars are within it
	ok(t, hotel, call{method: post, path: at(calendarsPath, calendar, "daily/"), body: object{"room": rooms[0], "date": "2030-07-02", "closed": 1}})
}
