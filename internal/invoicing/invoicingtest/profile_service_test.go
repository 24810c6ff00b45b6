package invoicingtest

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/settings"
	"allot/internal/invoicing/document"
	"allot/internal/invoicing/profile"
	"allot/internal/platform/apperr"
	"allot/internal/testkit/audittest"
	"allot/internal/testkit/dbtest"
)

const profileIban = "GR1601101250000000012300695"

func ptr(s string) *string { return &s }

func update(t *testing.T, e *apptest.Env, who *apptest.Who, c profile.Change) profile.Shown {
	t.Helper()
	shown, err := e.Profiles.Update(who.Context(t), who.Caller, c)
	require.NoError(t, err)
	return shown
}

func setCompany(t *testing.T, e *apptest.Env, who *apptest.Who, in settings.CompanyInput) {
	t.Helper()
	_, err := e.Settings.UpdateCompany(who.Context(t), who.Caller, in)
	require.NoError(t, err)
}

// poseidon is a company with everything that an invoice names.
func poseidon() settings.CompanyInput {
	return settings.CompanyInput{
		Name: ptr("Poseidon"), LegalName: ptr("Poseidon AE"), VATID: ptr("EL123456789"), RegistrationNumber: ptr("GEMI 42"),
		Address: ptr("Odos 1"), PostalCode: ptr("71201"), City: ptr("Heraklion"), Country: ptr("GR"),
		Phone: ptr("+30 2810 123456"), Email: ptr("office@poseidon.example"),
	}
}

func TestService_Party(t *testing.T) {
	t.Parallel()

	t.Run("an account without a profile is its company, and its manager the contact", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		setCompany(t, e, m, poseidon())
		party, payment, reference, err := e.Profiles.Party(t.Context(), m.User.OwnerID)
		require.NoError(t, err)
		require.Equal(t, document.Party{
			Name: "Poseidon AE", Registration: "GEMI 42", VATID: "EL123456789", Endpoint: "office@poseidon.example", EndpointScheme: "EM",
			Street: "Odos 1", PostalCode: "71201", City: "Heraklion", Country: "GR",
			ContactName: "Anna Petrou", ContactPhone: "+30 2810 123456", ContactEmail: "office@poseidon.example",
		}, party)
		require.Equal(t, document.Payment{Holder: "Poseidon AE"}, payment)
		require.Empty(t, reference)
	})

	t.Run("what the profile says comes before the company", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Operator(t)
		setCompany(t, e, m, poseidon())
		setCompany(t, e, m, settings.CompanyInput{LegalName: ptr("")})
		update(t, e, m, profile.Change{
			VATID: ptr("DE123456789"), IBAN: ptr(profileIban), BIC: ptr("ETHNGRAA"), Country: ptr("DE"),
			ElectronicAddress: ptr("04011000-1234512345-06"), ElectronicAddressScheme: ptr("0204"), BuyerReference: ptr("Ref 1"),
			ContactName: ptr("Jan Berg"), ContactPhone: ptr("+49 30 1234"), ContactEmail: ptr("jan@poseidon.example"),
		})
		party, payment, reference, err := e.Profiles.Party(t.Context(), m.User.OwnerID)
		require.NoError(t, err)
		require.Equal(t, document.Party{
			Name: "Poseidon", Registration: "GEMI 42", VATID: "DE123456789", Endpoint: "04011000-1234512345-06", EndpointScheme: "0204",
			Street: "Odos 1", PostalCode: "71201", City: "Heraklion", Country: "DE",
			ContactName: "Jan Berg", ContactPhone: "+49 30 1234", ContactEmail: "jan@poseidon.example",
		}, party)
		require.Equal(t, document.Payment{IBAN: profileIban, BIC: "ETHNGRAA", Holder: "Poseidon"}, payment)
		require.Equal(t, "Ref 1", reference)
	})

	t.Run("the manager stands in where the company has no e-mail address", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		setCompany(t, e, m, settings.CompanyInput{Email: ptr("")})
		party, _, _, err := e.Profiles.Party(t.Context(), m.User.OwnerID)
		require.NoError(t, err)
		require.Equal(t, []string{m.User.Email, "EM", m.User.Email}, []string{party.Endpoint, party.EndpointScheme, party.ContactEmail})
	})

	t.Run("staff and accounts that do not exist are no party", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		for _, id := range []int64{e.Admin(t).User.ID, 1 << 40} {
			_, _, _, err := e.Profiles.Party(t.Context(), id)
			require.ErrorIs(t, err, apperr.ErrNotFound)
		}
	})

	t.Run("a complete profile costs two queries", func(t *testing.T) {
		t.Parallel()
		seen := &dbtest.Statements{}
		e := apptest.New(t, apptest.Watched(seen))
		m := e.Manager(t)
		update(t, e, m, profile.Change{ContactName: ptr("Jan Berg")})
		before := seen.Count()
		_, _, _, err := e.Profiles.Party(t.Context(), m.User.OwnerID)
		require.NoError(t, err)
		require.EqualValues(t, 2, seen.Count()-before)
	})
}

func TestService_VATID(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m := e.Manager(t)
	of := func(owner int64) string {
		t.Helper()
		id, err := e.Profiles.VATID(t.Context(), owner)
		require.NoError(t, err)
		return id
	}
	require.Empty(t, of(m.User.OwnerID))
	setCompany(t, e, m, settings.CompanyInput{VATID: ptr("EL123456789")})
	require.Equal(t, "EL123456789", of(m.User.OwnerID))
	update(t, e, m, profile.Change{VATID: ptr("de 123.456.789")})
	require.Equal(t, "DE123456789", of(m.User.OwnerID))
	require.Empty(t, of(e.Admin(t).User.ID), "staff have no company")
}

func TestService_Update(t *testing.T) {
	t.Parallel()

	t.Run("the audit trail has the profile before and after, and nothing for no change", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		c := profile.Change{IBAN: ptr(profileIban), Country: ptr("GR")}
		update(t, e, m, c)
		update(t, e, m, c)
		update(t, e, m, profile.Change{Country: ptr("")})
		entries, err := audittest.Of(t.Context(), e.DB, m.User.OwnerID, "einvoice_profile", m.User.OwnerID)
		require.NoError(t, err)
		require.Len(t, entries, 2)
		const blank = `"vat_id":"","bic":"","electronic_address":"","electronic_address_scheme":"","buyer_reference":"","contact_name":"","contact_phone":"","contact_email":""`
		require.Equal(t, "update", entries[0].Action)
		require.JSONEq(t, `{"iban":"","country":"",`+blank+`}`, string(entries[0].Before))
		require.JSONEq(t, `{"iban":"`+profileIban+`","country":"GR",`+blank+`}`, string(entries[0].After))
		require.JSONEq(t, `{"iban":"`+profileIban+`","country":"",`+blank+`}`, string(entries[1].After))
	})

	t.Run("changes that come at once are all kept", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		changes := []profile.Change{{IBAN: ptr(profileIban)}, {BIC: ptr("ETHNGRAA")}, {Country: ptr("DE")}, {ContactName: ptr("Jan Berg")}, {BuyerReference: ptr("Ref 1")}}
		ended := apptest.AtOnce(len(changes), func(i int) int {
			if _, err := e.Profiles.Update(m.Context(t), m.Caller, changes[i]); err != nil {
				return http.StatusInternalServerError
			}
			return http.StatusOK
		})
		require.Equal(t, map[int]int{http.StatusOK: len(changes)}, ended)
		shown, err := e.Profiles.Show(m.Context(t), m.Caller)
		require.NoError(t, err)
		require.Equal(t, profile.Values{IBAN: profileIban, BIC: "ETHNGRAA", Country: "DE", ContactName: "Jan Berg", BuyerReference: "Ref 1"}, shown.Values)
	})
}
