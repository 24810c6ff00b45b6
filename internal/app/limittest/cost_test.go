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

// A write on an account without limits reads the plan once and counts nothing.
func TestExcess_cost(t *testing.T) {
	t.Parallel()
	seen := &planReads{}
	e := apptest.New(t, apptest.Watched(seen))
	hotel, p, rooms := e.House(t, 5)
	master := e.Master(t, hotel, p).ID
	calendar := ok(t, hotel, call{method: post, path: calendarsPath, body: object{"property": p.ID, "kind": "allotment", "name": "Sunny"}})
	day := object{"room": rooms[0], "date": "2030-07-01", "closed": 1}
	for name, c := range map[string]call{
		"a day of the Master":       {method: post, path: at(calendarsPath, master, "daily/"), body: day},
		"a day of another calendar": {method: post, path: at(calendarsPath, calendar, "daily/"), body: day},
		"a property":                {method: put, path: at("/api/info/property/update/", p.ID, ""), body: object{"city": "Chania"}},
		"facts":                     {method: post, path: at("/api/info/property/", p.ID, "facts/general/"), body: object{"official_name": "Aurora"}},
		"a stop sale":               {method: post, path: "/api/stop-sale/event/create/", body: object{"room": rooms[0], "date": "2030-06-03", "color": 2}},
	} {
		before := seen.n.Load()
		ok(t, hotel, c)
		require.EqualValues(t, 1, seen.n.Load()-before, name)
	}
	e.Grant(t, hotel, plan.Free) // the property and the calendars are within it
	ok(t, hotel, call{method: post, path: at(calendarsPath, calendar, "daily/"), body: object{"room": rooms[0], "date": "2030-07-02", "closed": 1}})
}
