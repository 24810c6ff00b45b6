package identityhttptest

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/platform/civil"
	"allot/internal/platform/lang"
)

func TestNotifications(t *testing.T) {
	t.Parallel()

	t.Run("are listed newest first and narrowed by the query", func(t *testing.T) {
		t.Parallel()
		e := setup(t)
		m := e.Manager(t)
		apptest.RequireJSON(t, m.Do(t, get, one, ""), http.StatusOK, text(t, list()))
		a, b := tell(t, e, m).ID, tell(t, e, m).ID
		m.Do(t, patch, one+"edit/", fmt.Sprintf(`{"id":%d}`, a))
		for query, want := range map[string]object{
			"":                           list(shown(b, false), shown(a, true)),
			"?is_read=true":              list(shown(a, true)),
			"?is_read=false":             list(shown(b, false)),
			"?kind=publication_approved": list(shown(b, false), shown(a, true)),
			"?kind=publication_declined": list(),
		} {
			apptest.RequireJSON(t, m.Do(t, get, one+query, ""), http.StatusOK, text(t, want))
		}
		page := bodyNotify(t, m.Do(t, get, one+"?page_size=1&is_read=true", ""))
		require.EqualValues(t, 1, page["count"])
		page = bodyNotify(t, m.Do(t, get, one+"?page_size=1&kind=publication_approved", ""))
		require.Equal(t, apptest.BaseURL+one+"?kind=publication_approved&page=2&page_size=1", page["next"])
	})

	t.Run("speak the language of whoever reads them, whatever it was when they were made", func(t *testing.T) {
		t.Parallel()
		e := setup(t)
		m := e.Manager(t)
		speak := func(language string) {
			res := m.Do(t, put, "/api/settings/preferences/edit/", fmt.Sprintf(`{"language":%q}`, language))
			require.Equal(t, http.StatusOK, res.Code, res.Body.String())
		}
		speak("tr")
		id := tell(t, e, m).ID
		require.NoError(t, e.Notify.Send(apptest.Context(t), notify.Notice{
			To: notify.User(m.User.ID), Kind: notify.PlanPaid, Params: map[string]string{"plan": "Gold"},
			Localized: map[string]func(string) string{
				"amount": func(language string) string { return "amount in " + language },
				"until":  func(language string) string { return lang.Date(language, civil.New(2031, time.March, 12)) },
			},
		}))
		require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error { // one of before values were stored
			return e.NotifyStore.InsertNotifications(ctx, []notify.Notification{{
				OwnerID: m.User.OwnerID, UserID: m.User.ID, Kind: notify.PlanEnded, Language: "tr", Title: "Eski", Body: "Eskiden", CreatedAt: e.Clock.Now(),
			}})
		}))
		read := func(query string) []string {
			var said []string
			for _, n := range bodyNotify(t, m.Do(t, get, one+query, ""))["results"].([]any) {
				said = append(said, n.(map[string]any)["title"].(string))
			}
			return said
		}
		turkish := []string{"Eski", "Gold planınız 12 Mart 2031 tarihine kadar ödendi", "Poseidon tesisinin bilgi formu yayımlandı"}
		german := []string{"Eski", "Ihr Tarif Gold ist bis 12. März 2031 bezahlt", "Die Hotelbeschreibung von Poseidon ist veröffentlicht"}
		require.Equal(t, turkish, read(""))
		require.Equal(t, german, read("?lang=de"))
		speak("de")
		require.Equal(t, german, read(""))
		require.Equal(t, turkish, read("?lang=tr"))
		require.Contains(t, m.Do(t, get, one, "").Body.String(), "Wir haben Ihre Karte mit amount in de für den Tarif Gold belastet.")

		edit := fmt.Sprintf(`{"id":%d}`, id)
		require.Equal(t, german[2], bodyNotify(t, m.Do(t, patch, one+"edit/", edit))["title"])
		require.Equal(t, turkish[2], bodyNotify(t, m.Do(t, patch, one+"edit/?lang=tr", edit))["title"])
		require.Equal(t, http.StatusBadRequest, m.Do(t, get, one+"?lang=xx", "").Code)
	})

	t.Run("a bad filter is refused by name", func(t *testing.T) {
		t.Parallel()
		m := setup(t).Manager(t)
		var kinds []string
		for _, k := range notify.Kinds {
			kinds = append(kinds, string(k.Kind))
		}
		apptest.RequireInvalid(t, m.Do(t, get, one+"?kind=nothing", ""), "kind", "must be one of "+strings.Join(kinds, ", "))
		res := m.Do(t, get, one+"?is_read=maybe&page=0", "")
		require.Equal(t, http.StatusBadRequest, res.Code)
		require.Contains(t, res.Body.String(), `"field":"is_read"`)
		require.Contains(t, res.Body.String(), `"field":"page"`)
	})

	t.Run("the unread are counted, in the list's own place and for the user alone", func(t *testing.T) {
		t.Parallel()
		e := setup(t)
		m := e.Manager(t)
		c := e.SubUser(t, m, auth.FactSheets)
		tell(t, e, m)
		tell(t, e, m)
		apptest.RequireJSON(t, m.Do(t, get, one+"count/", ""), http.StatusOK, `{"count":2}`)
		apptest.RequireJSON(t, m.Do(t, post, one+"mark-all-read/", ""), http.StatusOK, `{"updated":2}`)
		apptest.RequireJSON(t, m.Do(t, post, one+"mark-all-read/", ""), http.StatusOK, `{"updated":0}`)
		apptest.RequireJSON(t, m.Do(t, get, one+"count/", ""), http.StatusOK, `{"count":0}`)
		apptest.RequireJSON(t, c.Do(t, get, one+"count/", ""), http.StatusOK, `{"count":2}`)
	})

	t.Run("one is marked as read, and as unread again", func(t *testing.T) {
		t.Parallel()
		e := setup(t)
		m := e.Manager(t)
		id := tell(t, e, m).ID
		for body, read := range map[string]bool{`{"id":%d}`: true, `{"id":%d,"is_read":true}`: true, `{"id":%d,"is_read":false}`: false} {
			res := m.Do(t, patch, one+"edit/", fmt.Sprintf(body, id))
			apptest.RequireJSON(t, res, http.StatusOK, text(t, shown(id, read)))
		}
	})

	t.Run("what the API showed can be sent back whole", func(t *testing.T) {
		t.Parallel()
		e := setup(t)
		m := e.Manager(t)
		id := tell(t, e, m).ID
		res := m.Do(t, patch, one+"edit/", text(t, shown(id, true)))
		apptest.RequireJSON(t, res, http.StatusOK, text(t, shown(id, true)))
	})

	t.Run("an edit without a sensible id is refused", func(t *testing.T) {
		t.Parallel()
		m := setup(t).Manager(t)
		for _, body := range []string{`{}`, `{"id":0}`, `{"id":"x"}`, `{"id":1,"is_read":"x"}`, ``, `[]`} {
			require.Equal(t, http.StatusBadRequest, m.Do(t, patch, one+"edit/", body).Code, body)
		}
		apptest.RequireNotFound(t, m.Do(t, patch, one+"edit/", `{"id":999999}`))
	})
}

func TestDeleteNotifications(t *testing.T) {
	t.Parallel()

	t.Run("takes a body, and twice is no failure", func(t *testing.T) {
		t.Parallel()
		e := setup(t)
		m := e.Manager(t)
		a, b := tell(t, e, m).ID, tell(t, e, m).ID
		gone := fmt.Sprintf(`{"ids":[%d,999999]}`, a)
		apptest.RequireJSON(t, m.Do(t, del, one+"delete/", gone), http.StatusOK, `{"deleted":1}`)
		apptest.RequireJSON(t, m.Do(t, del, one+"delete/", gone), http.StatusOK, `{"deleted":0}`)
		apptest.RequireJSON(t, m.Do(t, get, one, ""), http.StatusOK, text(t, list(shown(b, false))))
		apptest.RequireJSON(t, m.Do(t, del, one+"delete/", `{"all":true}`), http.StatusOK, `{"deleted":1}`)
		apptest.RequireJSON(t, m.Do(t, get, one, ""), http.StatusOK, text(t, list()))
	})

	t.Run("without saying which, nothing goes", func(t *testing.T) {
		t.Parallel()
		e := setup(t)
		m := e.Manager(t)
		tell(t, e, m)
		const which = "must name at least one notification, unless all is true"
		apptest.RequireInvalid(t, m.Do(t, del, one+"delete/", `{}`), "ids", which)
		apptest.RequireInvalid(t, m.Do(t, del, one+"delete/", `{"ids":[]}`), "ids", which)
		apptest.RequireInvalid(t, m.Do(t, del, one+"delete/", `{"all":false}`), "ids", which)
		apptest.RequireInvalid(t, m.Do(t, del, one+"delete/", `{"ids":[1],"all":true}`), "ids", "must be left out together with all")
		for _, body := range []string{``, `{"ids":1}`, `{"ids":["x"]}`, `{"ids":[` + strings.Repeat("1,", 500) + `1]}`} {
			require.Equal(t, http.StatusBadRequest, m.Do(t, del, one+"delete/", body).Code, body)
		}
		require.Len(t, e.Told(t, m), 1)
	})
}

func TestNotifications_OfOthers(t *testing.T) {
	t.Parallel()

	t.Run("are not there, for another account and for a colleague", func(t *testing.T) {
		t.Parallel()
		e := setup(t)
		m, stranger := e.Manager(t), e.Manager(t)
		c := e.SubUser(t, m)
		id := tell(t, e, m).ID
		for _, w := range []*apptest.Who{stranger, c} {
			apptest.RequireJSON(t, w.Do(t, get, one, ""), http.StatusOK, text(t, list()))
			apptest.RequireJSON(t, w.Do(t, get, one+"count/", ""), http.StatusOK, `{"count":0}`)
			apptest.RequireNotFound(t, w.Do(t, patch, one+"edit/", fmt.Sprintf(`{"id":%d}`, id)))
			apptest.RequireJSON(t, w.Do(t, post, one+"mark-all-read/", ""), http.StatusOK, `{"updated":0}`)
			apptest.RequireJSON(t, w.Do(t, del, one+"delete/", fmt.Sprintf(`{"ids":[%d]}`, id)), http.StatusOK, `{"deleted":0}`)
			apptest.RequireJSON(t, w.Do(t, del, one+"delete/", `{"all":true}`), http.StatusOK, `{"deleted":0}`)
		}
		require.Equal(t, []notify.Notification{e.Told(t, m)[0]}, e.Told(t, m))
		apptest.RequireJSON(t, m.Do(t, get, one, ""), http.StatusOK, text(t, list(shown(id, false))))
	})

	t.Run("nobody sees anything without signing in", func(t *testing.T) {
		t.Parallel()
		e := setup(t)
		for path, method := range map[string]string{
			one: get, one + "count/": get, one + "edit/": patch, one + "mark-all-read/": post, one + "delete/": del,
			news: get, news + "all/": get, news + "create/": post, news + "1/update/": put, news + "1/delete/": del,
		} {
			apptest.RequireNotSignedIn(t, e.Do(t, method, path, `{}`))
		}
	})
}
