package live_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/reading"
)

// The hotel is told which version of its days is the latest, so that a page knows its
// own write again; nobody else is.
func TestService_Follow_version(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := setup(t)
		hotel, _, _ := b.follow(t, manager(1), "", 5)
		operator, _, _ := b.follow(t, auth.Caller{UserID: 2, OwnerID: 2, AccountType: auth.TourOperator, Manager: true}, "", 5)
		hotel.text(t)
		operator.text(t)

		b.versions.set(5, 812, nil)
		b.raise(reading.Availability, 5)
		time.Sleep(turn)
		synctest.Wait()
		require.Equal(t, []string{`availability {"property":5,"version":812}`}, hotel.text(t))
		require.Equal(t, []string{`availability {"property":5}`}, operator.text(t))

		b.versions.set(5, 0, errors.New("the database is gone"))
		b.raise(reading.Availability, 5)
		time.Sleep(turn)
		synctest.Wait()
		require.Equal(t, []string{`availability {"property":5}`}, hotel.text(t), "told all the same: the page reads all days then")
		require.Equal(t, 1, b.logged("a change is told without its version"))
	})
}
