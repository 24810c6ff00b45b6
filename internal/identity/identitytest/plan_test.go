package identitytest

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/plan"
	"allot/internal/platform/apperr"
)

// The limits are promises.
func TestOffers_seeded(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	const all = plan.Unlimited
	free := plan.Features{
		Properties: 1, PhotosPerProperty: 10, APIKeys: 1, PartnerConnections: 3, InvoicesPerMonth: 30,
		CalendarsPerProperty: 5, DataRefreshMinutes: 1440, Contacts: 2_000, LettersPerDay: 200, InboxMegabytes: 100,
	}
	silver := plan.Features{
		Properties: 3, PhotosPerProperty: 30, APIKeys: 3, PartnerConnections: 10, InvoicesPerMonth: 150,
		CalendarsPerProperty: all, DataRefreshMinutes: 60, Contacts: 20_000, LettersPerDay: 2_000, InboxMegabytes: 1_000,
	}
	gold := plan.Features{
		Properties: all, PhotosPerProperty: all, APIKeys: all, PartnerConnections: all, InvoicesPerMonth: all,
		CalendarsPerProperty: all, DataRefreshMinutes: 0, Contacts: all, LettersPerDay: 20_000, InboxMegabytes: 10_000,
	}
	require.Equal(t, plan.Plan{Name: "Free", Category: "free", Features: free}, plan.Free)
	offers, err := e.Plans.Offers(t.Context())
	require.NoError(t, err)
	type sold struct {
		plan.Plan
		month, year string
	}
	var got []sold
	for _, o := range offers {
		require.EqualValues(t, "EUR", o.Currency)
		got = append(got, sold{o.Plan(), o.PriceOf(plan.Monthly).String(), o.PriceOf(plan.Yearly).String()})
	}
	require.Equal(t, []sold{
		{plan.Plan{Name: "Silver", Category: "silver", Features: silver}, "44.00", "440.00"},
		{plan.Plan{Name: "Gold", Category: "gold", Features: gold}, "99.00", "990.00"},
		{plan.Plan{Name: "Platinum", Category: "platinum", Features: gold}, "199.00", "1990.00"},
		{plan.Plan{Name: "Diamond", Category: "diamond", Features: gold}, "399.00", "3990.00"},
	}, got)
	for _, p := range []plan.Plan{plan.Silver, plan.Gold, plan.Platinum, plan.Diamond} {
		require.True(t, slices.ContainsFunc(got, func(s sold) bool { return s.Plan == p }), p.Name)
	}
}

func TestService_AdmitCounted(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		plan    plan.Plan
		feature plan.Feature
		used    int
		message string // empty: allowed
	}{
		"the first of one":            {plan.Free, plan.FeatureProperties, 0, ""},
		"the second of one":           {plan.Free, plan.FeatureProperties, 1, "your plan Free allows 1 property; Silver allows 3"},
		"the last that fits":          {plan.Silver, plan.FeatureAPIKeys, 2, ""},
		"one too many":                {plan.Silver, plan.FeatureAPIKeys, 3, "your plan Silver allows 3 API keys; Gold allows any number"},
		"far too many after a fall":   {plan.Free, plan.FeaturePhotos, 500, "your plan Free allows 10 photos per property; Silver allows 30"},
		"a calendar too many":         {plan.Free, plan.FeatureCalendars, 5, "your plan Free allows 5 calendars per property; Silver allows any number"},
		"a partner too many":          {plan.Free, plan.FeaturePartnerConnections, 3, "your plan Free allows 3 partner connections; Silver allows 10"},
		"an invoice too many":         {plan.Silver, plan.FeatureInvoices, 150, "your plan Silver allows 150 invoices a month; Gold allows any number"},
		"any number is really any":    {plan.Gold, plan.FeatureInvoices, 1 << 30, ""},
		"calendars of any paid plan":  {plan.Silver, plan.FeatureCalendars, 5000, ""},
		"everything of the best plan": {plan.Diamond, plan.FeatureProperties, 5000, ""},
	}
	e := apptest.New(t)
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := e.Manager(t)
			e.Grant(t, m, tt.plan)
			err := e.Plans.AdmitCounted(t.Context(), m.User.ID, tt.feature, tt.used)
			if tt.message == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorIs(t, err, plan.ErrPlanLimit)
			e := apperr.Of(err)
			require.Equal(t, tt.message, e.Message)
			require.Equal(t, tt.feature, e.Details["feature"])
			require.Equal(t, tt.plan.Category, e.Details["plan"])
			require.Equal(t, tt.used, e.Details["used"])
		})
	}
}
