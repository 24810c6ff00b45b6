package identityhttptest

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
)

func TestUnsubscribe(t *testing.T) {
	t.Parallel()
	e := setup(t)
	m := e.Manager(t)
	id := ok(t, m.Do(t, post, path("contacts/create/"), `{"email":"ada@x.example","language":"de"}`), http.StatusCreated)["id"]
	link, err := e.Settings.UnsubscribeLink(m.User.ID, "ada@x.example", "de")
	require.NoError(t, err)
	u, err := url.Parse(link)
	require.NoError(t, err)
	unsubscribed := func() any { return ok(t, m.Do(t, get, path("contacts/%v/", id), ""), http.StatusOK)["unsubscribed_at"] }
	urlencoded := apptest.Header("Content-Type", "application/x-www-form-urlencoded")

	page := e.Do(t, get, u.Path, "")
	require.Equal(t, http.StatusOK, page.Code)
	require.Equal(t, "text/html; charset=utf-8", page.Header().Get("Content-Type"))
	require.Contains(t, page.Header().Get("Content-Security-Policy"), "form-action 'self'")
	require.Contains(t, page.Body.String(), "Abmelden")
	require.Contains(t, page.Body.String(), "ada@x.example")
	require.Nil(t, unsubscribed(), "a mail scanner that opens the link changes nothing")
	require.Equal(t, http.StatusOK, e.Do(t, get, "/unsubscribe/page.css", "").Code)

	require.Equal(t, http.StatusBadRequest, e.Do(t, post, u.Path, "choice=maybe", urlencoded).Code)
	require.Equal(t, http.StatusBadRequest, e.Do(t, post, u.Path, strings.Repeat("a", 1<<20), urlencoded).Code)
	require.Equal(t, http.StatusBadRequest, e.Do(t, post, u.Path+"?lang=fr", "List-Unsubscribe=One-Click", urlencoded).Code)
	require.Nil(t, unsubscribed())
	require.Contains(t, e.Do(t, get, u.Path+"?lang=tr", "").Body.String(), `<html lang="tr">`)

	done := e.Do(t, post, u.Path, "List-Unsubscribe=One-Click", urlencoded)
	require.Equal(t, http.StatusOK, done.Code, done.Body)
	require.Contains(t, done.Body.String(), "Rundschreiben wieder erhalten")
	require.Equal(t, "2030-05-31T12:00:00Z", unsubscribed())
	sent := m.Do(t, put, path("contacts/%v/update/", id), `{"unsubscribed_at":null,"company":"X"}`)
	require.NotNil(t, ok(t, sent, http.StatusOK)["unsubscribed_at"], "the hotel cannot undo it")

	require.Equal(t, http.StatusOK, e.Do(t, post, u.Path, "choice=resubscribe", urlencoded).Code)
	require.Nil(t, unsubscribed())
	body := "--b\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--b--\r\n"
	require.Equal(t, http.StatusOK, e.Do(t, post, u.Path, body, apptest.Header("Content-Type", "multipart/form-data; boundary=b")).Code)
	require.NotNil(t, unsubscribed(), "RFC 8058 allows both encodings")

	unknown := e.Do(t, get, "/unsubscribe/v1.nonsense/", "", apptest.Header("Accept-Language", "tr"))
	require.Equal(t, http.StatusNotFound, unknown.Code)
	require.Contains(t, unknown.Body.String(), "Bu bağlantı geçerli değil")
	require.Equal(t, http.StatusNotFound, e.Do(t, post, "/unsubscribe/v1.nonsense/", "List-Unsubscribe=One-Click", urlencoded).Code)
}

func TestUnsubscribe_Limit(t *testing.T) {
	t.Parallel()
	e := setup(t)
	m := e.Manager(t)
	urlencoded := apptest.Header("Content-Type", "application/x-www-form-urlencoded")
	pathOf := func(email, language string) string {
		link, err := e.Settings.UnsubscribeLink(m.User.ID, email, language)
		require.NoError(t, err)
		u, err := url.Parse(link)
		require.NoError(t, err)
		return u.Path
	}
	link, second := pathOf("ada@x.example", "de"), pathOf("ada@x.example", "en")
	for range 5 {
		require.Equal(t, http.StatusOK, e.Do(t, post, link, "choice=unsubscribe", urlencoded).Code)
		require.Equal(t, http.StatusOK, e.Do(t, post, second, "choice=resubscribe", urlencoded).Code)
	}
	for range 20 {
		require.Equal(t, http.StatusOK, e.Do(t, post, link, "choice=unsubscribe", urlencoded).Code, "never refused")
		refused := e.Do(t, post, second, "choice=resubscribe", urlencoded)
		require.Equal(t, http.StatusTooManyRequests, refused.Code, refused.Body)
		require.Contains(t, refused.Body.String(), "resubscribe_limit")
		require.Equal(t, "86400", refused.Header().Get("Retry-After"))
	}
	count := func(action string) any {
		return ok(t, m.Do(t, get, path("audit/?action=%s", action), ""), http.StatusOK)["count"]
	}
	require.EqualValues(t, 6, count("unsubscribe"))
	require.EqualValues(t, 5, count("resubscribe"))
	other := pathOf("bob@x.example", "de")
	require.Equal(t, http.StatusOK, e.Do(t, post, other, "choice=unsubscribe", urlencoded).Code)
	require.Equal(t, http.StatusOK, e.Do(t, post, other, "choice=resubscribe", urlencoded).Code)
	e.Clock.Advance(24 * time.Hour)
	require.Equal(t, http.StatusOK, e.Do(t, post, link, "choice=resubscribe", urlencoded).Code)
}
