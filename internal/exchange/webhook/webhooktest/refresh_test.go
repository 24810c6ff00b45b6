package webhooktest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/plan"
)

// The clock starts at noon. An operator on the free plan is shown what is published once a
// day, at midnight in UTC.
func TestDelivery_APropertyWaitsForTheRefreshInterval(t *testing.T) {
	t.Parallel()
	b := setup(t)
	hotel, p, _ := b.House(t, 3)
	free, gold := b.Operator(t), b.Operator(t)
	b.Grant(t, gold, plan.Gold)
	b.Accepted(t, hotel, free)
	b.Accepted(t, hotel, gold)
	b.Start(t)
	late := b.hook(t, free, "/free", "property.updated")
	b.hook(t, gold, "/gold", "property.updated")
	b.Publish(t, hotel, b.Admin(t), p)
	b.idle(t)
	require.Len(t, b.arrived(t, "/gold", 1), 1)
	require.Empty(t, b.to.Received("/free"))
	require.Zero(t, b.list(t, free, late, "").Count, "nor can it be read among the deliveries")

	b.Clock.Advance(11 * time.Hour)
	b.idle(t)
	require.Empty(t, b.to.Received("/free"))
	b.Clock.Advance(time.Hour)
	require.Len(t, b.arrived(t, "/free", 1), 1)
}
