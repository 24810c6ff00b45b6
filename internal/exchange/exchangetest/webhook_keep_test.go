package exchangetest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/exchange/webhook"
	"allot/internal/testkit/receiver"
)

// What waits for a suspended account is not sent, and can be sent once it is resumed.
func TestDelivery_Suspended(t *testing.T) {
	t.Parallel()
	b := setupWebhook(t)
	who, staff := b.Manager(t), b.Admin(t)
	b.Start(t)
	h := b.hook(t, who, "/hook")
	b.to.Script("/hook", receiver.Status(500))
	d := b.attempted(t, who, b.ping(t, who, h).DeliveryID, 1)
	require.Equal(t, "pending", d.Status)
	_, err := b.Accounts.Suspend(staff.Context(t), who.User.OwnerID, "unpaid")
	require.NoError(t, err)
	b.Clock.Advance(5 * time.Minute)
	b.idle(t)
	require.Len(t, b.to.Received("/hook"), 1)

	_, err = b.Accounts.Resume(staff.Context(t), who.User.OwnerID)
	require.NoError(t, err)
	got := b.get(t, who, d.DeliveryID)
	require.Equal(t, []string{"failed", "the account is suspended"}, []string{got.Status, got.Error})
	require.Equal(t, http.StatusAccepted, who.Do(t, "POST", webhookBase+"deliveries/"+d.DeliveryID+"/retry/", "").Code)
	require.Equal(t, "success", b.attempted(t, who, d.DeliveryID, 2).Status)
}

// Deliveries are kept for 30 days, with what was sent and answered. The job that removes
// them runs at the start.
func TestDelivery_Kept(t *testing.T) {
	t.Parallel()
	for days, want := range map[int]int{29: 1, 31: 0} {
		b := setupWebhook(t)
		who := b.Manager(t)
		h := b.hook(t, who, "/hook")
		b.ping(t, who, h)
		require.Equal(t, http.StatusOK, who.Do(t, "PATCH", fmt.Sprintf("%s%d/", webhookBase, h.ID), `{"is_active":false}`).Code, "what waits ends")
		b.Clock.Advance(time.Duration(days) * 24 * time.Hour)
		b.Start(t)
		require.Eventually(t, func() bool { // it is enqueued some time after the start
			done, err := b.DB.From(t.Context()).NewSelect().Table("river_job").Where("kind = 'webhook_clean' AND state = 'completed'").Exists(t.Context())
			return err == nil && done
		}, time.Minute, 20*time.Millisecond)
		require.Equal(t, want, b.list(t, b.Login(t, who.User.Email), h, "").Count, "after %d days", days)
	}
}

// What waits for all accounts is counted, for the metrics.
func TestService_Backlog(t *testing.T) {
	t.Parallel()
	b := setupWebhook(t)
	who, other := b.Manager(t), b.Manager(t)
	h := b.hook(t, who, "/hook")
	gone := b.hook(t, other, "/gone")
	b.ping(t, who, h)
	b.Clock.Advance(90 * time.Second)
	b.ping(t, who, h)
	got, err := b.Webhooks.Backlog(t.Context())
	require.NoError(t, err)
	require.Equal(t, []int{2, 2, 2, 0}, []int{got.Pending, got.Due, got.Active, got.Disabled})
	require.WithinDuration(t, b.Clock.Now().Add(-90*time.Second), got.OldestDue, time.Second)

	b.to.Script("/gone", receiver.Status(http.StatusGone))
	b.to.Script("/hook", receiver.Status(500), receiver.Status(500))
	d := b.ping(t, other, gone)
	b.Start(t)
	b.attempted(t, other, d.DeliveryID, 1)
	require.Eventually(t, func() bool {
		got, err = b.Webhooks.Backlog(t.Context())
		return err == nil && got.Due == 0 && len(b.to.Received("/hook")) == 2
	}, 20*time.Second, 20*time.Millisecond)
	require.Equal(t, []int{2, 1, 1}, []int{got.Pending, got.Active, got.Disabled}, "they wait for their next attempts")
	require.Zero(t, got.OldestDue)
}

// Ended deliveries of an account take a bounded number of bytes: the oldest go, of this
// account only, and without waiting for the job of every hour.
func TestDelivery_KeptBytes(t *testing.T) {
	t.Parallel()
	const most = 20_000
	b := setupWebhook(t, apptest.With(func(d *webhook.Deps) { d.KeepBytes = most }))
	who, other := b.Manager(t), b.Manager(t)
	h, first := b.hook(t, who, "/hook"), b.hook(t, who, "/first")
	theirs := b.hook(t, other, "/theirs")
	b.Start(t)
	b.to.Script("/first", receiver.With(200, "X-Filler", "1", strings.Repeat("x", 3000)))
	oldest := b.attempted(t, who, b.ping(t, who, first).DeliveryID, 1)
	kept := b.attempted(t, other, b.ping(t, other, theirs).DeliveryID, 1)
	var last delivery
	for range 25 {
		b.to.Script("/hook", receiver.With(200, "X-Filler", "1", strings.Repeat("x", 3000)))
		last = b.attempted(t, who, b.ping(t, who, h).DeliveryID, 1)
	}
	b.Settle(t)
	var stored int64
	require.Eventually(t, func() bool {
		require.NoError(t, b.DB.From(t.Context()).NewSelect().TableExpr("webhook_deliveries").ColumnExpr("sum(size)").
			Where("owner_id = ?", who.User.OwnerID).Scan(t.Context(), &stored))
		return stored <= most+most/10+4000 // what came since the last look
	}, time.Minute, 20*time.Millisecond, "%d bytes are stored", stored)
	require.Equal(t, "success", b.get(t, who, last.DeliveryID).Status)
	gone := who.Do(t, "GET", webhookBase+"deliveries/"+oldest.DeliveryID+"/", "")
	require.Equal(t, http.StatusNotFound, gone.Code)
	require.Contains(t, gone.Body.String(), "not kept any more")
	require.Equal(t, "success", b.get(t, other, kept.DeliveryID).Status)
}

// An endpoint that more waits for than is kept is disabled, and its account is told.
func TestDelivery_PendingBytes(t *testing.T) {
	t.Parallel()
	b := setupWebhook(t, apptest.With(func(d *webhook.Deps) { d.PendingBytes = 1000 }))
	who := b.Manager(t)
	h := b.hook(t, who, "/hook")
	for range 20 {
		b.ping(t, who, h) // no worker runs: they wait
	}
	b.to.Script("/hook", receiver.Status(500), receiver.Status(500), receiver.Status(500), receiver.Status(500))
	b.Start(t)
	b.Settle(t)
	require.Eventually(t, func() bool {
		got := apptest.Decode[hook](t, who.Do(t, "GET", fmt.Sprintf("%s%d/", webhookBase, h.ID), ""), 200)
		return !got.IsActive && got.DisabledReason != nil && strings.Contains(*got.DisabledReason, "too many deliveries were waiting")
	}, time.Minute, 20*time.Millisecond)
}
