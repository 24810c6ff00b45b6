package webhooktest

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/testkit/receiver"
)

// What waits for a suspended account is not sent, and can be sent once it is resumed.
func TestDelivery_Suspended(t *testing.T) {
	t.Parallel()
	b := setup(t)
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
	require.Equal(t, http.StatusAccepted, who.Do(t, "POST", base+"deliveries/"+d.DeliveryID+"/retry/", "").Code)
	require.Equal(t, "success", b.attempted(t, who, d.DeliveryID, 2).Status)
}

// Deliveries are kept for 30 days, with what was sent and answered. The job that removes
// them runs at the start.
func TestDelivery_Kept(t *testing.T) {
	t.Parallel()
	for days, want := range map[int]int{29: 1, 31: 0} {
		b := setup(t)
		who := b.Manager(t)
		h := b.hook(t, who, "/hook")
		b.ping(t, who, h)
		require.Equal(t, http.StatusOK, who.Do(t, "PATCH", fmt.Sprintf("%s%d/", base, h.ID), `{"is_active":false}`).Code, "what waits ends")
		b.Clock.Advance(time.Duration(days) * 24 * time.Hour)
		b.Start(t)
		b.Settle(t)
		require.Equal(t, want, b.list(t, b.Login(t, who.User.Email), h, "").Count, "after %d days", days)
	}
}
