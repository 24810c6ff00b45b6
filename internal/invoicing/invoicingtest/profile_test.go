package invoicingtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
)

const (
	profileHTTPPath    = "/api/einvoice/profile/"
	profileHTTPCompany = "/api/settings/company/"
	profileHTTPIban    = "GR1601101250000000012300695"
)

func read(t *testing.T, who *apptest.Who) object {
	t.Helper()
	return apptest.Decode[object](t, who.Do(t, get, profileHTTPPath, ""), http.StatusOK)
}

func save(t *testing.T, who *apptest.Who, body string) object {
	t.Helper()
	return apptest.Decode[object](t, who.Do(t, put, profileHTTPPath, body), http.StatusOK)
}

// requireMember compares one member of an answer with JSON.
func requireMember(t *testing.T, answer object, name, want string) {
	t.Helper()
	b, err := json.Marshal(answer[name])
	require.NoError(t, err)
	require.JSONEq(t, want, string(b))
}

func TestProfile(t *testing.T) {
	t.Parallel()

	t.Run("a blank profile shows what the company and the manager stand in for, and what is missing", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		answer := read(t, m)
		for _, name := range []string{
			"vat_id", "iban", "bic", "country", "electronic_address", "electronic_address_scheme", "buyer_reference", "contact_name", "contact_phone", "contact_email",
		} {
			require.Empty(t, answer[name], name)
			require.Contains(t, answer, name)
		}
		requireMember(t, answer, "effective", fmt.Sprintf(`{
			"vat_id":"","iban":"","bic":"","country":"GR","electronic_address":%[1]q,"electronic_address_scheme":"EM","buyer_reference":"",
			"contact_name":"Anna Petrou","contact_phone":"","contact_email":%[1]q,
			"name":"Company of manager1","registration_number":"","address":"","postal_code":"","city":""}`, m.User.Email))
		requireMember(t, answer, "missing", `[
			{"field":"city","message":"is required: set it in the company profile"},
			{"field":"postal_code","message":"is required: set it in the company profile"},
			{"field":"contact_phone","message":"is required, with at least three digits"},
			{"field":"iban","message":"is required: the account that the buyer pays to"},
			{"field":"vat_id","message":"is required"}]`)
		schemes := answer["available_schemes"].([]any)
		require.Equal(t, object{"code": "EM", "name": "E-mail address"}, schemes[0])
		require.Contains(t, schemes, any(object{"code": "9933", "name": "VAT number of Greece"}))
	})

	t.Run("nothing is missing once profile and company have it, and the company's changes show at once", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		require.Len(t, save(t, m, `{"iban":"`+profileHTTPIban+`","vat_id":"EL123456789","contact_phone":"+30 2810 123456"}`)["missing"], 2)
		require.Equal(t, http.StatusOK, m.Do(t, put, profileHTTPCompany, `{"city":"Heraklion","postal_code":"71201","phone":"210 1","vat_id":"EL999999999"}`).Code)
		answer := read(t, m)
		requireMember(t, answer, "missing", `[]`)
		effective := answer["effective"].(object)
		require.Equal(t, []any{"Heraklion", "EL123456789", "+30 2810 123456"}, []any{effective["city"], effective["vat_id"], effective["contact_phone"]})
		answer = save(t, m, `{"vat_id":null,"contact_phone":null}`)
		effective = answer["effective"].(object)
		require.Equal(t, []any{"", "", "EL999999999", "210 1"}, []any{answer["vat_id"], answer["contact_phone"], effective["vat_id"], effective["contact_phone"]})
	})

	t.Run("it is changed field by field, and kept as systems want it", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		o := e.Operator(t)
		save(t, o, `{"iban":"gr16 0110 1250 0000 0001 2300 695","bic":" ethngraa ","vat_id":"gr 123-456-789","country":"gr","contact_email":"Anna@Hotel.Example","buyer_reference":" R 1 "}`)
		answer := save(t, o, `{"bic":null,"contact_name":"Jan Berg"}`)
		require.Equal(t, []any{profileHTTPIban, "", "EL123456789", "GR", "anna@hotel.example", "R 1", "Jan Berg"}, []any{
			answer["iban"], answer["bic"], answer["vat_id"], answer["country"], answer["contact_email"], answer["buyer_reference"], answer["contact_name"],
		})
		require.Equal(t, answer, read(t, o))
		b, err := json.Marshal(answer)
		require.NoError(t, err)
		require.Equal(t, answer, save(t, o, string(b)), "an answer can be sent back whole")
	})

	t.Run("every bad field is named", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		apptest.RequireInvalid(t, m.Do(t, put, profileHTTPPath, `{"vat_id":"123","iban":"GR1601101250000000012300696","bic":"X","country":"Greece",
			"electronic_address":"office","buyer_reference":"a\nb","contact_name":"a\tb","contact_phone":"call","contact_email":"office"}`),
			"vat_id", "must be a VAT number with its country in front, such as EL123456789 or DE123456789",
			"iban", "must be an IBAN such as GR16 0110 1250 0000 0001 2300 695: look for a wrong or missing digit",
			"bic", "must be a BIC of 8 or 11 letters and digits, such as ETHNGRAA",
			"country", "must be an ISO 3166-1 alpha-2 code such as GR or DE",
			"electronic_address", "must be an e-mail address such as invoices@example.com; for another kind of address give its electronic_address_scheme too",
			"buyer_reference", "must be one line of text",
			"contact_name", "must be one line of text",
			"contact_phone", "must be a phone number of at most 40 characters, such as +30 2810 123456",
			"contact_email", "must be an e-mail address such as name@example.com")
		apptest.RequireUnknown(t, m.Do(t, put, profileHTTPPath, `{"ibann":"x"}`), "ibann", `is not known here; did you mean "iban"?`)
		require.Empty(t, read(t, m)["iban"])
	})
}

func TestProfile_access(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m, p := e.Hotel(t, "Hotel Aurora")
	save(t, m, `{"iban":"`+profileHTTPIban+`"}`)

	apptest.RequireNotSignedIn(t, e.Do(t, get, profileHTTPPath, ""))
	require.Equal(t, http.StatusForbidden, e.Admin(t).Do(t, get, profileHTTPPath, "").Code, "staff have no invoices")
	without := e.SubUser(t, m, auth.Settings)
	for method, body := range map[string]string{get: "", put: `{"bic":"ETHNGRAA"}`} {
		apptest.RequireError(t, without.Do(t, method, profileHTTPPath, body), http.StatusForbidden, "forbidden",
			`your user lacks the permission "invoicing"; the manager of the account can grant it`)
	}
	clerk := e.SubUser(t, m, auth.Invoicing)
	require.Equal(t, profileHTTPIban, read(t, clerk)["iban"])
	require.Equal(t, "ETHNGRAA", save(t, clerk, `{"bic":"ETHNGRAA"}`)["bic"])
	scoped := e.Scoped(t, m, []auth.Flag{auth.Invoicing}, p.ID)
	require.Equal(t, profileHTTPIban, read(t, scoped)["iban"])
	apptest.RequireError(t, scoped.Do(t, put, profileHTTPPath, `{"bic":null}`), http.StatusForbidden, "forbidden",
		"your user may work on some properties only; this concerns the whole account")
	require.Equal(t, "ETHNGRAA", read(t, m)["bic"])
	require.Empty(t, read(t, e.Operator(t))["iban"], "another account has its own profile")
}

func TestProfile_electronicAddress(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m := e.Manager(t)
	const (
		noEmail   = "must be an e-mail address such as invoices@example.com"
		noGerman  = "must be a VAT number of Germany, with or without DE in front"
		noLeitweg = "must be a Leitweg-ID such as 04011000-1234512345-06"
		noGLN     = "must be a GLN: 13 digits, of which the last is a check digit"
	)
	tests := map[string]struct{ scheme, address, stored, problem string }{
		"an e-mail address":              {"em", "Office@Hotel.example ", "office@hotel.example", ""},
		"no e-mail address":              {"EM", "DE123456789", "", noEmail},
		"a German VAT number":            {"9930", "de 123 456 789", "DE123456789", ""},
		"one without its country":        {"9930", "123456789", "123456789", ""},
		"a VAT number of another":        {"9930", "ATU12345678", "", noGerman},
		"an e-mail address for VAT":      {"9930", "office@hotel.example", "", noGerman},
		"a Greek tax number":             {"9933", "GR123456789", "EL123456789", ""},
		"an Austrian one":                {"9914", "U12345678", "U12345678", ""},
		"a Leitweg-ID":                   {"0204", "04011000-1234512345-06", "04011000-1234512345-06", ""},
		"a Leitweg-ID of two parts":      {"0204", "991 - 06", "991-06", ""},
		"a Leitweg-ID without its check": {"0204", "04011000-1234512345", "", noLeitweg},
		"a GLN":                          {"0088", "1234 5678 90128", "1234567890128", ""},
		"a GLN with a wrong digit":       {"0088", "1234567890129", "", noGLN},
		"a GLN that is too short":        {"0088", "123456789012", "", noGLN},
		"a Belgian enterprise":           {"0208", "0123.456.789", "0123456789", ""},
		"a Belgian enterprise, short":    {"0208", "123456789", "", "must have 10 digits"},
		"nothing for a VAT number":       {"9930", "", "", "is required for the scheme 9930"},
		"nothing for an e-mail address":  {"EM", "", "", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			res := m.Do(t, put, profileHTTPPath, fmt.Sprintf(`{"electronic_address_scheme":%q,"electronic_address":%q}`, tt.scheme, tt.address))
			if tt.problem != "" {
				apptest.RequireInvalid(t, res, "electronic_address", tt.problem)
				return
			}
			require.Equal(t, tt.stored, apptest.Decode[object](t, res, http.StatusOK)["electronic_address"])
		})
	}
}

func TestProfile_addressScheme(t *testing.T) {
	t.Parallel()

	t.Run("one that is not known is refused", func(t *testing.T) {
		t.Parallel()
		m := apptest.New(t).Manager(t)
		apptest.RequireInvalid(t, m.Do(t, put, profileHTTPPath, `{"electronic_address_scheme":"9999","electronic_address":"x"}`),
			"electronic_address_scheme", "must be one of the codes in available_schemes, such as EM, 0088 or 9930")
	})

	t.Run("it can be removed only with its address, and then the e-mail address of the company is used", func(t *testing.T) {
		t.Parallel()
		m := apptest.New(t).Manager(t)
		save(t, m, `{"electronic_address_scheme":"9930","electronic_address":"DE123456789"}`)
		apptest.RequireInvalid(t, m.Do(t, put, profileHTTPPath, `{"electronic_address_scheme":null}`), "electronic_address",
			"must be an e-mail address such as invoices@example.com; for another kind of address give its electronic_address_scheme too")
		effective := save(t, m, `{"electronic_address_scheme":null,"electronic_address":null}`)["effective"].(object)
		require.Equal(t, []any{"EM", m.User.Email}, []any{effective["electronic_address_scheme"], effective["electronic_address"]})
	})
}
