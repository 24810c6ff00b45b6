package billing_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/billing"
)

func TestFree(t *testing.T) {
	t.Parallel()
	plan, err := billing.New().PlanOf(t.Context(), 7)
	require.NoError(t, err)
	require.Equal(t, billing.Plan{
		Name: "Free", Category: "free",
		Features: billing.Features{
			Properties: 1, PhotosPerProperty: 10, APIKeys: 1, PartnerConnections: 3, InvoicesPerMonth: 30,
			CalendarsPerProperty: 5, DataRefreshMinutes: 1440,
		},
	}, plan, "the limits of the free tier are promises")
}
