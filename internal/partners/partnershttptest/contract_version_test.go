package partnershttptest

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
)

// Which colleague asks for a change or answers it is for the own side to know.
func TestVersions_NameNobodyOfTheOtherSide(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, operator := e.Pair(t)
	colleague, agent := e.SubUser(t, hotel, auth.PartnerConnections), e.SubUser(t, operator, auth.PartnerConnections)
	c := e.Accepted(t, hotel, operator)

	own := move(t, colleague, c.ID, contract.VerbUpdate, `{"notice_period": 7}`)
	require.Equal(t, colleague.User.ID, own.Pending.UserID, "the own side reads who asked")
	theirs := decode[seen](t, operator.Do(t, get, pathContract(c.ID, ""), ""), http.StatusOK)
	require.Equal(t, hotel.User.ID, theirs.Pending.UserID, "the other side reads which account")
	for _, each := range decode[contractList](t, operator.Do(t, get, "/api/partners/contracts/", ""), http.StatusOK).Results {
		require.Equal(t, hotel.User.ID, each.Pending.UserID)
	}

	move(t, agent, c.ID, contract.VerbReject, "")
	read := func(who *apptest.Who) contract.Version {
		return decode[versions](t, who.Do(t, get, pathContract(c.ID, "versions/"), ""), http.StatusOK).Results[0]
	}
	require.Equal(t, colleague.User.ID, read(hotel).UserID)
	require.Equal(t, hotel.User.ID, read(operator).UserID)
	require.Equal(t, operator.User.ID, *read(hotel).ReviewedBy, "an account, not the agent")

	var trail string
	err := e.DB.From(t.Context()).NewSelect().Table("audit_entries").ColumnExpr("before || after").
		Where("owner_id = ? AND action = ?", operator.User.ID, "amend").Scan(t.Context(), &trail)
	require.NoError(t, err)
	require.Contains(t, trail, fmt.Sprintf(`"user":%d,"proposed_by":%d`, hotel.User.ID, hotel.User.ID))
}
