package contract_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/partners/contract"
	"allot/internal/platform/apperr"
)

func TestMatrix_Read(t *testing.T) {
	t.Parallel()
	read := contract.ReadMatrix([]string{"rooms", "contacts"})

	t.Run("takes flags, and null for what the terms give", func(t *testing.T) {
		t.Parallel()
		c := accepted()
		c.Flags = contract.Flags{contract.RightPhotos: contract.No, contract.RightAddLogo: contract.Ask, contract.RightReasons: contract.Yes}
		err := read(&c, map[string]any{
			"facts": map[string]any{"edit": "O", "rooms": false, "contacts": true}, "photos": nil, "stop_sale": map[string]any{"reasons": nil, "allowed": true},
		})
		require.NoError(t, err)
		require.Equal(t, contract.Flags{contract.RightEditFacts: contract.Ask, contract.RightCategory("rooms"): contract.No}, c.Flags,
			"only what differs from the terms is kept")
	})

	t.Run("names every bad path at once", func(t *testing.T) {
		t.Parallel()
		c := accepted()
		err := read(&c, map[string]any{
			"spa": map[string]any{"allowed": true}, "pool": nil, "exports": true, "invoices": map[string]any{"allowed": "Y"},
			"facts": map[string]any{"edit": true, "kitchen": false, "rooms": 1.5}, "photos": map[string]any{"select": "X"},
		})
		require.ErrorIs(t, err, apperr.ErrUnknownField)
		got := map[string]string{}
		for _, f := range apperr.Of(err).Fields {
			got[f.Field] = f.Message
		}
		require.Equal(t, map[string]string{
			"spa":              "is not known here",
			"pool":             "is not known here",
			"exports":          "must be an object of flags, or null for what the terms give",
			"invoices.allowed": "must be true or false, or null for what the terms give",
			"facts.edit":       "must be Y, N or O, or null for what the terms give",
			"facts.kitchen":    "is not known here",
			"facts.rooms":      "must be true or false, or null for what the terms give",
			"photos.select":    "must be Y, N or O, or null for what the terms give",
		}, got)
		require.Empty(t, c.Flags)
	})
}

func FuzzMatrix(f *testing.F) {
	read := contract.ReadMatrix([]string{"rooms", "contacts"})
	f.Add(`{"facts": {"edit": "O", "rooms": false}}`)
	f.Add(`{"facts": null, "": {"": 1}}`)
	f.Fuzz(func(t *testing.T, body string) {
		var m map[string]any
		if json.Unmarshal([]byte(body), &m) != nil {
			return
		}
		c := accepted()
		if err := read(&c, m); err != nil {
			require.Equal(t, apperr.Invalid, apperr.Of(err).Kind)
			require.NotEmpty(t, apperr.Of(err).Fields)
			return
		}
		for r, a := range c.Flags {
			require.True(t, c.May(2, r) == a || c.May(2, r) == contract.No, "a kept flag is one that holds or whose area is shut")
		}
	})
}
