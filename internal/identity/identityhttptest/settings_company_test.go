package identityhttptest

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
)

func TestCompany(t *testing.T) {
	t.Parallel()

	t.Run("is read by everybody of the account and changed field by field", func(t *testing.T) {
		t.Parallel()
		e := setup(t)
		m := e.Manager(t)
		apptest.RequireJSON(t, m.Do(t, put, path("company/"), `{"city":"Heraklion","phone":"+30 2810 1234","legal_name":"Poseidon AE"}`), http.StatusOK, fmt.Sprintf(`{
			"name":%q,"legal_name":"Poseidon AE","vat_id":"","registration_number":"","address":"","postal_code":"","city":"Heraklion","country":"GR",
			"phone":"+30 2810 1234","email":%q,"website":"","logo":null,"currency":"EUR","timezone":"UTC"}`, "Company of manager1", m.User.Email))
		require.Empty(t, ok(t, m.Do(t, put, path("company/"), `{"city":null}`), http.StatusOK)["city"])
		read := e.SubUser(t, m).Do(t, get, path("company/"), "")
		require.Equal(t, "Poseidon AE", ok(t, read, http.StatusOK)["legal_name"])
		back := m.Do(t, put, path("company/"), read.Body.String())
		require.Equal(t, read.Body.String(), back.Body.String(), "an answer can be sent back whole")
	})

	t.Run("refusals", func(t *testing.T) {
		t.Parallel()
		e := setup(t)
		m := e.Manager(t)
		apptest.RequireInvalid(t, m.Do(t, put, path("company/"), `{"name":null,"country":null}`),
			"name", "is required", "country", "must be an ISO 3166-1 alpha-2 code such as GR or DE")
		apptest.RequireNotSignedIn(t, e.Do(t, get, path("company/"), ""))
		require.Equal(t, http.StatusForbidden, e.SubUser(t, m).Do(t, put, path("company/"), `{"city":"x"}`).Code)
		require.Equal(t, http.StatusOK, e.SubUser(t, m, "settings").Do(t, put, path("company/"), `{"city":"x"}`).Code)
		require.Equal(t, http.StatusForbidden, e.Admin(t).Do(t, get, path("company/"), "").Code)
	})

	t.Run("the logo comes as a file, is served, and null removes it", func(t *testing.T) {
		t.Parallel()
		e := setup(t)
		m := e.Manager(t)
		var b bytes.Buffer
		require.NoError(t, png.Encode(&b, image.NewNRGBA(image.Rect(0, 0, 10, 10))))
		body, header := formSettings(t, "logo", b.String())
		url, _ := ok(t, m.Do(t, put, path("company/"), body, header), http.StatusOK)["logo"].(string)
		require.True(t, strings.HasPrefix(url, apptest.BaseURL+"/media/logos/"), url)
		res := e.Do(t, get, strings.TrimPrefix(url, apptest.BaseURL), "")
		require.Equal(t, http.StatusOK, res.Code)
		require.Equal(t, "image/png", res.Header().Get("Content-Type"))
		require.Equal(t, url, ok(t, m.Do(t, put, path("company/"), `{"city":"x"}`), http.StatusOK)["logo"])
		require.Nil(t, ok(t, m.Do(t, put, path("company/"), `{"logo":null}`), http.StatusOK)["logo"])
		body, header = formSettings(t, "logo", "no picture")
		require.Equal(t, http.StatusBadRequest, m.Do(t, put, path("company/"), body, header).Code)
	})

	t.Run("the canonical path has no slash and adds the account", func(t *testing.T) {
		t.Parallel()
		e := setup(t)
		m := e.Operator(t)
		res := m.Do(t, get, path("company/settings/"), "")
		require.Equal(t, http.StatusPermanentRedirect, res.Code)
		require.Equal(t, "/api/settings/company/settings", res.Header().Get("Location"))
		all := ok(t, m.Do(t, get, path("company/settings"), ""), http.StatusOK)
		require.Equal(t, "GR", all["country"])
		acc, _ := all["account"].(settingsObject)
		require.Equal(t, []any{float64(m.User.ID), "tour_operator"}, []any{acc["id"], acc["account_type"]})
		require.NotEmpty(t, acc["plan"])
		require.Equal(t, "Side", ok(t, m.Do(t, put, path("company/settings"), `{"city":"Side"}`), http.StatusOK)["city"])
	})
}

func TestPreferences(t *testing.T) {
	t.Parallel()

	t.Run("are everybody's own, staff's too", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t, apptest.With(twoKinds))
		m := e.Manager(t)
		for _, w := range []*apptest.Who{m, e.SubUser(t, m), e.Admin(t)} {
			kinds := `{"invoice_received":true,"stop_sale":true}`
			if w.User.AccountType == auth.Admin {
				kinds = `{"stop_sale":true}` // staff choose among what staff get
			}
			apptest.RequireJSON(t, w.Do(t, put, path("preferences/edit/"), `{"theme":"dark","density":"compact","language":"tr","email_notifications":{"stop_sale":true}}`), http.StatusOK,
				`{"language":"tr","date_format":"auto","timezone":"UTC","theme":"dark","density":"compact","email_notifications":`+kinds+`,"auto_reminders":false}`)
			require.Equal(t, "dark", ok(t, w.Do(t, get, path("preferences/"), ""), http.StatusOK)["theme"])
			session := ok(t, w.Do(t, get, "/api/auth/session/", ""), http.StatusOK)
			require.Equal(t, ok(t, w.Do(t, get, path("preferences/"), ""), http.StatusOK), session["preferences"])
			require.Equal(t, "system", ok(t, w.Do(t, put, path("preferences/edit/"), `{"theme":null,"email_notifications":{"stop_sale":null}}`), http.StatusOK)["theme"])
		}
	})

	t.Run("bad values are named", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t, apptest.With(twoKinds))
		m := e.Manager(t)
		apptest.RequireUnknown(t, m.Do(t, put, path("preferences/edit/"), `{"theme":"pink","density":"huge","email_notifications":{"x":true}}`),
			"theme", "must be one of system, light, dark", "density", "must be one of normal, compact, detailed", "email_notifications.x", "is not known here")
		apptest.RequireInvalid(t, m.Do(t, put, path("preferences/edit/"), `{"email_notifications":{"stop_sale":"yes"}}`),
			"email_notifications.stop_sale", "must be true or false")
	})

	t.Run("personal settings are profile and preferences in one", func(t *testing.T) {
		t.Parallel()
		e := setup(t)
		m := e.Manager(t)
		require.Equal(t, http.StatusPermanentRedirect, m.Do(t, get, path("account/settings/"), "").Code)
		read := m.Do(t, get, path("account/settings"), "")
		require.Equal(t, "Anna", ok(t, read, http.StatusOK)["first_name"])
		back := m.Do(t, put, path("account/settings"), read.Body.String())
		require.Equal(t, read.Body.String(), back.Body.String())
		v := ok(t, m.Do(t, put, path("account/settings"), `{"first_name":"Eleni","language":"el","timezone":"Europe/Athens"}`), http.StatusOK)
		require.Equal(t, []any{"Eleni", "el", "Europe/Athens"}, []any{v["first_name"], v["language"], v["timezone"]})
	})
}
