package exchangetest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/app/config"
	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
)

// shown is the answer to pages.
type shown struct {
	Name         string  `json:"name"`
	Theme        string  `json:"theme"`
	Language     string  `json:"language"`
	TextLanguage string  `json:"text_language"`
	Description  string  `json:"description"`
	Logo         *string `json:"logo"`
	Facts        []struct {
		Key, Title string
		Entries    []struct {
			Title string
			Lines []struct{ Label, Value string }
		}
	} `json:"facts"`
	Photos []struct {
		URL, Thumbnail, Caption string
		Width, Height           int
	} `json:"photos"`
	Availability *struct {
		From, To string
		Rooms    []struct {
			Name string
			Days []struct{ From, To, State string }
		}
	} `json:"availability"`
}

func public(w settings) string { return "/api/external/widget/" + w.PublicID + "/" }

func origin(o string) apptest.Set { return apptest.Header("Origin", o) }

// widgetHouse is a published property with a widget, and a page that may show it.
type widgetHouse struct {
	*apptest.Env
	m    *apptest.Who
	p    property.Property
	room int64
	w    settings
}

const widgetPage = "https://www.hotel-aurora.example"

func newHouse(t *testing.T, options ...apptest.Option) widgetHouse {
	t.Helper()
	e := apptest.New(t, options...)
	m, p := e.Ready(t, "Hotel Aurora")
	rooms, err := e.Properties.Rooms(m.Context(t), m.User.OwnerID, p.ID)
	require.NoError(t, err)
	e.Save(t, m, p.ID, "contacts", facts.Record{"department": "sales", "person": "Katerina Secretaki", "email": "sales@aurora.example"})
	e.Publish(t, m, e.Staff(), p)
	h := widgetHouse{e, m, p, rooms[0].ID, made(t, m, p.ID)}
	h.list(t, "www.hotel-aurora.example")
	return h
}

// list adds a host to those that may show the widget.
func (h widgetHouse) list(t *testing.T, host string) {
	t.Helper()
	now := apptest.Decode[settings](t, h.m.Do(t, get, atWidget(h.p.ID), ""), http.StatusOK)
	all, err := json.Marshal(append(now.AllowedHosts, host))
	require.NoError(t, err)
	apptest.Decode[settings](t, h.m.Do(t, patch, atWidget(h.p.ID), `{"allowed_hosts":`+string(all)+`}`), http.StatusOK)
}

func (h widgetHouse) show(t *testing.T, query string, set ...apptest.Set) shown {
	t.Helper()
	return apptest.Decode[shown](t, h.Do(t, get, public(h.w)+query, "", set...), http.StatusOK)
}

func (h widgetHouse) setDay(t *testing.T, date civil.Date, s rules.Setting) {
	t.Helper()
	_, err := h.Allotments.SaveDay(h.m.Context(t), h.m.Caller, h.Master(t, h.m, h.p).ID, rules.DayInput{RoomID: h.room, Date: date, Setting: s})
	require.NoError(t, err)
}

func TestShow(t *testing.T) {
	t.Parallel()

	t.Run("a page of an allowed host reads what is published, and nothing else", func(t *testing.T) {
		t.Parallel()
		h := newHouse(t)
		today := civil.Of(h.Clock.Now())
		stop, ask, note, units := rules.StatusStop, rules.StatusRequest, "Wedding of the owner", 1
		h.setDay(t, today.Add(10), rules.Setting{Status: &stop, Note: &note})
		h.setDay(t, today.Add(11), rules.Setting{Status: &ask, Note: &note})
		h.setDay(t, today.Add(12), rules.Setting{Closed: &units})
		h.Save(t, h.m, h.p.ID, "general", facts.Record{"official_name": "Hotel Draft", "short_description": map[string]any{"en": "Not published"}})

		res := h.Do(t, get, public(h.w), "", origin(widgetPage))
		require.Equal(t, widgetPage, res.Header().Get("Access-Control-Allow-Origin"))
		require.Contains(t, res.Header().Values("Vary"), "Origin")
		require.Empty(t, res.Header().Get("Access-Control-Allow-Credentials"))
		require.Empty(t, res.Header().Get("Set-Cookie"))
		v := apptest.Decode[shown](t, res, http.StatusOK)
		require.Equal(t, "Hotel Aurora", v.Name)
		require.NotEmpty(t, v.Description)
		require.NotEmpty(t, v.Facts)
		require.Len(t, v.Photos, 2)
		require.Contains(t, v.Photos[0].URL, apptest.BaseURL+"/media/")
		require.Equal(t, http.StatusOK, h.Do(t, get, strings.TrimPrefix(v.Photos[0].Thumbnail, apptest.BaseURL), "").Code)

		a := v.Availability
		require.Equal(t, today.String(), a.From)
		require.Equal(t, today.Add(364).String(), a.To)
		days := a.Rooms[0].Days
		require.Equal(t, a.From, days[0].From)
		require.Equal(t, a.To, days[len(days)-1].To)
		state := map[string]string{}
		for _, d := range days {
			state[d.From] = d.State
		}
		require.Equal(t, "open", state[today.String()])
		require.Equal(t, "closed", state[today.Add(10).String()])
		require.Equal(t, "on_request", state[today.Add(11).String()])
		require.Equal(t, "open", state[today.Add(12).String()], "one unit of several is closed")

		for _, secret := range []string{
			note, "Draft", "Not published", "Secretaki", "sales@", "total_units", "allotment\":", "owner", h.m.User.Email,
		} {
			require.NotContains(t, res.Body.String(), secret)
		}
	})

	t.Run("only the chosen parts are there", func(t *testing.T) {
		t.Parallel()
		h := newHouse(t)
		for i, part := range []string{"facts", "photos", "availability"} {
			require.Equal(t, http.StatusOK, h.m.Do(t, patch, atWidget(h.p.ID), `{"show":["`+part+`"]}`).Code)
			v := h.show(t, "")
			require.Equal(t, [3]bool{i == 0, i == 1, i == 2}, [3]bool{v.Facts != nil, v.Photos != nil, v.Availability != nil})
			require.Equal(t, i == 0, v.Description != "")
		}
	})

	t.Run("texts are in the language that is asked for, else the widget's, else the browser's", func(t *testing.T) {
		t.Parallel()
		h := newHouse(t)
		require.Equal(t, "el", h.show(t, "?lang=el").TextLanguage)
		require.Equal(t, "tr", h.show(t, "", apptest.Header("Accept-Language", "tr-TR,tr;q=0.9")).TextLanguage)
		require.Equal(t, "en", h.show(t, "").TextLanguage)
		require.Equal(t, http.StatusOK, h.m.Do(t, patch, atWidget(h.p.ID), `{"language":"de"}`).Code)
		v := h.show(t, "", apptest.Header("Accept-Language", "tr"))
		require.Equal(t, "de", v.TextLanguage)
		require.Equal(t, "Allgemeine Angaben", v.Facts[0].Title)
		require.Equal(t, http.StatusBadRequest, h.Do(t, get, public(h.w)+"?lang=fr", "").Code)
	})

	t.Run("it is answered with 304 until something that it shows has changed", func(t *testing.T) {
		t.Parallel()
		h := newHouse(t)
		for _, change := range []struct {
			name string
			make func()
		}{
			{"a day", func() {
				stop := rules.StatusStop
				h.setDay(t, civil.Of(h.Clock.Now()).Add(3), rules.Setting{Status: &stop})
			}},
			{"the widget", func() { require.Equal(t, http.StatusOK, h.m.Do(t, patch, atWidget(h.p.ID), `{"theme":"dark"}`).Code) }},
			{"a publication", func() { h.Publish(t, h.m, h.Staff(), h.p) }},
			{"midnight", func() { h.Clock.Advance(24 * time.Hour) }},
		} {
			tag := h.ETag(t, public(h.w))
			change.make()
			require.False(t, h.Unchanged(t, public(h.w), tag), change.name)
		}
		tag := h.ETag(t, public(h.w))
		require.False(t, h.Unchanged(t, public(h.w)+"?lang=de", tag), "another language is another answer")
		res := h.Do(t, get, public(h.w), "", origin(widgetPage), apptest.Header("If-None-Match", tag))
		require.Equal(t, http.StatusNotModified, res.Code)
		require.Equal(t, widgetPage, res.Header().Get("Access-Control-Allow-Origin"))
	})

	t.Run("what is not there is not found", func(t *testing.T) {
		t.Parallel()
		h := newHouse(t)
		apptest.RequireNotFound(t, h.Do(t, get, "/api/external/widget/nothing/", ""))
		draft := h.Property(t, h.m, "Hotel Dawn")
		w := made(t, h.m, draft.ID)
		apptest.RequireError(t, h.Do(t, get, public(w), ""), http.StatusNotFound, "not_found", "nothing of this property is published yet")
		_, err := h.Accounts.Suspend(h.Staff().Context(t), h.m.User.OwnerID, "Not paid")
		require.NoError(t, err)
		apptest.RequireNotFound(t, h.Do(t, get, public(h.w), ""))
	})

	t.Run("it goes with its property", func(t *testing.T) {
		t.Parallel()
		h := newHouse(t)
		require.NoError(t, h.Properties.Delete(h.m.Context(t), h.m.Caller, h.p.ID))
		apptest.RequireNotFound(t, h.Do(t, get, public(h.w), ""))
	})

	t.Run("an address that asks too often waits", func(t *testing.T) {
		t.Parallel()
		h := newHouse(t, apptest.Settings(func(s *config.Settings) { s.LimitWidgets = 3 }))
		for range 3 {
			h.show(t, "")
		}
		res := h.Do(t, get, public(h.w), "")
		require.Equal(t, http.StatusTooManyRequests, res.Code)
		require.NotEmpty(t, res.Header().Get("Retry-After"))
		h.Clock.Advance(time.Minute)
		h.show(t, "")
	})
}

func TestShow_pages(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.list(t, "https://*.Aurora.example/rooms")
	// A key's whitelist concerns the key: it neither opens the widget nor is it opened by it.
	_, key := h.Key(t, h.m)
	_, err := h.Keys.AddToWhitelist(h.m.Context(t), h.m.Caller, key.ID, "hotel-aurora.example")
	require.NoError(t, err)
	refused := func(t *testing.T, res *httptest.ResponseRecorder) {
		t.Helper()
		require.Equal(t, http.StatusForbidden, res.Code, res.Body.String())
		require.Empty(t, res.Header().Get("Access-Control-Allow-Origin"))
		require.Contains(t, res.Header().Values("Vary"), "Origin")
		var body struct{ Code, Message string }
		require.NoError(t, json.Unmarshal(res.Body.Bytes(), &body))
		require.Equal(t, "domain_not_allowed", body.Code)
		require.Contains(t, body.Message, "allowed_hosts")
		require.NotContains(t, res.Body.String(), "Aurora")
	}
	for from, listed := range map[string]bool{
		widgetPage: true, "http://www.hotel-aurora.example:8080": true, "https://shop.aurora.example": true,
		"https://hotel-aurora.example": false, "https://aurora.example": false, "https://www.hotel-aurora.example.evil.example": false,
		"https://evil.example": false, "null": false, "http://192.0.2.7": false, "file://": false, "https://" + strings.Repeat("a", 3000): false,
	} {
		t.Run(from[:min(len(from), 40)], func(t *testing.T) {
			t.Parallel()
			res := h.Do(t, get, public(h.w), "", origin(from))
			before := h.Do(t, http.MethodOptions, public(h.w), "", origin(from), apptest.Header("Access-Control-Request-Method", "GET"))
			require.Equal(t, http.StatusNoContent, before.Code)
			require.Contains(t, before.Header().Values("Vary"), "Origin")
			if !listed {
				refused(t, res)
				require.Empty(t, before.Header().Get("Access-Control-Allow-Origin"))
				return
			}
			require.Equal(t, http.StatusOK, res.Code)
			for _, header := range []http.Header{res.Header(), before.Header()} {
				require.Equal(t, from, header.Get("Access-Control-Allow-Origin"))
			}
			require.Equal(t, "GET, HEAD", before.Header().Get("Access-Control-Allow-Methods"))
		})
	}

	t.Run("our own pages and requests of no page are answered, and no page can read them", func(t *testing.T) {
		t.Parallel()
		for _, set := range [][]apptest.Set{nil, {origin(apptest.BaseURL)}} {
			res := h.Do(t, get, public(h.w), "", set...)
			require.Equal(t, http.StatusOK, res.Code)
			require.Empty(t, res.Header().Get("Access-Control-Allow-Origin"))
		}
	})

	t.Run("hosts of other widgets do not count, and none is none", func(t *testing.T) {
		t.Parallel()
		h := newHouse(t)
		m, p := h.Published(t, "Hotel Borealis")
		refused(t, h.Do(t, get, public(made(t, m, p.ID)), "", origin(widgetPage)))
		require.Equal(t, http.StatusOK, h.Do(t, get, public(h.w), "", origin(widgetPage)).Code)
	})
}
