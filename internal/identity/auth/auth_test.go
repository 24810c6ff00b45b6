package auth_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
)

func TestRule_Allow(t *testing.T) {
	t.Parallel()
	var (
		nobody   = auth.Caller{}
		hotel    = auth.Caller{UserID: 1, OwnerID: 1, AccountType: auth.Accommodation, Manager: true}
		desk     = auth.Caller{UserID: 2, OwnerID: 1, AccountType: auth.Accommodation, Flags: []auth.Flag{auth.StopSales}}
		operator = auth.Caller{UserID: 3, OwnerID: 3, AccountType: auth.TourOperator, Manager: true}
		staff    = auth.Caller{UserID: 4, OwnerID: 4, AccountType: auth.Admin, Manager: true}

		everybody   = auth.Rule{Public: true}
		signedIn    = auth.Rule{}
		hotelsOnly  = auth.Rule{Types: []auth.AccountType{auth.Accommodation}}
		managerOnly = auth.Rule{Manager: true}
		stopSales   = auth.Rule{Flag: auth.StopSales}
		partners    = auth.Rule{Types: []auth.AccountType{auth.Accommodation, auth.TourOperator}, Flag: auth.PartnerConnections}
	)
	tests := map[string]struct {
		rule   auth.Rule
		caller auth.Caller
		code   string // empty: allowed
	}{
		"everybody may call a public operation":              {everybody, nobody, ""},
		"nobody is signed in":                                {signedIn, nobody, "not_authenticated"},
		"anybody signed in":                                  {signedIn, staff, ""},
		"a hotel on a hotel's operation":                     {hotelsOnly, hotel, ""},
		"a sub-user of a hotel too":                          {hotelsOnly, desk, ""},
		"a tour operator on a hotel's operation":             {hotelsOnly, operator, "forbidden"},
		"staff on a hotel's operation":                       {hotelsOnly, staff, "forbidden"},
		"the manager":                                        {managerOnly, hotel, ""},
		"a sub-user on the manager's operation":              {managerOnly, desk, "forbidden"},
		"a manager passes every flag":                        {stopSales, hotel, ""},
		"a sub-user with the flag":                           {stopSales, desk, ""},
		"a sub-user without the flag":                        {partners, desk, "forbidden"},
		"type before flag: staff on a two-sided operation":   {partners, staff, "forbidden"},
		"a tour operator's manager on a two-sided operation": {partners, operator, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := tt.rule.Allow(tt.caller)
			if tt.code == "" {
				require.NoError(t, err)
				return
			}
			require.Equal(t, tt.code, apperr.Of(err).Code)
			require.NotEmpty(t, apperr.Of(err).Message)
		})
	}

	t.Run("a refusal for a missing flag names it", func(t *testing.T) {
		t.Parallel()
		require.ErrorContains(t, partners.Allow(desk), "partner_connections")
	})
}

func TestCaller_MaySeeProperty(t *testing.T) {
	t.Parallel()
	require.True(t, auth.Caller{}.MaySeeProperty(7), "no scope means all")
	require.True(t, auth.Caller{PropertyIDs: []int64{7}}.MaySeeProperty(7))
	require.False(t, auth.Caller{PropertyIDs: []int64{7}}.MaySeeProperty(8))
	require.True(t, auth.Caller{Manager: true, PropertyIDs: []int64{7}}.MaySeeProperty(8))
}

func TestFrom(t *testing.T) {
	t.Parallel()
	require.False(t, auth.From(t.Context()).Known())
	ctx := auth.With(t.Context(), auth.Caller{UserID: 5})
	require.EqualValues(t, 5, auth.From(context.WithoutCancel(ctx)).UserID)
}
