package partnerstest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/partners/contract"
	"allot/internal/platform/apperr"
)

func TestService_Create_InvitationLanguage(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	who := e.Manager(t)
	invite := func(email, language string) error {
		_, err := e.Contracts.Create(who.Context(t), who.Caller, contract.CreateInput{InviteEmail: email, Language: language})
		return err
	}
	require.NoError(t, invite("de@tours.example", "de-AT"))
	require.NoError(t, invite("own@tours.example", ""))
	for _, unknown := range []string{"fr", "Deutsch bitte"} {
		err := invite("bad@tours.example", unknown)
		require.ErrorIs(t, err, apperr.ErrValidation, "no letter goes out in another language than the one that was asked for")
		require.Contains(t, fmt.Sprint(apperr.Of(err).Fields), "en, de, tr, el")
	}
	_, err := e.Contracts.Create(who.Context(t), who.Caller, contract.CreateInput{Partner: e.Operator(t).Caller.OwnerID, Language: "de"})
	require.ErrorIs(t, err, apperr.ErrValidation, "who has an account has chosen a language")
	e.Start(t)
	require.Contains(t, e.Letters(t, "de@tours.example")[0].Text, "Guten Tag,")
	require.Contains(t, e.Letters(t, "own@tours.example")[0].Text, "Hello,")
}
