package partnerstest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/plan"
	"allot/internal/partners/contract"
)

// An invitation is a letter to an outsider: it counts against the day's letters.
func TestService_Create_LetterLimit(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	who := e.Manager(t)
	require.NoError(t, e.Plans.SpendLetters(t.Context(), who.User.ID, plan.Free.Features.LettersPerDay-1))
	_, err := e.Contracts.Create(who.Context(t), who.Caller, contract.CreateInput{InviteEmail: "new@tours.example"})
	require.NoError(t, err)
	_, err = e.Contracts.Create(who.Context(t), who.Caller, contract.CreateInput{InviteEmail: "second@tours.example"})
	require.ErrorIs(t, err, plan.ErrLetterLimit)
	e.Start(t)
	require.Len(t, e.Letters(t, "new@tours.example"), 1)
	require.Empty(t, e.Letters(t, "second@tours.example"))
}
