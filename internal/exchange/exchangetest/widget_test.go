// Package widgettest tests widgets with the whole program.
package exchangetest

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/testkit/audittest"
)

const (
	widgetCreate = "/api/settings/widget/create/"
)

// settings is the answer to the hotel.
type settings struct {
	ID        int64    `json:"id"`
	Property  int64    `json:"property"`
	PublicID  string   `json:"public_id"`
	Theme     string   `json:"theme"`
	Color     string   `json:"color"`
	Language  string   `json:"language"`
	Show      []string `json:"show"`
	EmbedCode string   `json:"embed_code"`

	AllowedHosts []string `json:"allowed_hosts"`
}

func atWidget(property int64) string { return fmt.Sprintf("/api/settings/widget/%d/", property) }

func made(t *testing.T, who *apptest.Who, property int64) settings {
	t.Helper()
	return apptest.Decode[settings](t, who.Do(t, post, widgetCreate, fmt.Sprintf(`{"property":%d}`, property)), http.StatusCreated)
}

func TestSettings(t *testing.T) {
	t.Parallel()

	t.Run("a widget is made with defaults, read, changed and deleted", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m, p := e.Hotel(t, "Hotel Aurora")
		apptest.RequireNotFound(t, m.Do(t, get, atWidget(p.ID), ""))
		w := made(t, m, p.ID)
		require.Len(t, w.PublicID, 26, "130 random bits")
		require.Equal(t, settings{
			ID: w.ID, Property: p.ID, PublicID: w.PublicID, Theme: "light", Color: "#2563eb", Language: "auto", Show: []string{"facts", "photos", "availability"}, AllowedHosts: []string{},
			EmbedCode: `<script async src="` + apptest.BaseURL + `/widget.js" data-widget="` + w.PublicID + `"></script>`,
		}, w)
		require.Equal(t, w, apptest.Decode[settings](t, m.Do(t, get, atWidget(p.ID), ""), http.StatusOK))

		changed := apptest.Decode[settings](t, m.Do(t, patch, atWidget(p.ID), `{"theme":"dark","color":"#AA0000","show":["photos"]}`), http.StatusOK)
		w.Theme, w.Color, w.Show = "dark", "#aa0000", []string{"photos"}
		require.Equal(t, w, changed)
		require.Equal(t, w, apptest.Decode[settings](t, m.Do(t, get, atWidget(p.ID), ""), http.StatusOK))

		require.Equal(t, http.StatusNoContent, m.Do(t, del, atWidget(p.ID), "").Code)
		apptest.RequireNotFound(t, m.Do(t, get, atWidget(p.ID), ""))
		apptest.RequireNotFound(t, m.Do(t, patch, atWidget(p.ID), `{"theme":"dark"}`))
		apptest.RequireNotFound(t, m.Do(t, del, atWidget(p.ID), ""))
		require.NotEqual(t, w.PublicID, made(t, m, p.ID).PublicID, "what was deleted does not come back on pages")

		trail, err := audittest.Of(t.Context(), e.DB, m.User.ID, "widget", w.ID)
		require.NoError(t, err)
		require.Len(t, trail, 3)
	})

	t.Run("a property has one", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m, p := e.Hotel(t, "Hotel Aurora")
		codes := apptest.AtOnce(4, func(int) int { return m.Do(t, post, widgetCreate, fmt.Sprintf(`{"property":%d}`, p.ID)).Code })
		require.Equal(t, map[int]int{http.StatusCreated: 1, http.StatusConflict: 3}, codes)
		apptest.RequireError(t, m.Do(t, post, widgetCreate, fmt.Sprintf(`{"property":%d}`, p.ID)), http.StatusConflict, "already_exists", "this property has a widget already")
	})

	t.Run("every bad field is named at once", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m, p := e.Hotel(t, "Hotel Aurora")
		bad := `"theme":"blue","color":"url(x)","language":"fr","show":[],"allowed_hosts":["www.hotel.example","192.0.2.0/24"]`
		problems := []string{
			"theme", "must be auto, light or dark", "color", "must be a colour such as #2563eb",
			"language", "must be one of auto, en, de, tr, el", "show", "must be one or more of facts, photos, availability",
			"allowed_hosts", `must be hosts of pages such as www.hotel.example or *.hotel.example, which "192.0.2.0/24" is not`,
		}
		apptest.RequireInvalid(t, m.Do(t, post, widgetCreate, fmt.Sprintf(`{"property":%d,%s}`, p.ID, bad)), problems...)
		made(t, m, p.ID)
		apptest.RequireInvalid(t, m.Do(t, patch, atWidget(p.ID), "{"+bad+"}"), problems...)
	})

	t.Run("it is for hotels, for who has the permission, and for their own properties", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m, p := e.Hotel(t, "Hotel Aurora")
		made(t, m, p.ID)
		other, _ := e.Hotel(t, "Hotel Borealis")
		for method, body := range map[string]string{get: "", patch: `{"theme":"dark"}`, del: ""} {
			apptest.RequireNotFound(t, other.Do(t, method, atWidget(p.ID), body))
			require.Equal(t, http.StatusForbidden, e.Operator(t).Do(t, method, atWidget(p.ID), body).Code)
			require.Equal(t, http.StatusForbidden, e.SubUser(t, m, auth.Photos).Do(t, method, atWidget(p.ID), body).Code)
			apptest.RequireNotSignedIn(t, e.Do(t, method, atWidget(p.ID), body))
		}
		apptest.RequireNotFound(t, other.Do(t, post, widgetCreate, fmt.Sprintf(`{"property":%d}`, p.ID)))

		second := e.Property(t, m, "Hotel Aurora by the sea")
		scoped := e.Scoped(t, m, []auth.Flag{auth.Settings}, second.ID)
		require.Equal(t, http.StatusForbidden, scoped.Do(t, get, atWidget(p.ID), "").Code)
		require.Equal(t, http.StatusForbidden, scoped.Do(t, del, atWidget(p.ID), "").Code)
		made(t, scoped, second.ID)
		require.Equal(t, http.StatusOK, scoped.Do(t, get, atWidget(second.ID), "").Code)
	})

	t.Run("an account whose address is not confirmed makes none", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m, p := e.Hotel(t, "Hotel Aurora")
		require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error {
			_, err := e.DB.From(ctx).NewRaw("UPDATE account_users SET email_state = ? WHERE id = ?", account.EmailPending, m.User.ID).Exec(ctx)
			return err
		}))
		require.Equal(t, http.StatusForbidden, m.Do(t, post, widgetCreate, fmt.Sprintf(`{"property":%d}`, p.ID)).Code)
	})
}
