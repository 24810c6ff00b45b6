package invoicingtest

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/plan"
	"allot/internal/invoicing/document"
	"allot/internal/invoicing/en16931"
	"allot/internal/platform/money"
	"allot/internal/testkit/pdftest"
)

// The same sums stand in the answer, on the paper, in both syntaxes of the e-invoice and
// in the table for accounting, to the cent.
func TestTotals_AgreeEverywhere(t *testing.T) {
	t.Parallel()
	rounds := 40
	if os.Getenv("ALLOT_TEST_SLOW") == "all" {
		rounds = 10_000
	}
	e := apptest.New(t)
	hotel, operator := e.Pair(t)
	e.Grant(t, hotel, plan.Gold)
	e.Accepted(t, hotel, operator)
	complete(t, hotel, "DE123456789", "DE02120300000000202051")
	complete(t, operator, "DE987654321", "")
	r := rand.New(rand.NewPCG(16, 2030))
	want := map[string][]string{}
	files, refused := 0, 0
	for range rounds {
		v := call(t, hotel, http.MethodPost, "/api/invoicing/invoices/", randomInvoice(r, operator.User.OwnerID), http.StatusCreated)
		id, currency := v["id"].(string), money.Currency(v["currency"].(string))
		call(t, hotel, http.MethodPost, "/api/invoicing/invoices/"+id+"/send/", nil, http.StatusOK)
		sums := []string{printed(t, v["subtotal"], currency), printed(t, v["tax_amount"], currency), printed(t, v["total_amount"], currency)}
		want[v["invoice_number"].(string)] = sums

		res := hotel.Do(t, http.MethodGet, "/api/invoicing/invoices/"+id+"/pdf/?lang=en", "")
		require.Equal(t, http.StatusOK, res.Code)
		paper := strings.ReplaceAll(pdftest.Text(t, res.Body.Bytes()), ",", "")
		for _, sum := range sums {
			require.Contains(t, paper, sum, "%s on paper:\n%s", v["invoice_number"], paper)
		}
		for _, format := range []string{"xrechnung", "cii"} {
			res := hotel.Do(t, http.MethodGet, "/api/einvoice/"+id+"/?format="+format, "")
			if res.Code == http.StatusConflict {
				require.Contains(t, res.Body.String(), "three decimals", "nothing else is missing")
				refused++
				continue
			}
			require.Equal(t, http.StatusOK, res.Code, res.Body.String())
			f, err := en16931.Read(res.Body.Bytes())
			require.NoError(t, err)
			got := f.Document.Totals
			read := []string{got.Net.Format(currency), got.Tax.Format(currency), got.Gross.Format(currency)}
			require.Equal(t, sums, read, "%s of %s", format, v["invoice_number"])
			require.Len(t, f.Document.Lines, len(v["line_items"].([]any)))
			files++
		}
	}
	for _, row := range accounting(t, hotel)[1:] {
		require.Equal(t, want[row[2]], row[10:13], row[2])
		delete(want, row[2])
	}
	require.Empty(t, want, "every invoice is in the table")
	require.Positive(t, files)
	t.Logf("%d invoices, %d files, %d refused for a third decimal", rounds, files, refused)
}

// accounting reads the table as a spreadsheet does.
func accounting(t *testing.T, who *apptest.Who) [][]string {
	t.Helper()
	res := who.Do(t, http.MethodGet, "/api/einvoice/export/csv/", "")
	require.Equal(t, http.StatusOK, res.Code, res.Body.String())
	text, ok := strings.CutPrefix(res.Body.String(), "\ufeff")
	require.True(t, ok, "there is a byte order mark")
	table := csv.NewReader(strings.NewReader(text))
	table.Comma = ';'
	rows, err := table.ReadAll()
	require.NoError(t, err)
	return rows
}

// printed is an amount of an answer with the decimals of its currency.
func printed(t *testing.T, amount any, c money.Currency) string {
	t.Helper()
	a, err := money.Parse(amount.(string))
	require.NoError(t, err)
	return a.Format(c)
}

// complete gives an account what e-invoices want.
func complete(t *testing.T, who *apptest.Who, vatID, iban string) {
	t.Helper()
	call(t, who, http.MethodPut, "/api/settings/company/", object{
		"legal_name": "Company GmbH & Co. KG", "address": "Seestraße 1", "postal_code": "10115", "city": "Berlin", "country": "DE", "vat_id": vatID,
		"registration_number": "HRB 1", "phone": "+49 30 123456",
	}, http.StatusOK)
	profile := object{"contact_name": "Eva Muster", "buyer_reference": "04011000-12345-34"}
	if iban != "" {
		profile["iban"] = iban
	}
	call(t, who, http.MethodPut, "/api/einvoice/profile/", profile, http.StatusOK)
}

func call(t *testing.T, who *apptest.Who, method, path string, body any, status int) object {
	t.Helper()
	in := ""
	if body != nil {
		data, err := json.Marshal(body)
		require.NoError(t, err)
		in = string(data)
	}
	res := who.Do(t, method, path, in)
	require.Equal(t, status, res.Code, "%s %s: %s", in, path, res.Body.String())
	var v object
	require.NoError(t, json.Unmarshal(res.Body.Bytes(), &v))
	return v
}

// randomInvoice is an invoice of one to forty lines, with several rates and edge
// amounts.
func randomInvoice(r *rand.Rand, partner int64) object {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	// Whatever the others subtract, the sum is not negative.
	lines := []object{{"description": "Suite", "quantity": "50", "unit_price": "100000"}}
	for i := range 1 + r.IntN(40) {
		l := object{
			"description": fmt.Sprintf("Room %d <&> Ünïts", i), "unit": document.Units[r.IntN(len(document.Units))],
			"quantity":   pick("1", "2", "0.5", "13", "1.333", "0.001", "-1", fmt.Sprint(1+r.IntN(500))),
			"unit_price": pick("0.01", "0.005", "12.345", "84.5", "99999.99", "33.333333", fmt.Sprintf("%d.%02d", r.IntN(900), r.IntN(100))),
		}
		if r.IntN(3) == 0 {
			l["tax_rate"] = pick("19", "5.5", "3", "25")
		}
		lines = append(lines, l)
	}
	return object{
		"partner": partner, "issue_date": "2030-06-01", "due_date": "2030-07-01", "currency": pick("EUR", "EUR", "CHF", "JPY", "KWD"),
		"tax_rate": pick("7", "19", "13", "24"), "service_from": "2030-05-01", "service_to": "2030-05-31", "line_items": lines,
	}
}
