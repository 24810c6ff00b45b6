package invoicingtest

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
)

func TestInvoice_Search(t *testing.T) {
	t.Parallel()
	b := setupInvoice(t)
	rename := func(who *apptest.Who, name string) {
		t.Helper()
		body(t, who.Do(t, put, "/api/settings/company/", text(t, object{"name": name})), http.StatusOK)
	}
	rename(b.hotel, "Ξενοδοχείο Αθήνα")
	rename(b.operator, "Güneş Turizm")
	first, second := b.create(t), b.create(t)
	third := b.create(t, object{"partner": nil, "recipient_name": "Agentur MÜLLER & Söhne"})
	do(t, b.hotel, first, "send/")
	found := func(who *apptest.Who, q string) []any {
		t.Helper()
		answer := body(t, who.Do(t, get, invoiceInvoices+"?q="+url.QueryEscape(q), ""), http.StatusOK)
		ids := []any{}
		for _, v := range answer["results"].([]any) {
			ids = append(ids, v.(object)["id"])
		}
		require.EqualValues(t, len(ids), answer["count"])
		return ids
	}
	all := []any{third["id"], second["id"], first["id"]}
	tests := map[string]struct {
		who  *apptest.Who
		q    string
		want []any
	}{
		"the beginning of a number":            {b.hotel, "inv-2030-", all},
		"a whole number":                       {b.hotel, "INV-2030-0002", []any{second["id"]}},
		"the end of a number":                  {b.hotel, " 0003 ", []any{third["id"]}},
		"a partner, without its accents":       {b.hotel, "gunes", []any{second["id"], first["id"]}},
		"a partner in capitals":                {b.hotel, "TURİZM", []any{second["id"], first["id"]}},
		"somebody outside the platform":        {b.hotel, "müller & sohne", []any{third["id"]}},
		"nothing":                              {b.hotel, "nobody", []any{}},
		"what would be a pattern":              {b.hotel, "%", []any{}},
		"spaces alone do not narrow":           {b.hotel, "  ", all},
		"the hotel, by what was sent only":     {b.operator, "αθηνα", []any{first["id"]}},
		"a number that the operator was sent":  {b.operator, "0001", []any{first["id"]}},
		"a draft is not found by its operator": {b.operator, "0002", []any{}},
		"one's own name finds nothing":         {b.operator, "gunes", []any{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tt.want, found(tt.who, tt.q))
		})
	}
	stranger, _ := b.Pair(t)
	require.Empty(t, found(stranger, "0001"), "invoices of others")
}
