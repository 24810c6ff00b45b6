package invoicingtest

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/plan"
)

type sweep struct{}

func (sweep) Kind() string { return "einvoice_sweep" }

func TestInbox_CountsWithThePlan(t *testing.T) {
	t.Parallel()
	require.Equal(t, []int{100, 1000, 10000, 10000, 10000}, []int{
		plan.Free.Features.InboxMegabytes, plan.Silver.Features.InboxMegabytes, plan.Gold.Features.InboxMegabytes,
		plan.Platinum.Features.InboxMegabytes, plan.Diamond.Features.InboxMegabytes,
	})
	e := apptest.New(t)
	who := e.Operator(t)
	has, err := e.Plans.PlanOf(t.Context(), who.User.OwnerID)
	require.NoError(t, err)
	limit := has.Features.InboxMegabytes
	importsEinvoice(t, who, "<html/>")
	// The account has room for a file of one byte less than this one.
	next := "<p>next</p>"
	require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error {
		_, err := e.DB.From(ctx).NewUpdate().Table("einvoice_inbounds").Set("size_bytes = ?", limit*1_000_000-len(next)+1).Where("owner_id = ?", who.User.OwnerID).Exec(ctx)
		return err
	}))
	res := who.Do(t, http.MethodPost, "/api/einvoice/import/", next, apptest.Header("Content-Type", "application/xml"))
	refusal := apptest.Decode[map[string]any](t, res, http.StatusForbidden)
	require.Equal(t, []any{"plan_limit_reached", "inbox_megabytes", float64(limit)}, []any{refusal["code"], refusal["feature"], refusal["limit"]})
	importsEinvoice(t, who, next[:3]+next[4:])
}

func TestInbox_UnreadableFilesAreKeptFor30Days(t *testing.T) {
	t.Parallel()
	b := setupEinvoice(t, true)
	b.Start(t)
	b.send(t)
	importsEinvoice(t, b.operator, b.hotel.Do(t, http.MethodGet, b.path, "").Body.String())
	for i := range 3 {
		importsEinvoice(t, b.operator, fmt.Sprintf("<html>%d</html>", i))
	}
	count := func() any {
		b.operator = b.Login(t, b.operator.User.Email)
		return call(t, b.operator, http.MethodGet, "/api/einvoice/inbox/", nil, http.StatusOK)["count"]
	}
	swept := func(after time.Duration) any {
		b.Clock.Advance(after)
		require.NoError(t, b.Queue.Enqueue(apptest.Context(t), sweep{}))
		b.Settle(t)
		return count()
	}
	require.EqualValues(t, 4, swept(30*24*time.Hour))
	require.EqualValues(t, 1, swept(time.Minute), "the e-invoice stays")
}
