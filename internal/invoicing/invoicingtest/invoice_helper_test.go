package invoicingtest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/partners/contract"
)

const (
	invoiceInvoices = "/api/invoicing/invoices/"
	templates       = "/api/invoicing/templates/"
)

// invoiceBundle is a hotel and an operator with a contract in force.
type invoiceBundle struct {
	*apptest.Env
	hotel, operator *apptest.Who
	contract        contract.Contract
}

func setupInvoice(t *testing.T, options ...apptest.Option) *invoiceBundle {
	t.Helper()
	e := apptest.New(t, options...)
	b := &invoiceBundle{Env: e}
	b.hotel, b.operator = e.Pair(t)
	b.contract = e.Accepted(t, b.hotel, b.operator)
	return b
}

func text(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	require.NoError(t, err)
	return string(data)
}

func body(t *testing.T, res *httptest.ResponseRecorder, status int) object {
	t.Helper()
	require.Equal(t, status, res.Code, res.Body.String())
	var v object
	require.NoError(t, json.Unmarshal(res.Body.Bytes(), &v))
	return v
}

// draft is the body of an invoice to the operator; changes overwrite its fields.
func (b *invoiceBundle) draft(changes ...object) object {
	d := object{
		"partner": b.operator.User.OwnerID, "issue_date": "2030-06-01", "due_date": "2030-07-01", "currency": "EUR", "tax_rate": "7",
		"line_items": []object{{"description": "Double room", "quantity": "10", "unit": "night", "unit_price": "84.50"}},
	}
	for _, c := range changes {
		for k, v := range c {
			d[k] = v
		}
	}
	return d
}

func (b *invoiceBundle) create(t *testing.T, changes ...object) object {
	t.Helper()
	return body(t, b.hotel.Do(t, post, invoiceInvoices, text(t, b.draft(changes...))), http.StatusCreated)
}

func at(v object, verb string) string { return invoiceInvoices + v["id"].(string) + "/" + verb }

// do makes a move and returns the invoice.
func do(t *testing.T, who *apptest.Who, v object, verb string, payload ...object) object {
	t.Helper()
	in := ""
	if len(payload) > 0 {
		in = text(t, payload[0])
	}
	return body(t, who.Do(t, post, at(v, verb), in), http.StatusOK)
}

func actions(v object) []string {
	list := []string{}
	for _, a := range v["activities"].([]any) {
		list = append(list, a.(object)["action"].(string))
	}
	return list
}
