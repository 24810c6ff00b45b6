package billingtest

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/app/config"
	"allot/internal/invoicing/en16931"
	"allot/internal/testkit/pdftest"
)

// complete is a billing address of which a bill can be an e-invoice.
var complete = object{
	"company_name": "Hotel am See GmbH", "country": "DE", "vat_number": "DE136695976", "billing_email": "rechnung@see.example",
	"address": "Seeweg 3", "postal_code": "88131", "city": "Lindau",
}

func with(o object, changes object) object {
	all := object{}
	for _, from := range []object{o, changes} {
		for k, v := range from {
			all[k] = v
		}
	}
	return all
}

func TestVAT(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		seller, address object
		net, vat, rate  string
		category        string
	}{
		"at home":                               {object{}, complete, "99.00", "18.81", "19.00", "S"},
		"at home without a number":              {object{}, with(complete, object{"vat_number": ""}), "99.00", "18.81", "19.00", "S"},
		"a business elsewhere in the Union":     {object{}, with(complete, object{"country": "GR", "vat_number": "EL094259216"}), "99.00", "0.00", "0.00", "AE"},
		"elsewhere in the Union, no number":     {object{}, with(complete, object{"country": "GR", "vat_number": ""}), "99.00", "23.76", "24.00", "S"},
		"outside the Union":                     {object{}, with(complete, object{"country": "TR", "vat_number": ""}), "99.00", "0.00", "0.00", "O"},
		"a small business that charges no VAT":  {object{"vat_rate": "0"}, complete, "99.00", "0.00", "0.00", "E"},
		"a platform outside the Union":          {object{"country": "CH", "vat_id": "", "registration_number": "CHE-1", "vat_rate": "8.1"}, complete, "99.00", "0.00", "0.00", "O"},
		"a platform outside the Union, at home": {object{"country": "CH", "vat_id": "", "registration_number": "CHE-1", "vat_rate": "8.1"}, with(complete, object{"country": "CH", "vat_number": ""}), "99.00", "8.02", "8.10", "S"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.seller(t, c.seller)
			b.address(t, c.address)
			b.attach(t, "pm_card_visa")
			paid := b.buy(t, "gold", "monthly")["payment"].(object)
			require.Equal(t, object{"net": c.net, "vat": c.vat, "vat_rate": c.rate, "vat_category": c.category}, pick(paid, "net", "vat", "vat_rate", "vat_category"))
		})
	}

	t.Run("a VAT number has to be one of its country", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		for _, number := range []string{"DE", "FR12345678901", "DE12345", "136695976", "<b>"} {
			apptest.RequireInvalid(t, b.hotel.Do(t, put, base+"billing-address/", text(t, object{"country": "DE", "vat_number": number})), "vat_number", "must be a VAT number of the country, such as DE123456789, or empty")
		}
		apptest.RequireInvalid(t, b.hotel.Do(t, put, base+"billing-address/", `{"country":"XX"}`), "country", "must be a country code of two letters, such as DE")
		require.Equal(t, "DE136695976", b.address(t, object{"country": "DE", "vat_number": "de 136.695.976"})["vat_number"])
	})
}

func TestBill(t *testing.T) {
	t.Parallel()
	zugferd := apptest.Settings(func(s *config.Settings) { s.ZUGFeRD = "on" })

	t.Run("is a PDF with the e-invoice inside, and XRechnung", func(t *testing.T) {
		t.Parallel()
		for name, address := range map[string]object{
			"with VAT": complete, "reverse charge": with(complete, object{"country": "GR", "vat_number": "EL094259216"}),
			"outside": with(complete, object{"country": "TR", "vat_number": ""}),
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				b := withStripe(t, zugferd)
				b.address(t, address)
				b.attach(t, "pm_card_visa")
				b.buy(t, "silver", "monthly")
				paid := b.buy(t, "gold", "monthly")["payment"].(object)
				require.Equal(t, "55.00", paid["net"], "99.00 less the 44.00 of a day")
				path := base + "invoice/" + paid["invoice_number"].(string) + "/download/"

				for _, format := range []string{"", "?format=pdf", "?format=zugferd"} {
					res := b.hotel.Do(t, get, path+format, "")
					require.Equal(t, http.StatusOK, res.Code, res.Body.String())
					require.Equal(t, "application/pdf", res.Header().Get("Content-Type"))
					require.Contains(t, res.Header().Get("Content-Disposition"), paid["invoice_number"].(string)+".pdf")
					require.True(t, bytes.HasPrefix(res.Body.Bytes(), []byte("%PDF-1.7")))
					require.Equal(t, paid["amount"], gross(t, attached(t, res.Body.Bytes())))
				}
				res := b.hotel.Do(t, get, path+"?format=xrechnung", "")
				require.Equal(t, http.StatusOK, res.Code, res.Body.String())
				require.Equal(t, paid["amount"], gross(t, res.Body.Bytes()))
			})
		}
	})

	t.Run("names what the e-invoice lacks, and is printed all the same", func(t *testing.T) {
		t.Parallel()
		b := setup(t, zugferd)
		b.attach(t, "pm_card_visa")
		number := b.buy(t, "silver", "monthly")["payment"].(object)["invoice_number"].(string)
		require.Equal(t, http.StatusOK, b.hotel.Do(t, get, base+"invoice/"+number+"/download/", "").Code)
		for _, format := range []string{"zugferd", "xrechnung"} {
			v := body(t, b.hotel.Do(t, get, base+"invoice/"+number+"/download/?format="+format, ""), http.StatusConflict)
			require.Equal(t, "einvoice_incomplete", v["code"])
			require.NotEmpty(t, v["missing"])
		}
		require.Equal(t, http.StatusBadRequest, b.hotel.Do(t, get, base+"invoice/"+number+"/download/?format=odt", "").Code)
	})

	t.Run("keeps what it said when address and seller change", func(t *testing.T) {
		t.Parallel()
		b := setup(t, zugferd)
		b.seller(t, object{})
		b.address(t, complete)
		b.attach(t, "pm_card_visa")
		number := b.buy(t, "silver", "monthly")["payment"].(object)["invoice_number"].(string)
		read := func() string {
			return b.hotel.Do(t, get, base+"invoice/"+number+"/download/?format=xrechnung", "").Body.String()
		}
		before := read()
		b.seller(t, object{"name": "Another GmbH"})
		b.address(t, object{"company_name": "Renamed GmbH"})
		require.Equal(t, before, read())
		require.Contains(t, before, "Hotel am See GmbH")
	})

	t.Run("numbers have no gap, whoever pays at once", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		const accounts = 12
		payers := make([]*bundle, accounts)
		for i := range payers {
			payers[i] = &bundle{Env: b.Env, hotel: b.Manager(t)}
			payers[i].address(t, complete)
			payers[i].attach(t, "pm_card_visa")
		}
		choice := text(t, b.choice(t, "silver", "monthly"))
		require.Equal(t, map[int]int{http.StatusOK: accounts}, apptest.AtOnce(accounts, func(i int) int {
			return payers[i].hotel.Do(t, post, base+"subscription/upgrade/", choice).Code
		}))
		numbers := map[string]bool{}
		for _, p := range payers {
			numbers[p.history(t)[0]["invoice_number"].(string)] = true
		}
		require.Len(t, numbers, accounts)
		require.True(t, numbers["AL-2030-00001"] && numbers["AL-2030-00012"], "%v", numbers)
	})
}

func gross(t *testing.T, xml []byte) string {
	t.Helper()
	d, err := en16931.Read(xml)
	require.NoError(t, err)
	return d.Document.Totals.Gross.String()
}

// attached returns the e-invoice inside a PDF.
func attached(t *testing.T, pdf []byte) []byte {
	t.Helper()
	dir := t.TempDir()
	pdftest.Run(t, "pdfdetach", pdf, "-saveall", "-o", dir, "@")
	xml, err := os.ReadFile(filepath.Join(dir, "factur-x.xml"))
	require.NoError(t, err)
	return xml
}

// Staff find the account by the number that its bookkeeper reads to them.
func TestBill_isFoundByStaff(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.attach(t, "pm_card_visa")
	number := b.buy(t, "silver", "monthly")["payment"].(object)["invoice_number"].(string)
	found := func(q string) []any {
		return body(t, b.Staff().Do(t, get, "/api/admin/accounts/?q="+q, ""), http.StatusOK)["results"].([]any)
	}
	require.Len(t, found(strings.ToLower(number)), 1)
	require.EqualValues(t, b.hotel.User.OwnerID, found(number)[0].(object)["id"])
	require.Empty(t, found(number+"0"))
}
