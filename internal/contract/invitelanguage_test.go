package contract_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/contract"
	"allot/internal/contract/contracttest"
	"allot/internal/platform/apperr"
)

func TestService_Create_InvitationLanguage(t *testing.T) {
	t.Parallel()
	e := contracttest.New(t)
	who := e.Manager(t)
	invite := func(email, language string) error {
		_, err := e.Contracts.Create(who.Context(t), who.Caller, contract.CreateInput{InviteEmail: email, Language: language})
		return err
	}
	require.NoError(t, invite("de@tours.example", "de-AT"))
	require.NoError(t, invite("own@tours.example", ""))
	require.NoError(t, invite("fr@tours.example", "fr"))
	require.ErrorIs(t, invite("bad@tours.example", "Deutsch bitte"), apperr.ErrValidation)
	e.Start(t)
	require.Contains(t, e.Letters(t, "de@tours.example")[0].Text, "Guten Tag,")
	require.Contains(t, e.Letters(t, "own@tours.example")[0].Text, "Hello,")
	require.Contains(t, e.Letters(t, "fr@tours.example")[0].Text, "Hello,", "a language that we do not speak: the inviter's")
}
