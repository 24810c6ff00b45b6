package ratecontracthttp_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/account/accounttest"
	"allot/internal/contract"
)

// Data flows over a contract in force only; that goes for rate contracts too.
func TestRateContracts_ReachPartnersOnly(t *testing.T) {
	t.Parallel()
	b := setup(t)
	one := at(b.create(t, nil)["id"])
	body(t, b.operator.Do(t, get, one, ""), http.StatusOK)
	require.Len(t, names(t, b.operator.Do(t, get, base, "")), 1)
	require.Len(t, b.Notify.Told(t, b.operator), 1)

	for _, status := range []contract.Status{contract.StatusProposed, contract.StatusCountered, contract.StatusRejected, contract.StatusCancelled} {
		b.SetStatus(t, b.partnership, status)
		accounttest.RequireNotFound(t, b.operator.Do(t, get, one, ""))
		for _, query := range []string{"", "?status=active", "?q=summer", fmt.Sprintf("?property=%d", b.property.ID)} {
			require.Empty(t, names(t, b.operator.Do(t, get, base+query, "")), "%s %s", status, query)
		}
		body(t, b.hotel.Do(t, patch, one, fmt.Sprintf(`{"name": "Summer, %s"}`, status)), http.StatusOK)
		require.Len(t, names(t, b.hotel.Do(t, get, base, "")), 1, "the hotel keeps it")
		require.Len(t, b.Notify.Told(t, b.operator), 1, "whoever is no partner hears nothing")
	}
	b.SetStatus(t, b.partnership, contract.StatusAccepted)
	require.Len(t, names(t, b.operator.Do(t, get, base, "")), 1)

	stranger := b.Operator(t)
	foreign := b.create(t, object{"partner": stranger.User.OwnerID, "number": nil})
	accounttest.RequireNotFound(t, stranger.Do(t, get, at(foreign["id"]), ""))
	require.Empty(t, names(t, stranger.Do(t, get, base, "")))
	require.Empty(t, b.Notify.Told(t, stranger))
}

// Partners never read the working copy.
func TestRateContracts_CallThePropertyAsPublished(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.Publish(t, b.hotel, b.Admin(t), b.property)
	body(t, b.hotel.Do(t, http.MethodPut, fmt.Sprintf("/api/info/property/update/%d/", b.property.ID), `{"name": "Not yet announced"}`), http.StatusOK)
	made := b.create(t, nil)
	require.Equal(t, "Not yet announced", made["property_name"], "the hotel reads its own")

	seen := body(t, b.operator.Do(t, get, at(made["id"]), ""), http.StatusOK)
	require.Equal(t, "Hotel Aurora", seen["property_name"])
	require.NotContains(t, b.operator.Do(t, get, base, "").Body.String(), "Not yet announced")
	told := b.Notify.Told(t, b.operator)
	require.Len(t, told, 1)
	require.NotContains(t, fmt.Sprint(told), "Not yet announced")
	require.Contains(t, fmt.Sprint(told), "Hotel Aurora")
}
