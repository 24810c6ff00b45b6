package invoicingtest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/app/config"
	"allot/internal/invoicing/en16931"
	"allot/internal/testkit/pdftest"
)

// einvoiceBundle is a hotel and an operator with a contract and a sent invoice.
type einvoiceBundle struct {
	*apptest.Env
	hotel, operator *apptest.Who
	id, path        string
}

func setupEinvoice(t *testing.T, full bool, options ...apptest.Option) *einvoiceBundle {
	t.Helper()
	b := &einvoiceBundle{Env: apptest.New(t, options...)}
	b.hotel, b.operator = b.Pair(t)
	b.Accepted(t, b.hotel, b.operator)
	if full {
		complete(t, b.hotel, "DE123456789", "DE02120300000000202051")
		complete(t, b.operator, "DE987654321", "")
	}
	v := call(t, b.hotel, http.MethodPost, "/api/invoicing/invoices/", object{
		"partner": b.operator.User.OwnerID, "issue_date": "2030-06-01", "due_date": "2030-07-01", "currency": "EUR", "tax_rate": "7",
		"service_from": "2030-05-01", "service_to": "2030-05-08", "notes": "=HYPERLINK(1)",
		"line_items": []object{{"description": "Double", "quantity": "7", "unit": "night", "unit_price": "84.50"}},
	}, http.StatusCreated)
	b.id = v["id"].(string)
	b.path = "/api/einvoice/" + b.id + "/"
	return b
}

func (b *einvoiceBundle) send(t *testing.T) {
	t.Helper()
	call(t, b.hotel, http.MethodPost, "/api/invoicing/invoices/"+b.id+"/send/", nil, http.StatusOK)
}

// attached is the CII inside a PDF.
func attached(t *testing.T, pdf []byte) []byte {
	t.Helper()
	dir := t.TempDir()
	pdftest.Run(t, "pdfdetach", pdf, "-saveall", "-o", dir, "@")
	inside, err := os.ReadFile(filepath.Join(dir, "factur-x.xml"))
	require.NoError(t, err)
	return inside
}

func TestExport(t *testing.T) {
	t.Parallel()

	t.Run("is XRechnung by default, and the recipient's first look is noted", func(t *testing.T) {
		t.Parallel()
		b := setupEinvoice(t, true)
		b.send(t)
		res := b.operator.Do(t, http.MethodGet, b.path, "")
		require.Equal(t, http.StatusOK, res.Code, res.Body.String())
		require.Equal(t, "application/xml", res.Header().Get("Content-Type"))
		require.Contains(t, res.Header().Get("Content-Disposition"), "INV-2030-0001.xml")
		f, err := en16931.Read(res.Body.Bytes())
		require.NoError(t, err)
		require.Equal(t, en16931.SyntaxUBL, f.Syntax)
		require.Contains(t, f.Profile, "xrechnung_3.0")
		require.Equal(t, "632.91", f.Document.Totals.Gross.String())
		require.Equal(t, "VIEWED", call(t, b.hotel, http.MethodGet, "/api/invoicing/invoices/"+b.id+"/", nil, http.StatusOK)["status"])
	})

	t.Run("is a PDF with the CII inside, byte for byte", func(t *testing.T) {
		t.Parallel()
		b := setupEinvoice(t, true)
		b.send(t)
		res := b.hotel.Do(t, http.MethodGet, b.path+"?format=zugferd", "")
		require.Equal(t, http.StatusOK, res.Code, res.Body.String())
		require.Equal(t, "application/pdf", res.Header().Get("Content-Type"))
		require.Contains(t, pdftest.Text(t, res.Body.Bytes()), "632.91")
		pdftest.Run(t, "qpdf", res.Body.Bytes(), "--check", "@")
		f, err := en16931.Read(attached(t, res.Body.Bytes()))
		require.NoError(t, err)
		require.Equal(t, en16931.SyntaxCII, f.Syntax)
		require.Equal(t, "632.91", f.Document.Totals.Gross.String())
	})

	t.Run("names a company as it writes itself, which the paper spells with Latin letters", func(t *testing.T) {
		t.Parallel()
		const name, spelled = "北京国际酒店", "Bei Jing Guo Ji Jiu Dian"
		b := setupEinvoice(t, true)
		call(t, b.operator, http.MethodPut, "/api/settings/company/", object{"legal_name": name}, http.StatusOK)
		b.send(t)
		buyer := func(xml []byte) string {
			f, err := en16931.Read(xml)
			require.NoError(t, err)
			return f.Document.Buyer.Name
		}
		res := b.hotel.Do(t, http.MethodGet, b.path, "")
		require.Equal(t, http.StatusOK, res.Code, res.Body.String())
		require.Equal(t, name, buyer(res.Body.Bytes()), "XRechnung")
		zugferd := b.hotel.Do(t, http.MethodGet, b.path+"?format=zugferd", "")
		require.Equal(t, http.StatusOK, zugferd.Code, zugferd.Body.String())
		require.Equal(t, name, buyer(attached(t, zugferd.Body.Bytes())), "ZUGFeRD")
		plain := b.hotel.Do(t, http.MethodGet, "/api/invoicing/invoices/"+b.id+"/pdf/", "")
		for _, paper := range [][]byte{zugferd.Body.Bytes(), plain.Body.Bytes()} {
			text := pdftest.Text(t, paper)
			require.Contains(t, text, spelled)
			require.NotContains(t, text, name)
		}
	})

	t.Run("falls back to XRechnung where the generator is off", func(t *testing.T) {
		t.Parallel()
		b := setupEinvoice(t, true, apptest.Settings(func(s *config.Settings) { s.ZUGFeRD = "off" }))
		b.send(t)
		res := b.hotel.Do(t, http.MethodGet, b.path+"?format=zugferd", "")
		require.Equal(t, http.StatusOK, res.Code, res.Body.String())
		require.Equal(t, "application/xml", res.Header().Get("Content-Type"))
	})

	t.Run("names everything that is missing before a file is made", func(t *testing.T) {
		t.Parallel()
		b := setupEinvoice(t, false)
		sent := call(t, b.hotel, http.MethodPost, "/api/invoicing/invoices/"+b.id+"/send/", nil, http.StatusOK)
		var warned []string
		for _, w := range sent["warnings"].([]any) {
			require.Equal(t, "einvoice_incomplete", w.(object)["code"])
			warned = append(warned, w.(object)["field"].(string))
		}
		for _, format := range []string{"xrechnung", "zugferd", "cii"} {
			v := call(t, b.hotel, http.MethodGet, b.path+"?format="+format, nil, http.StatusConflict)
			require.Equal(t, "einvoice_incomplete", v["code"])
			var fields []string
			for _, m := range v["missing"].([]any) {
				fields = append(fields, m.(object)["field"].(string))
			}
			require.Subset(t, fields, []string{"buyer_reference", "seller.vat_id", "seller.iban", "seller.city", "buyer.city", "seller.contact_phone"})
			require.Equal(t, fields, warned, "sending has named the same")
		}
		call(t, b.operator, http.MethodGet, b.path, nil, http.StatusConflict)
		require.Equal(t, "SENT", call(t, b.hotel, http.MethodGet, "/api/invoicing/invoices/"+b.id+"/", nil, http.StatusOK)["status"], "a refused file was not viewed")
		require.Equal(t, http.StatusOK, b.hotel.Do(t, http.MethodGet, "/api/invoicing/invoices/"+b.id+"/pdf/", "").Code, "the paper can always be printed")
	})

	t.Run("takes what was empty when it was sent from the companies now, and leaves the rest", func(t *testing.T) {
		t.Parallel()
		b := setupEinvoice(t, false)
		call(t, b.hotel, http.MethodPut, "/api/settings/company/", object{"city": "Bremen", "legal_name": "Hotel am Wall"}, http.StatusOK)
		call(t, b.hotel, http.MethodPut, "/api/invoicing/invoices/"+b.id+"/", object{"service_from": nil, "service_to": nil}, http.StatusOK)
		b.send(t)
		complete(t, b.hotel, "DE123456789", "DE02120300000000202051")
		complete(t, b.operator, "DE987654321", "")
		res := b.operator.Do(t, http.MethodGet, b.path, "")
		require.Equal(t, http.StatusOK, res.Code, res.Body.String())
		f, err := en16931.Read(res.Body.Bytes())
		require.NoError(t, err)
		d := f.Document
		require.Equal(t, []string{"Bremen", "Hotel am Wall", "10115", "DE123456789", "DE02120300000000202051", "DE987654321"},
			[]string{d.Seller.City, d.Seller.Name, d.Seller.PostalCode, d.Seller.VATID, d.Payment.IBAN, d.Buyer.VATID})
		require.Equal(t, []string{"2030-06-01", "2030-06-01"}, []string{d.ServiceFrom.String(), d.ServiceTo.String()}, "the day of issue")
	})

	t.Run("drafts and cancelled invoices have none", func(t *testing.T) {
		t.Parallel()
		b := setupEinvoice(t, true)
		require.Equal(t, "no_einvoice", call(t, b.hotel, http.MethodGet, b.path, nil, http.StatusConflict)["code"])
		sent := call(t, b.hotel, http.MethodPost, "/api/invoicing/invoices/"+b.id+"/send/", nil, http.StatusOK)
		require.Empty(t, sent["warnings"])
		call(t, b.hotel, http.MethodPost, "/api/invoicing/invoices/"+b.id+"/cancel/", nil, http.StatusOK)
		for _, who := range []*apptest.Who{b.hotel, b.operator} {
			for _, format := range []string{"xrechnung", "zugferd", "cii"} {
				require.Equal(t, "no_einvoice", call(t, who, http.MethodGet, b.path+"?format="+format, nil, http.StatusConflict)["code"])
			}
		}
	})

	t.Run("is for the two parties only", func(t *testing.T) {
		t.Parallel()
		b := setupEinvoice(t, true)
		apptest.RequireNotFound(t, b.operator.Do(t, http.MethodGet, b.path, "")) // a draft
		b.send(t)
		hotel, operator := b.Pair(t)
		for _, who := range []*apptest.Who{hotel, operator} {
			apptest.RequireNotFound(t, who.Do(t, http.MethodGet, b.path, ""))
			require.Len(t, accounting(t, who), 1)
		}
		require.Equal(t, http.StatusBadRequest, b.hotel.Do(t, http.MethodGet, b.path+"?format=pdf", "").Code)
		require.Equal(t, http.StatusBadRequest, b.hotel.Do(t, http.MethodGet, "/api/einvoice/export/csv/?from=2030-06-02&to=2030-06-01", "").Code)
	})
}

func TestAccounting(t *testing.T) {
	t.Parallel()
	b := setupEinvoice(t, true)
	require.Len(t, accounting(t, b.hotel), 1, "drafts are left out")
	b.send(t)
	xml := b.hotel.Do(t, http.MethodGet, b.path, "").Body.String()
	rows := accounting(t, b.hotel)
	require.Len(t, rows, 2)
	require.Equal(t, []string{"issued", "platform", "INV-2030-0001", "invoice", "2030-06-01", "2030-07-01", "SENT"}, rows[1][:7])
	require.Equal(t, []string{"DE987654321", "EUR", "591.50", "41.41", "632.91", "S 7.00 %: 591.50 + 41.41"}, rows[1][8:14])
	received := accounting(t, b.operator)
	require.Equal(t, []string{"received", "platform", "INV-2030-0001"}, received[1][:3])

	// What was received is its file where there is one, and is not counted twice: neither with
	// the invoice, nor with another file of it.
	cii := b.hotel.Do(t, http.MethodGet, b.path+"?format=cii", "").Body.String()
	for _, file := range []string{xml, cii} {
		require.Contains(t, importsEinvoice(t, b.operator, file), b.id)
		rows = accounting(t, b.operator)
		require.Len(t, rows, 2)
		require.Equal(t, []string{"received", "file", "INV-2030-0001", "invoice"}, rows[1][:4])
	}
	// What was issued is its invoice.
	require.Contains(t, importsEinvoice(t, b.hotel, xml), b.id)
	rows = accounting(t, b.hotel)
	require.Len(t, rows, 2)
	require.Equal(t, []string{"issued", "platform"}, rows[1][:2])
	// A file of another company with the number of an invoice is a row beside it.
	foreign := strings.Replace(strings.ReplaceAll(xml, "632.91", "632910.00"), "DE123456789", "DE136695976", 1)
	require.NotContains(t, importsEinvoice(t, b.operator, foreign), `"linked_invoice":"`)
	rows = accounting(t, b.operator)
	require.Len(t, rows, 3)
	require.Equal(t, []string{"632.91", "632910.00"}, []string{rows[1][12], rows[2][12]})
	// That of others is a line of its own.
	stranger := b.Operator(t)
	importsEinvoice(t, stranger, xml)
	rows = accounting(t, stranger)
	require.Equal(t, []string{"received", "file", "INV-2030-0001"}, rows[1][:3])
	require.Equal(t, []string{"591.50", "41.41", "632.91"}, rows[1][10:13])
}

// A file that says less than the invoice is on no side by itself. Linked by hand to what was
// issued, it does not take that out of the table.
func TestAccounting_LinkedByHand(t *testing.T) {
	t.Parallel()
	b := setupEinvoice(t, true)
	b.send(t)
	xml := b.hotel.Do(t, http.MethodGet, b.path, "").Body.String()
	foreign := strings.ReplaceAll(xml, "DE123456789", "DE136695976")
	var file struct{ ID int64 }
	require.NoError(t, json.Unmarshal([]byte(importsEinvoice(t, b.hotel, foreign)), &file))
	require.Len(t, accounting(t, b.hotel), 3, "the invoice, and what seems to have been received")
	linked := call(t, b.hotel, http.MethodPost, fmt.Sprintf("/api/einvoice/inbox/%d/link/", file.ID), object{"invoice": b.id}, http.StatusOK)
	require.Equal(t, "issued", linked["direction"])
	rows := accounting(t, b.hotel)
	require.Len(t, rows, 2)
	require.Equal(t, []string{"issued", "platform", "INV-2030-0001"}, rows[1][:3])

	// An older version left the direction as it was.
	require.NoError(t, b.DB.InTx(t.Context(), func(ctx context.Context) error {
		_, err := b.DB.From(ctx).NewRaw("UPDATE einvoice_inbounds SET direction = 'received' WHERE id = ?", file.ID).Exec(ctx)
		return err
	}))
	require.Equal(t, rows, accounting(t, b.hotel))
}

func importsEinvoice(t *testing.T, who *apptest.Who, xml string) string {
	t.Helper()
	res := who.Do(t, http.MethodPost, "/api/einvoice/import/", xml, apptest.Header("Content-Type", "application/xml"))
	require.Equal(t, http.StatusCreated, res.Code, res.Body.String())
	return res.Body.String()
}

func TestAccounting_Cancelled(t *testing.T) {
	t.Parallel()
	b := setupEinvoice(t, true)
	b.send(t)
	xml := b.hotel.Do(t, http.MethodGet, b.path, "").Body.String()
	importsEinvoice(t, b.operator, xml)
	b.Clock.Advance(40 * 24 * time.Hour)
	b.hotel, b.operator = b.Login(t, b.hotel.User.Email), b.Login(t, b.operator.User.Email)
	call(t, b.hotel, http.MethodPost, "/api/invoicing/invoices/"+b.id+"/cancel/", nil, http.StatusOK)
	for who, source := range map[*apptest.Who]string{b.hotel: "platform", b.operator: "file"} {
		rows := accounting(t, who)
		require.Len(t, rows, 3, "the invoice and what takes it back")
		require.Equal(t, []string{source, "INV-2030-0001", "reversal", "2030-07-10", "", "CANCELLED"}, rows[1+indexOf(t, rows[1:], "reversal")][1:7])
		sum := map[string]string{}
		for _, row := range rows[1:] {
			sum[row[3]] = strings.Join(row[10:14], " ")
		}
		require.Equal(t, map[string]string{
			"invoice": "591.50 41.41 632.91 S 7.00 %: 591.50 + 41.41", "reversal": "-591.50 -41.41 -632.91 S 7.00 %: -591.50 + -41.41",
		}, sum)
		june := who.Do(t, http.MethodGet, "/api/einvoice/export/csv/?from=2030-06-01&to=2030-06-30", "").Body.String()
		july := who.Do(t, http.MethodGet, "/api/einvoice/export/csv/?from=2030-07-01&to=2030-07-31", "").Body.String()
		require.Equal(t, []bool{false, true}, []bool{strings.Contains(june, "reversal"), strings.Contains(july, "reversal")}, "a month that was handed in does not change")
		require.Equal(t, []bool{true, false}, []bool{strings.Contains(june, ";invoice;"), strings.Contains(july, ";invoice;")})
	}
}

// The clock shows noon in UTC, which is the next day in Auckland, where the issuer is.
func TestAccounting_reversalOnTheDayOfTheIssuer(t *testing.T) {
	t.Parallel()
	b := setupEinvoice(t, true)
	call(t, b.hotel, http.MethodPut, "/api/settings/company/", object{"timezone": "Pacific/Auckland"}, http.StatusOK)
	b.send(t)
	call(t, b.hotel, http.MethodPost, "/api/invoicing/invoices/"+b.id+"/cancel/", nil, http.StatusOK)
	for _, who := range []*apptest.Who{b.hotel, b.operator} {
		rows := accounting(t, who)
		require.Equal(t, "2030-06-01", rows[1+indexOf(t, rows[1:], "reversal")][4])
		for query, want := range map[string]bool{"?from=2030-06-01&to=2030-06-01": true, "?from=2030-05-31&to=2030-05-31": false} {
			file := who.Do(t, http.MethodGet, "/api/einvoice/export/csv/"+query, "").Body.String()
			require.Equal(t, want, strings.Contains(file, "reversal"), query)
		}
	}
}

func indexOf(t *testing.T, rows [][]string, kind string) int {
	t.Helper()
	i := slices.IndexFunc(rows, func(row []string) bool { return row[3] == kind })
	require.NotEqual(t, -1, i, "no row is a %s", kind)
	return i
}
