package partnerstest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/partners/contract"
)

func TestStore_Relations(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, first, second := e.Manager(t), e.Operator(t), e.Operator(t)
	a := e.Accepted(t, hotel, first)
	b := e.Accepted(t, hotel, second, func(c *contract.Contract) {
		c.Status, c.ProposedBy = contract.StatusCancelled, second.User.OwnerID
	})
	// Somebody who is not registered yet is nobody to stand in a relation with.
	invitation := contract.Contract{
		UserID: hotel.User.OwnerID, InviteEmail: "new@operator.example", Terms: contract.Defaults(), Status: contract.StatusProposed,
		InitiatedBy: hotel.User.OwnerID, ProposedBy: hotel.User.OwnerID, CreatedAt: e.Clock.Now(), UpdatedAt: e.Clock.Now(),
	}
	require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error { return e.ContractStore.InsertContract(ctx, &invitation) }))

	for account, want := range map[int64]map[int64]contract.Relation{
		hotel.User.OwnerID: {
			first.User.OwnerID:  {ContractID: a.ID, Status: contract.StatusAccepted, Direction: contract.DirectionCurrent},
			second.User.OwnerID: {ContractID: b.ID, Status: contract.StatusCancelled, Direction: contract.DirectionEnded},
		},
		first.User.OwnerID:  {hotel.User.OwnerID: {ContractID: a.ID, Status: contract.StatusAccepted, Direction: contract.DirectionCurrent}},
		second.User.OwnerID: {hotel.User.OwnerID: {ContractID: b.ID, Status: contract.StatusCancelled, Direction: contract.DirectionEnded}},
		invitation.ID + 900: {},
	} {
		got, err := e.Contracts.Relations(t.Context(), account)
		require.NoError(t, err)
		require.Equal(t, want, got)
		got, err = e.Contracts.RelationsWith(t.Context(), account, []int64{hotel.User.OwnerID, first.User.OwnerID, 1 << 40})
		require.NoError(t, err)
		delete(want, second.User.OwnerID)
		require.Equal(t, want, got)
		got, err = e.Contracts.RelationsWith(t.Context(), account, nil)
		require.NoError(t, err)
		require.Empty(t, got)
	}
}
