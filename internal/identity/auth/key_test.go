package auth_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
)

func TestRule_AllowKey(t *testing.T) {
	t.Parallel()
	facts := auth.Rule{Key: auth.KeyFactSheet}
	operators := auth.Rule{Key: auth.KeyFactSheet, Types: []auth.AccountType{auth.TourOperator}}
	hotel := auth.KeyCaller{KeyID: 1, OwnerID: 7, AccountType: auth.Accommodation, Scopes: []auth.KeyScope{auth.KeyFactSheet, auth.KeyRooming}}
	tests := map[string]struct {
		rule auth.Rule
		key  auth.KeyCaller
		code string // empty: allowed
	}{
		"a key with the scope":              {facts, hotel, ""},
		"a key without the scope":           {auth.Rule{Key: auth.KeyInvoices}, hotel, "key_permission"},
		"a key without any scope":           {facts, auth.KeyCaller{KeyID: 1}, "key_permission"},
		"no key":                            {facts, auth.KeyCaller{}, "not_authenticated"},
		"a key of the wrong type of owner":  {operators, hotel, "forbidden"},
		"a key of the wanted type of owner": {operators, auth.KeyCaller{KeyID: 2, AccountType: auth.TourOperator, Scopes: auth.KeyScopes}, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := tt.rule.AllowKey(tt.key)
			if tt.code == "" {
				require.NoError(t, err)
				return
			}
			require.Equal(t, tt.code, apperr.Of(err).Code)
		})
	}
	require.ErrorContains(t, auth.Rule{Key: auth.KeyInvoices}.AllowKey(hotel), `"invoices"`, "a refusal names what is missing")
}

func TestKeyFrom(t *testing.T) {
	t.Parallel()
	require.False(t, auth.KeyFrom(t.Context()).Known())
	ctx := auth.WithKey(t.Context(), auth.KeyCaller{KeyID: 5})
	require.EqualValues(t, 5, auth.KeyFrom(ctx).KeyID)
	require.False(t, auth.From(ctx).Known(), "a key is no user")
}
