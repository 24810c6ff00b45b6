package invoicingtest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/invoicing/einvoice"
	"allot/internal/invoicing/en16931"
	"allot/internal/testkit/audittest"
)

const (
	einvoiceHTTPImports = "/api/einvoice/import/"
	inbox               = "/api/einvoice/inbox/"
	sellerVAT           = "DE111111125" // in the file below
	buyerVAT            = "ATU12345675"
)

var asXML = apptest.Header("Content-Type", "application/xml")

type object = map[string]any

// stay returns an e-invoice of the tests of the reader, with a number of its own.
func stay(t *testing.T, syntax, number string) string {
	t.Helper()
	data, err := os.ReadFile("../en16931/testdata/stay_" + syntax + ".xml")
	require.NoError(t, err)
	return strings.Replace(string(data), ">2030-0042<", ">"+number+"<", 1)
}

func ok(t *testing.T, res *httptest.ResponseRecorder, status int) object {
	t.Helper()
	require.Equal(t, status, res.Code, res.Body.String())
	var v object
	require.NoError(t, json.Unmarshal(res.Body.Bytes(), &v))
	return v
}

func imported(t *testing.T, who *apptest.Who, data string) object {
	t.Helper()
	return ok(t, who.Do(t, post, einvoiceHTTPImports, data, asXML), http.StatusCreated)
}

func pathEinvoiceHTTP(id any, rest string) string { return fmt.Sprintf("%s%v/%s", inbox, id, rest) }

// companyEinvoiceHTTP sets the VAT number of an account's company.
func companyEinvoiceHTTP(t *testing.T, who *apptest.Who, vatID string) {
	t.Helper()
	ok(t, who.Do(t, put, "/api/settings/company/", `{"vat_id":"`+vatID+`"}`), http.StatusOK)
}

func TestImport(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)

	t.Run("the record has what the file says, in either syntax", func(t *testing.T) {
		t.Parallel()
		for _, syntax := range []string{"ubl", "cii"} {
			who := e.Operator(t)
			file := stay(t, syntax, "A-1")
			r := imported(t, who, file)
			id := r["id"]
			require.NotContains(t, r, "raw_xml")
			apptest.RequireJSON(t, who.Do(t, get, pathEinvoiceHTTP(id, ""), ""), http.StatusOK, strings.NewReplacer("ID", fmt.Sprint(id), "SYNTAX", syntax,
				"NOW", e.Clock.Now().UTC().Format("2006-01-02T15:04:05Z07:00"), `"RAW"`, quoted(t, file)).Replace(whole))
			for name, value := range r {
				require.Equal(t, value, ok(t, who.Do(t, get, pathEinvoiceHTTP(id, ""), ""), http.StatusOK)[name])
			}
		}
	})

	t.Run("a form with the file is taken too", func(t *testing.T) {
		t.Parallel()
		var form bytes.Buffer
		w := multipart.NewWriter(&form)
		part, err := w.CreateFormFile("file", "rechnung.xml")
		require.NoError(t, err)
		_, err = part.Write([]byte(stay(t, "ubl", "B-1")))
		require.NoError(t, err)
		require.NoError(t, w.Close())
		r := ok(t, e.Manager(t).Do(t, post, einvoiceHTTPImports, form.String(), apptest.Header("Content-Type", w.FormDataContentType())), http.StatusCreated)
		require.Equal(t, "B-1", r["invoice_number"])
	})

	t.Run("what is not XML is refused by the name of the field", func(t *testing.T) {
		t.Parallel()
		who := e.Manager(t)
		for _, bad := range []string{"", "invoice 1", `{"a":1}`, stay(t, "ubl", "C-1")[:3000], `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>`} {
			requireField(t, who.Do(t, post, einvoiceHTTPImports, bad, asXML), "file")
		}
		require.EqualValues(t, 0, ok(t, who.Do(t, get, inbox, ""), http.StatusOK)["count"])
	})

	t.Run("XML that is no e-invoice is kept with the reason", func(t *testing.T) {
		t.Parallel()
		who := e.Manager(t)
		for file, why := range map[string]string{
			"<html/>": "not an e-invoice of EN 16931: line 1: the root element is not an Invoice",
			strings.Replace(stay(t, "cii", "X"), ">20300506<", "><", 1): "the date of issue BT-2 is missing",
		} {
			r := imported(t, who, file)
			require.Equal(t, "error", r["status"])
			require.Equal(t, "received", r["direction"])
			require.Contains(t, r["error"], why)
			require.Nil(t, r["total"])
			require.Nil(t, r["document_type"])
			require.Nil(t, r["syntax"])
			require.Equal(t, file, ok(t, who.Do(t, get, pathEinvoiceHTTP(r["id"], ""), ""), http.StatusOK)["raw_xml"])
			require.Equal(t, http.StatusConflict, who.Do(t, post, pathEinvoiceHTTP(r["id"], "link/"), `{"invoice":null}`).Code)
		}
	})

	t.Run("the same bytes are stored once, of each account", func(t *testing.T) {
		t.Parallel()
		who, other := e.Manager(t), e.Manager(t)
		file := stay(t, "ubl", "D-1")
		first := imported(t, who, file)
		again := ok(t, who.Do(t, post, einvoiceHTTPImports, file, asXML), http.StatusConflict)
		require.Equal(t, "already_exists", again["code"])
		require.Equal(t, first["id"], again["id"])
		imported(t, other, file)
		imported(t, who, file+"\n")

		codes := apptest.AtOnce(4, func(int) int { return who.Do(t, post, einvoiceHTTPImports, stay(t, "ubl", "D-2"), asXML).Code })
		require.Equal(t, map[int]int{http.StatusCreated: 1, http.StatusConflict: 3}, codes)
	})

	t.Run("a file above 10 MiB is too large, one below is read", func(t *testing.T) {
		t.Parallel()
		who := e.Manager(t)
		file := stay(t, "ubl", "E-1")
		fill := strings.Repeat(" ", en16931.MaxSize-len(file))
		require.Equal(t, http.StatusRequestEntityTooLarge, who.Do(t, post, einvoiceHTTPImports, file+fill+" ", asXML).Code)
		imported(t, who, file+fill)
		require.Equal(t, http.StatusUnsupportedMediaType, who.Do(t, post, einvoiceHTTPImports, file, apptest.Header("Content-Type", "application/pdf")).Code)
	})

	t.Run("an import is in the audit trail", func(t *testing.T) {
		t.Parallel()
		who := e.Manager(t)
		r := imported(t, who, stay(t, "ubl", "F-1"))
		entries, err := audittest.Of(t.Context(), e.DB, who.User.OwnerID, "einvoice", int64(r["id"].(float64)))
		require.NoError(t, err)
		require.Len(t, entries, 1)
		require.Equal(t, "import", entries[0].Action)
		require.JSONEq(t, `{"invoice_number":"F-1","seller":"Hotel Adria Betriebs GmbH","buyer":"Sonnenreisen AG","status":"received","linked_invoice":null}`, string(entries[0].After))
	})

	t.Run("a full inbox takes no more", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t, apptest.With(func(d *einvoice.Deps) { d.Store = fullStore{d.Store} }))
		res := e.Manager(t).Do(t, post, einvoiceHTTPImports, stay(t, "ubl", "G-1"), asXML)
		require.Equal(t, "inbox_full", ok(t, res, http.StatusConflict)["code"])
	})
}

func TestImport_ExactBytes(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	who := e.Manager(t)

	t.Run("a file in another encoding is shown as text and given exactly", func(t *testing.T) {
		t.Parallel()
		text := strings.Replace(stay(t, "ubl", "H-1"), "UTF-8", "ISO-8859-1", 1)
		file, err := charmap.ISO8859_1.NewEncoder().String(text)
		require.NoError(t, err)
		r := ok(t, who.Do(t, get, pathEinvoiceHTTP(imported(t, who, file)["id"], ""), ""), http.StatusOK)
		require.Equal(t, text, r["raw_xml"])
		exact, err := base64.StdEncoding.DecodeString(r["raw_xml_base64"].(string))
		require.NoError(t, err)
		require.Equal(t, file, string(exact))
	})

	t.Run("a byte order mark is only in the exact bytes", func(t *testing.T) {
		t.Parallel()
		file := "\ufeff" + stay(t, "ubl", "H-2")
		r := ok(t, who.Do(t, get, pathEinvoiceHTTP(imported(t, who, file)["id"], ""), ""), http.StatusOK)
		require.Equal(t, file, "\ufeff"+r["raw_xml"].(string))
		exact, err := base64.StdEncoding.DecodeString(r["raw_xml_base64"].(string))
		require.NoError(t, err)
		require.Equal(t, file, string(exact))
	})
}

func TestInbox(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)

	t.Run("it is listed newest first, by page and filter", func(t *testing.T) {
		t.Parallel()
		who := e.Manager(t)
		companyEinvoiceHTTP(t, who, sellerVAT)
		imported(t, who, stay(t, "ubl", "I-1"))
		imported(t, who, strings.Replace(stay(t, "ubl", "I-2"), sellerVAT, "DE999999999", 1))
		imported(t, who, "<html/>")
		for query, want := range map[string][]string{
			"":                                    {"", "I-2", "I-1"},
			"?page_size=1&page=2":                 {"I-2"},
			"?status=error":                       {""},
			"?status=received":                    {"I-2", "I-1"},
			"?status=linked":                      {},
			"?direction=issued":                   {"I-1"},
			"?direction=received":                 {"", "I-2"},
			"?direction=received&status=received": {"I-2"},
		} {
			page := apptest.Decode[struct {
				Count   int
				Results []struct {
					Number string `json:"invoice_number"`
				}
			}](t, who.Do(t, get, inbox+query, ""), http.StatusOK)
			numbers := []string{}
			for _, r := range page.Results {
				numbers = append(numbers, r.Number)
			}
			require.Equal(t, want, numbers, query)
			if !strings.Contains(query, "page") {
				require.Equal(t, len(want), page.Count, query)
			}
		}
		list := who.Do(t, get, inbox, "").Body.String()
		require.NotContains(t, list, "raw_xml")
		require.NotContains(t, list, "line_items")
		requireField(t, who.Do(t, get, inbox+"?status=sent", ""), "status")
		requireField(t, who.Do(t, get, inbox+"?direction=out", ""), "direction")
	})

	t.Run("nobody sees that of another account, and users need the permission for the whole of it", func(t *testing.T) {
		t.Parallel()
		who, p := e.Hotel(t, "Adria")
		id := imported(t, who, stay(t, "ubl", "J-1"))["id"]
		stranger := e.Operator(t)
		apptest.RequireNotFound(t, stranger.Do(t, get, pathEinvoiceHTTP(id, ""), ""))
		apptest.RequireNotFound(t, stranger.Do(t, post, pathEinvoiceHTTP(id, "link/"), `{"invoice":null}`))
		require.EqualValues(t, 0, ok(t, stranger.Do(t, get, inbox, ""), http.StatusOK)["count"])
		apptest.RequireNotFound(t, who.Do(t, get, pathEinvoiceHTTP(999999, ""), ""))

		clerk := e.SubUser(t, who, auth.Invoicing)
		require.Equal(t, http.StatusOK, clerk.Do(t, get, pathEinvoiceHTTP(id, ""), "").Code)
		weak := e.SubUser(t, who, auth.Rooming)
		scoped := e.Scoped(t, who, []auth.Flag{auth.Invoicing}, p.ID)
		for _, refused := range []*apptest.Who{weak, scoped} {
			require.Equal(t, http.StatusForbidden, refused.Do(t, get, inbox, "").Code)
			require.Equal(t, http.StatusForbidden, refused.Do(t, get, pathEinvoiceHTTP(id, ""), "").Code)
			require.Equal(t, http.StatusForbidden, refused.Do(t, post, pathEinvoiceHTTP(id, "link/"), `{"invoice":null}`).Code)
			require.Equal(t, http.StatusForbidden, refused.Do(t, post, einvoiceHTTPImports, stay(t, "ubl", "J-2"), asXML).Code)
		}
	})
}

// requireField checks that a request is refused for one field.
func requireField(t *testing.T, res *httptest.ResponseRecorder, field string) {
	t.Helper()
	v := ok(t, res, http.StatusBadRequest)
	require.Equal(t, "validation_failed", v["code"])
	require.Len(t, v["errors"], 1)
	require.Equal(t, field, v["errors"].([]any)[0].(object)["field"])
}

// quoted returns a text as JSON.
func quoted(t *testing.T, s string) string {
	t.Helper()
	b, err := json.Marshal(s)
	require.NoError(t, err)
	return string(b)
}

// whole is the answer to a read of stay_ubl.xml or stay_cii.xml.
const whole = `{"id":ID,"invoice_number":"A-1","issue_date":"2030-05-06","due_date":"2030-06-05","currency":"EUR",
"seller":{"name":"Hotel Adria Betriebs GmbH","vat_id":"DE111111125","tax_number":"27/123/45678","registration_number":"HRB 4711","identifier":"S-1",
"street":"Seeweg 1","postal_code":"23730","city":"Neustadt","country":"DE","electronic_address":"bill@adria.example","electronic_address_scheme":"EM",
"contact_name":"Ada Beck","contact_phone":"+49 4561 100","contact_email":"ada@adria.example"},
"buyer":{"name":"Sonnenreisen AG","vat_id":"ATU12345675","tax_number":"","registration_number":"FN 12345a","identifier":"B-9",
"street":"Ring 7","postal_code":"1010","city":"Wien","country":"AT","electronic_address":"in@sonne.example","electronic_address_scheme":"EM",
"contact_name":"","contact_phone":"","contact_email":""},
"tax_breakdown":[{"category":"S","rate":"7.00","taxable_amount":"460.00","tax_amount":"32.20","reason":""},
{"category":"S","rate":"19.00","taxable_amount":"20.00","tax_amount":"3.80","reason":""},
{"category":"O","rate":"0.00","taxable_amount":"0.00","tax_amount":"0.00","reason":"Not subject to VAT"}],
"subtotal":"480.00","tax_total":"36.00","total":"516.00","amount_due":"415.99","document_type":"invoice","syntax":"SYNTAX","profile":"urn:cen.eu:en16931:2017",
"status":"received","direction":"received","linked_invoice":null,"candidates":[],"error":"","created_at":"NOW",
"line_items":[
{"line_id":"1","part_of":"","description":"Double room, half board","quantity":"4.00","unit_code":"DAY","unit_price":"120.005","base_quantity":"1.00","line_total":"480.02","tax_category":"S","tax_rate":"7.00","from":"2030-05-01","to":"2030-05-05"},
{"line_id":"1.1","part_of":"1","description":"Room","quantity":"4.00","unit_code":"DAY","unit_price":"90.005","base_quantity":"1.00","line_total":"360.02","tax_category":"S","tax_rate":"7.00","from":null,"to":null},
{"line_id":"1.2","part_of":"1","description":"Half board","quantity":"4.00","unit_code":"DAY","unit_price":"30.00","base_quantity":"1.00","line_total":"120.00","tax_category":"S","tax_rate":"7.00","from":null,"to":null},
{"line_id":"2","part_of":"","description":"Pool towels","quantity":"12.00","unit_code":"C62","unit_price":"5.50","base_quantity":"6.00","line_total":"11.00","tax_category":"S","tax_rate":"19.00","from":null,"to":null},
{"line_id":"3","part_of":"","description":"Visitor's tax","quantity":"-8.00","unit_code":"IE","unit_price":"0.00","base_quantity":"1.00","line_total":"0.00","tax_category":"O","tax_rate":"0.00","from":null,"to":null}],
"raw_xml":"RAW","raw_xml_base64":null}`
