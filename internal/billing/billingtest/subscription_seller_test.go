package billingtest

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/billing/subscription"
)

// Two members of staff who change different fields at once both find theirs afterwards, also
// when nobody has changed any before.
func TestService_SetSeller_atOnce(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	staff := e.Admin(t)
	name, city, address, postal := "Allot GmbH", "Berlin", "Lindenstr. 1", "10117"
	for range 5 {
		inputs := []subscription.SellerInput{{Name: &name}, {City: &city}, {Address: &address}, {PostalCode: &postal}}
		errs := make([]error, len(inputs))
		var all sync.WaitGroup
		for i, in := range inputs {
			all.Go(func() { _, errs[i] = e.Subscriptions.SetSeller(staff.Context(t), in) })
		}
		all.Wait()
		for _, err := range errs {
			require.NoError(t, err)
		}
		got, err := e.Subscriptions.Seller(t.Context())
		require.NoError(t, err)
		require.Equal(t, []string{name, city, address, postal}, []string{got.Name, got.City, got.Address, got.PostalCode})
		name, city, address = name+"+", city+"+", address+"+"
	}
}
