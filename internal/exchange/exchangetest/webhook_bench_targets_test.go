package exchangetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/exchange/webhook"
	"allot/internal/identity/plan"
	"allot/internal/testkit/benchtest"
	"allot/internal/testkit/dbtest"
	"allot/internal/testkit/receiver"
)

// BenchmarkTargets measures from the answer to a saved change to the first attempt,
// with 100 endpoints of which one never answers.
func BenchmarkTargets(b *testing.B) {
	score := benchtest.NewScoreboard(b, "Webhooks on "+string(dbtest.Engine()))
	x := setupWebhook(b, apptest.With(func(d *webhook.Deps) { d.Timeout, d.Poll = 0, 0 })) // as in operation
	hotel, p, rooms := x.House(b, 3)
	x.Grant(b, hotel, plan.Gold)
	x.Publish(b, hotel, x.Admin(b), p)
	master := x.Master(b, hotel, p).ID
	const accounts, each = 5, 20
	var paths []string
	for a := range accounts {
		who := hotel
		if a > 0 {
			who = x.Operator(b)
			x.Accepted(b, hotel, who)
		}
		for i := range each {
			path := fmt.Sprintf("/%d/%d", a, i)
			x.hook(b, who, path, "availability.updated")
			paths = append(paths, path)
		}
	}
	x.to.Always(paths[0], receiver.Hang)
	x.Start(b)
	x.Settle(b)
	var took []float64
	n := 0
	for b.Loop() {
		n++
		body := fmt.Sprintf(`{"room":%d,"date":"2030-06-%02d","closed":%d}`, rooms[0], n%28+1, n/28%2+1)
		res := hotel.Do(b, "POST", fmt.Sprintf("/api/allotment/calendars/%d/daily/", master), body)
		require.Equal(b, 200, res.Code, res.Body.String())
		saved := time.Now()
		for _, path := range paths[1:] {
			require.Eventually(b, func() bool { return len(x.to.Received(path)) >= n }, time.Minute, time.Millisecond)
			took = append(took, x.to.Received(path)[n-1].At.Sub(saved).Seconds())
		}
	}
	slices.Sort(took)
	x.to.Break()
	score.Note("saved change to first attempt, median", took[len(took)/2]*1000, "ms")
	score.AtMost(b, "saved change to first attempt, p99", took[len(took)*99/100]*1000, 1000, "ms")
}
