package profiledb_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/invoicing/profile"
	"allot/internal/invoicing/profile/profiledb"
	"allot/internal/testkit/dbtest"
)

func TestStore_Profile(t *testing.T) {
	t.Parallel()
	const owner, other = 7, 8
	s := profiledb.New(dbtest.New(t))
	save := func(p profile.Profile) {
		t.Helper()
		require.NoError(t, s.InTx(t.Context(), func(ctx context.Context) error { return s.SaveProfile(ctx, p) }))
	}
	read := func(owner int64) profile.Profile {
		t.Helper()
		p, err := s.Profile(t.Context(), owner)
		require.NoError(t, err)
		p.UpdatedAt = p.UpdatedAt.UTC()
		return p
	}
	require.Equal(t, profile.Profile{OwnerID: owner}, read(owner), "nothing is set yet")

	first := profile.Profile{OwnerID: owner, UpdatedAt: time.Date(2030, 5, 31, 12, 0, 0, 1000, time.UTC), Values: profile.Values{
		VATID: "EL123456789", IBAN: "GR1601101250000000012300695", BIC: "ETHNGRAA", Country: "GR",
		ElectronicAddress: "a@b.example", ElectronicAddressScheme: "EM", BuyerReference: "Ref 1",
		ContactName: "Άννα", ContactPhone: "+30 2810 1", ContactEmail: "c@b.example",
	}}
	save(first)
	require.Equal(t, first, read(owner))

	changed := profile.Profile{OwnerID: owner, UpdatedAt: first.UpdatedAt.Add(time.Hour), Values: profile.Values{Country: "DE"}}
	save(changed)
	require.Equal(t, changed, read(owner), "every field is replaced")
	require.Equal(t, profile.Profile{OwnerID: other}, read(other), "another account has its own")
}
