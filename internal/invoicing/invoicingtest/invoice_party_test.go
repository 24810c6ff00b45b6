package invoicingtest

import (
	"maps"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/testkit/pdftest"
)

// present sets what invoices say of an account.
func present(t *testing.T, who *apptest.Who, company, profile object) {
	t.Helper()
	body(t, who.Do(t, put, "/api/settings/company/", text(t, company)), http.StatusOK)
	body(t, who.Do(t, put, "/api/einvoice/profile/", text(t, profile)), http.StatusOK)
}

func TestInvoice_Parties(t *testing.T) {
	t.Parallel()

	// changed is a copy of an object with some values changed.
	changed := func(o, changes object) object {
		o = maps.Clone(o)
		maps.Copy(o, changes)
		return o
	}
	// parties is what an invoice shows besides its own fields.
	parties := func(t *testing.T, who *apptest.Who, v object) object {
		t.Helper()
		got := body(t, who.Do(t, get, at(v, ""), ""), http.StatusOK)
		return object{"seller": got["seller"], "buyer": got["buyer"], "payment": got["payment"]}
	}

	t.Run("a sent invoice keeps both sides and the account, as its PDF does; a draft has what holds now", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		present(t, b.hotel, object{
			"name": "Poseidon", "legal_name": "Poseidon A.E.", "vat_id": "EL094259216", "registration_number": "012345678000", "address": "Akti 4",
			"postal_code": "72100", "city": "Agios Nikolaos", "phone": "+30 28410 12345", "email": "office@poseidon.example",
		}, object{"iban": "GR1601101250000000012300695", "bic": "ETHNGRAA", "contact_name": "Anna Papadaki"})
		present(t, b.operator, object{
			"legal_name": "Nordlicht GmbH", "vat_id": "DE811569869", "registration_number": "HRB 12345", "address": "Hafenweg 7",
			"postal_code": "20457", "city": "Hamburg", "country": "DE", "phone": "+49 40 123456", "email": "info@nordlicht.example",
		}, object{"contact_name": "Jana Berg"})
		template := body(t, b.hotel.Do(t, post, templates, `{"name":"Groups","payment_terms":"Within 14 days"}`), http.StatusCreated)
		draft, sent := b.create(t, object{"template": template["id"]}), b.create(t, object{"template": template["id"]})
		do(t, b.hotel, sent, "send/")

		before := object{
			"seller": object{
				"name": "Poseidon A.E.", "vat_id": "EL094259216", "tax_number": "", "registration_number": "012345678000", "street": "Akti 4",
				"postal_code": "72100", "city": "Agios Nikolaos", "country": "GR",
				"contact_name": "Anna Papadaki", "contact_phone": "+30 28410 12345", "contact_email": "office@poseidon.example",
			},
			"buyer": object{
				"name": "Nordlicht GmbH", "vat_id": "DE811569869", "tax_number": "", "registration_number": "HRB 12345", "street": "Hafenweg 7",
				"postal_code": "20457", "city": "Hamburg", "country": "DE",
				"contact_name": "Jana Berg", "contact_phone": "+49 40 123456", "contact_email": "info@nordlicht.example",
			},
			"payment": object{
				"payment_terms": "Within 14 days", "bank_details": "", "account_holder": "Poseidon A.E.", "iban": "GR1601101250000000012300695", "bic": "ETHNGRAA",
			},
		}
		require.Equal(t, before, parties(t, b.hotel, draft))
		require.Equal(t, before, parties(t, b.hotel, sent))

		present(t, b.hotel, object{"name": "Neptun", "legal_name": "Neptun A.E.", "vat_id": "EL123456789"}, object{"iban": "DE02120300000000202051", "bic": "BYLADEM1001"})
		present(t, b.operator, object{"legal_name": "Nordwind GmbH"}, object{})
		body(t, b.hotel.Do(t, put, templates+text(t, template["id"])+"/", `{"payment_terms":"At once","bank_details":"Cash only"}`), http.StatusOK)
		require.Equal(t, before, parties(t, b.hotel, sent))
		require.Equal(t, before, parties(t, b.operator, sent))
		res := b.hotel.Do(t, get, at(sent, "pdf/"), "")
		require.Equal(t, http.StatusOK, res.Code)
		printed := pdftest.Text(t, res.Body.Bytes())
		for _, part := range []string{"Poseidon A.E.", "EL094259216", "GR16 0110 1250 0000 0001 2300 695", "Nordlicht GmbH", "Within 14 days"} {
			require.Contains(t, printed, part)
		}
		require.NotContains(t, printed, "Neptun")

		require.Equal(t, object{
			"seller": changed(before["seller"].(object), object{"name": "Neptun A.E.", "vat_id": "EL123456789"}),
			"buyer":  changed(before["buyer"].(object), object{"name": "Nordwind GmbH"}),
			"payment": object{
				"payment_terms": "At once", "bank_details": "Cash only", "account_holder": "Neptun A.E.", "iban": "DE02120300000000202051", "bic": "BYLADEM1001",
			},
		}, parties(t, b.hotel, draft))
	})

	t.Run("a recipient outside the platform is the buyer as it was written", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		v := b.create(t, object{
			"partner": nil, "recipient_name": "Agentur Müller", "recipient_email": "mueller@reise.example", "recipient_street": "Markt 1",
			"recipient_postal_code": "5020", "recipient_city": "Salzburg", "recipient_country": "AT", "recipient_vat_id": "ATU12345678",
		})
		buyer := object{
			"name": "Agentur Müller", "vat_id": "ATU12345678", "tax_number": "", "registration_number": "", "street": "Markt 1",
			"postal_code": "5020", "city": "Salzburg", "country": "AT", "contact_name": "", "contact_phone": "", "contact_email": "mueller@reise.example",
		}
		require.Equal(t, buyer, parties(t, b.hotel, v)["buyer"])
		require.Equal(t, buyer, do(t, b.hotel, v, "send/")["buyer"])
	})
}
