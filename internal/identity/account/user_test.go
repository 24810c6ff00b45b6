package account_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/account"
)

func TestUser_Name(t *testing.T) {
	t.Parallel()
	require.Equal(t, "Anna Petrou", account.User{FirstName: "Anna", LastName: "Petrou"}.Name())
	require.Equal(t, "Petrou", account.User{LastName: "Petrou"}.Name())
	require.Empty(t, account.User{}.Name())
}
