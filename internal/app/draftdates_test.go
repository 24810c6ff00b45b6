package app

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// An invoice always has its dates: to draft one by hand they are required, elsewhere they may be
// left out, and nowhere they are null.
func TestDocument_draftsHaveTheirDates(t *testing.T) {
	t.Parallel()
	d, found := readDocument(t), map[string]bool{}
	for _, o := range d.operations() {
		for _, body := range d.alternatives(o.RequestBody.Content["application/json"].Schema) {
			for _, name := range []string{"issue_date", "due_date"} {
				date := body.Properties[name]
				if date == nil || date.ReadOnly {
					continue
				}
				require.True(t, date.is("string") && !date.is("null"), "%s: %s", o.name, name)
				found[o.OperationID] = slices.Contains(body.Required, name)
			}
		}
	}
	require.Equal(t, map[string]bool{
		"createInvoice": true, "createInvoiceAlt": true, "updateInvoice": false, "updateInvoiceAlt": false, "invoiceRoomingLedger": false,
	}, found)
}
