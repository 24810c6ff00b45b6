package invoicingtest

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
)

// The document says the same: TestDocument_draftsHaveTheirDates.
func TestInvoice_hasItsDates(t *testing.T) {
	t.Parallel()
	s := setupStays(t, 10)
	s.confirmed(t, s.rooms[0], "2030-06-01", 3, 2)
	for _, name := range []string{"issue_date", "due_date"} {
		apptest.RequireInvalid(t, s.hotel.Do(t, post, invoiceInvoices, text(t, s.draft(object{name: nil}))), name, "must be a text")
		without := s.draft()
		delete(without, name)
		apptest.RequireInvalid(t, s.hotel.Do(t, post, invoiceInvoices, text(t, without)), name, "is required")

		v := s.create(t)
		apptest.RequireInvalid(t, s.hotel.Do(t, put, at(v, ""), text(t, object{name: nil})), name, "is required")
		kept := body(t, s.hotel.Do(t, put, at(v, ""), `{"notes":"Thanks"}`), http.StatusOK)
		require.Equal(t, []any{"Thanks", v[name]}, []any{kept["notes"], kept[name]}, "what is left out stays")

		prices := object{"prices": []object{s.price(0, "80")}}
		require.NotEmpty(t, s.bill(t, prices)[name], "it has a default")
		prices[name] = nil
		s.refused(t, prices, name, "is required")
	}
}
