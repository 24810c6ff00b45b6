package inventoryhttptest

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/plan"
	"allot/internal/platform/civil"
)

func TestHotelSuspended(t *testing.T) {
	t.Parallel()

	t.Run("a suspended hotel is closed to operators until it is resumed", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		own := told("connected", b.connected(t, b.Accepted(t, b.hotel, b.operator)))
		at := b.key(t, b.operator, nil) + days4
		token := at[len("/api/v1/allotment-stop-sale/") : len(at)-len(days4)]
		etag := b.Do(t, get, at, "").Header().Get("ETag")
		require.Equal(t, []string{own}, b.shows(t, at))

		staff := b.Admin(t)
		_, err := b.Accounts.Suspend(staff.Context(t), b.hotel.User.OwnerID, "Not paid")
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, b.Do(t, get, at, "", apptest.Header("If-None-Match", etag)).Code)
		require.Equal(t, []string{"hotel_suspended"}, b.shows(t, at))
		require.Equal(t, []string{"hotel_suspended"}, b.shows(t, at+"&calendar=master"))
		require.Equal(t, []string{"hotel_suspended"}, seen(readAvailabilityHTTP(t, b.operator, availabilityHTTPJune)))
		legacy := b.Do(t, get, "/api/v1/stop-sale/"+token+"?from=2030-06-01&to=2030-06-01", "").Body.String()
		require.Contains(t, legacy, `"error":{"code":"hotel_suspended"`)
		require.Contains(t, legacy, `"events":[{"date":"2030-06-01","color":2}]`)

		_, err = b.Accounts.Resume(staff.Context(t), b.hotel.User.OwnerID)
		require.NoError(t, err)
		require.Equal(t, []string{own}, b.shows(t, at))
		require.NotContains(t, b.Do(t, get, "/api/v1/stop-sale/"+token, "").Body.String(), "hotel_suspended")
	})

	t.Run("properties beyond what a lapsed plan shares are closed", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		b.Accepted(t, b.hotel, b.operator)
		b.another(t, "Hotel Boreas", "GR")
		at := b.key(t, b.operator, nil) + days4
		require.NotContains(t, b.shows(t, at), "hotel_suspended")
		category, until := plan.Silver.Category, civil.MustParse("2030-06-01")
		_, err := b.Plans.Grant(apptest.Context(t), b.hotel.User.OwnerID, plan.GrantInput{Plan: &category, Until: &until})
		require.NoError(t, err)
		require.NotContains(t, b.shows(t, at), "hotel_suspended", "three properties are within Silver")
		b.Clock.Advance(48 * time.Hour)
		got := b.shows(t, at)
		require.Len(t, got, 2)
		require.NotEqual(t, "hotel_suspended", got[0])
		require.Equal(t, "hotel_suspended", got[1], "the newer of two, with the free plan")
		require.Equal(t, got, seen(readAvailabilityHTTP(t, b.Login(t, b.operator.User.Email), availabilityHTTPJune)), "people read the same")
	})
}
