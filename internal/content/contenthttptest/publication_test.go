package contenthttptest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/platform/outbox"
	"allot/internal/platform/page"
	"allot/internal/testkit/audittest"
)

type published struct {
	Status      publication.Status `json:"status"`
	Version     int                `json:"version"`
	PublishedAt time.Time          `json:"published_at"`
	Property    property.Property  `json:"property"`
	Facts       map[string]any     `json:"facts"`
	Photos      []struct {
		ID      int64  `json:"id"`
		URL     string `json:"url"`
		Caption string `json:"caption"`
	} `json:"photos"`
}

func TestPublication(t *testing.T) {
	t.Parallel()

	t.Run("partners see the published version while the draft moves on", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		who, p := e.Ready(t, "Hotel Ήλιος")
		admin := e.Admin(t)
		full := apptest.PropertyPath(p, "publish/full/")
		apptest.RequireNotFound(t, who.Do(t, get, full, ""))

		sub := decode[publication.Publication](t, who.Do(t, post, apptest.PropertyPath(p, "publish/create/"), ""), http.StatusCreated)
		require.Equal(t, publication.StatusPending, sub.Status)
		require.Equal(t, 100, sub.Completeness)
		require.Empty(t, sub.Missing)
		apptest.RequireNotFound(t, who.Do(t, get, full, ""))
		require.Equal(t, property.StatusPending, status(t, e, who, p))

		queue := decode[page.Page[publication.Pending]](t, admin.Do(t, get, "/api/info/publish/pending/", ""), http.StatusOK)
		require.Equal(t, 1, queue.Count)
		require.Equal(t, "Hotel Ήλιος", queue.Results[0].PropertyName)
		require.NotEmpty(t, queue.Results[0].CompanyName)
		done := decode[publication.Publication](t, admin.Do(t, post, apptest.PendingPath(sub.ID, "approve/"), ""), http.StatusOK)
		require.Equal(t, 1, *done.Version)
		require.Equal(t, property.StatusPublished, status(t, e, who, p))
		first := who.Do(t, get, full, "").Body.String()

		// The draft moves on: another name, another room name, one photo less.
		rooms, err := e.Properties.Rooms(t.Context(), who.User.ID, p.ID)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, who.Do(t, post, apptest.PropertyPath(p, "facts/rooms/"), fmt.Sprintf(`{"id":%d,"name":"Renamed"}`, rooms[0].ID)).Code)
		require.Equal(t, http.StatusOK, who.Do(t, http.MethodPut, fmt.Sprintf("/api/info/property/update/%d/", p.ID), `{"name":"New name"}`).Code)
		photos, err := e.Photos.All(t.Context(), who.User.ID, p.ID)
		require.NoError(t, err)
		require.NoError(t, e.Photos.Delete(who.Context(t), who.Caller, p.ID, photos[1].ID))
		require.Equal(t, first, who.Do(t, get, full, "").Body.String())
		require.NotContains(t, first, "Renamed")
		got := decode[published](t, who.Do(t, get, full, ""), http.StatusOK)
		require.Len(t, got.Photos, 2)
		require.Len(t, got.Facts, 18)

		// Its files outlive the sweep, because the version shows them.
		orphan := property.Folder(p.ID) + "/photos/orphan.jpg"
		_, err = e.Blobs.Put(t.Context(), orphan, strings.NewReader("x"))
		require.NoError(t, err)
		e.Clock.Advance(25 * time.Hour)
		e.Start(t) // the sweep runs at start
		require.Eventually(t, func() bool { return !slices.Contains(e.Files(t, p.ID), orphan) }, 2*time.Minute, 5*time.Millisecond)
		require.Equal(t, http.StatusOK, e.Do(t, get, strings.TrimPrefix(got.Photos[1].URL, apptest.BaseURL), "").Code)

		// The second version shows the difference, and becomes what is read.
		who, admin = e.Login(t, who.User.Email), e.Login(t, admin.User.Email)
		next := decode[publication.Publication](t, who.Do(t, post, apptest.PropertyPath(p, "publish/create/"), ""), http.StatusCreated)
		preview := decode[struct {
			PublishedVersion int                                   `json:"published_version"`
			Changes          []publication.Change                  `json:"changes"`
			Records          []facts.RecordChange                  `json:"record_changes"`
			Photos           []struct{ Change, Before, After any } `json:"photo_changes"`
		}](t, admin.Do(t, get, apptest.PendingPath(next.ID, "preview/?lang=de"), ""), http.StatusOK)
		require.Equal(t, 1, preview.PublishedVersion)
		paths := []string{}
		for _, c := range preview.Changes {
			paths = append(paths, c.Path)
		}
		require.Equal(t, []string{"/name", fmt.Sprintf("/facts/rooms/%d/name", rooms[0].ID), "/photos"}, paths)
		require.Contains(t, preview.Changes[1].Label, "Zimmertypen › Renamed")
		require.Equal(t, "Renamed", preview.Changes[1].AfterText)
		require.Len(t, preview.Records, 1)
		require.Equal(t, []any{facts.Changed, "Renamed", "Zimmertypen"}, []any{preview.Records[0].Change, preview.Records[0].Name, preview.Records[0].Title})
		require.Equal(t, "Renamed", preview.Records[0].Lines[0].After)
		require.NotEmpty(t, preview.Photos)
		for _, p := range preview.Photos {
			require.Equal(t, p.Change == "added", p.Before == nil)
			require.Equal(t, p.Change == "removed", p.After == nil)
		}
		require.Equal(t, http.StatusOK, admin.Do(t, post, apptest.PendingPath(next.ID, "approve/"), "").Code)
		require.Equal(t, 2, decode[published](t, who.Do(t, get, full, ""), http.StatusOK).Version)
		require.Contains(t, e.Do(t, get, "/x", "").Header().Get("X-Request-Id"), "test")

		ev := lastEvent(t, e)
		require.Equal(t, property.UpdatedRoute{OwnerID: who.User.OwnerID, PropertyID: p.ID, Scope: property.ScopePublished, Version: 2}, ev.Route)
		require.Equal(t, property.ScopePublished, ev.Data.Scope)
		require.Equal(t, paths, ev.Data.ChangedFields)
		require.Equal(t, "Hotel Ήλιος", ev.Data.Previous["/name"])
		require.Equal(t, "New name", ev.Data.Current["/name"])
		require.Contains(t, ev.Data.Previous, fmt.Sprintf("/facts/rooms/%d/name", rooms[0].ID))
		require.Equal(t, "Renamed", ev.Data.Current[fmt.Sprintf("/facts/rooms/%d/name", rooms[0].ID)])
		require.Equal(t, property.StatusPublished, ev.Data.Status)
		require.NotNil(t, ev.Data.PublishedAt)
		require.Equal(t, paths, ev.Shared.ChangedFields)
	})

	t.Run("a published sheet says that it is published, whatever becomes of the draft", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		who, p := e.Ready(t, "Hotel")
		admin := e.Admin(t)
		e.Publish(t, who, admin, p)
		next := decode[publication.Publication](t, who.Do(t, post, apptest.PropertyPath(p, "publish/create/"), ""), http.StatusCreated)
		require.Equal(t, property.StatusPending, decode[struct{ Property property.Property }](t,
			admin.Do(t, get, apptest.PendingPath(next.ID, "preview/"), ""), http.StatusOK).Property.Status)
		for _, kind := range []string{"full", "summary", "rooms"} {
			sheet := decode[published](t, who.Do(t, get, apptest.PropertyPath(p, "publish/"+kind+"/"), ""), http.StatusOK)
			require.Equal(t, publication.StatusPublished, sheet.Status, kind)
			require.Equal(t, 1, sheet.Version, kind)
			require.Equal(t, property.StatusPublished, sheet.Property.Status, kind)
			require.False(t, sheet.PublishedAt.IsZero())
			require.Equal(t, sheet.PublishedAt, *sheet.Property.PublishedAt, kind)
		}
	})

	t.Run("a type shows what it says", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		who, p := e.Ready(t, "Hotel")
		e.Publish(t, who, e.Admin(t), p)
		summary := decode[published](t, who.Do(t, get, apptest.PropertyPath(p, "publish/summary/"), ""), http.StatusOK)
		require.Len(t, summary.Facts, 4)
		require.Len(t, summary.Photos, 1, "the cover")
		rooms := decode[published](t, who.Do(t, get, apptest.PropertyPath(p, "publish/rooms/"), ""), http.StatusOK)
		require.Len(t, rooms.Facts, 1)
		require.Contains(t, rooms.Facts, facts.CategoryRooms)
		require.Empty(t, rooms.Photos)
		res := who.Do(t, get, apptest.PropertyPath(p, "publish/roofs/"), "")
		require.Equal(t, http.StatusNotFound, res.Code)
		require.Contains(t, res.Body.String(), "use full, summary or the name of a category")
	})

	t.Run("a declined sheet goes back with the reason, by notification and mail", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		e.Start(t)
		who, p := e.Ready(t, "Hotel")
		admin, editor, porter := e.Admin(t), e.SubUser(t, who, auth.FactSheets), e.SubUser(t, who, auth.StopSales)
		sub := decode[publication.Publication](t, who.Do(t, post, apptest.PropertyPath(p, "publish/create/"), ""), http.StatusCreated)
		require.Len(t, e.Letters(t, admin.User.Email), 1)

		apptest.RequireInvalid(t, admin.Do(t, post, apptest.PendingPath(sub.ID, "decline/"), `{"reason":"  "}`),
			"reason", "is required: the hotel must know what to change")
		got := decode[publication.Publication](t, admin.Do(t, post, apptest.PendingPath(sub.ID, "decline/"), `{"reason":"The pool has no depth."}`), http.StatusOK)
		require.Equal(t, publication.StatusDeclined, got.Status)
		require.Equal(t, property.StatusDeclined, status(t, e, who, p))
		for _, told := range []*apptest.Who{who, editor} {
			letters := e.Letters(t, told.User.Email)
			require.Contains(t, letters[len(letters)-1].Text, "The pool has no depth.")
			list := e.Told(t, told)
			require.Equal(t, notify.PublicationDeclined, list[0].Kind)
		}
		require.Empty(t, e.Told(t, porter))
		history := decode[page.Page[publication.Publication]](t, who.Do(t, get, apptest.PropertyPath(p, "publish/"), ""), http.StatusOK)
		require.Equal(t, "The pool has no depth.", history.Results[0].Reason)
		res := admin.Do(t, post, apptest.PendingPath(sub.ID, "approve/"), "")
		require.Equal(t, http.StatusConflict, res.Code)
		require.Contains(t, res.Body.String(), `"code":"invalid_transition"`)
	})

	t.Run("a newer submission takes the place of one that waits", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		who, p := e.Ready(t, "Hotel")
		admin := e.Admin(t)
		first := decode[publication.Publication](t, who.Do(t, post, apptest.PropertyPath(p, "publish/create/"), ""), http.StatusCreated)
		second := decode[publication.Publication](t, who.Do(t, post, apptest.PropertyPath(p, "publish/create/"), ""), http.StatusCreated)
		require.Equal(t, 1, decode[page.Page[publication.Pending]](t, admin.Do(t, get, "/api/info/publish/pending/", ""), http.StatusOK).Count)
		require.Equal(t, http.StatusConflict, admin.Do(t, post, apptest.PendingPath(first.ID, "approve/"), "").Code)
		require.Equal(t, http.StatusOK, admin.Do(t, post, apptest.PendingPath(second.ID, "approve/"), "").Code)
	})

	t.Run("of ten reviewers at once one decides", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		who, p := e.Ready(t, "Hotel")
		admin := e.Admin(t)
		sub, err := e.Publications.Submit(who.Context(t), who.Caller, p.ID)
		require.NoError(t, err)
		codes := apptest.AtOnce(10, func(i int) int {
			if i%2 == 0 {
				return admin.Do(t, post, apptest.PendingPath(sub.ID, "approve/"), "").Code
			}
			return admin.Do(t, post, apptest.PendingPath(sub.ID, "decline/"), `{"reason":"no"}`).Code
		})
		require.Equal(t, map[int]int{http.StatusOK: 1, http.StatusConflict: 9}, codes)
		codes = apptest.AtOnce(10, func(int) int { return who.Do(t, post, apptest.PropertyPath(p, "publish/create/"), "").Code })
		require.Equal(t, map[int]int{http.StatusCreated: 10}, codes)
		require.Equal(t, 1, decode[page.Page[publication.Pending]](t, admin.Do(t, get, "/api/info/publish/pending/", ""), http.StatusOK).Count)
	})

	t.Run("a sheet with gaps may be submitted, or not", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		who, p := e.Hotel(t, "Hotel")
		sub := decode[publication.Publication](t, who.Do(t, post, apptest.PropertyPath(p, "publish/create/"), ""), http.StatusCreated)
		require.Contains(t, sub.Missing, "general.official_name")

		strict := apptest.New(t, apptest.With(func(d *publication.Deps) { d.EnforceGate = true }))
		who, p = strict.Hotel(t, "Hotel")
		res := who.Do(t, post, apptest.PropertyPath(p, "publish/create/"), "")
		require.Equal(t, http.StatusConflict, res.Code)
		require.Contains(t, res.Body.String(), `"code":"facts_incomplete"`)
		require.Contains(t, res.Body.String(), `"general.official_name"`)
		require.Equal(t, property.StatusDraft, status(t, strict, who, p))
	})

	t.Run("without review a sheet is published at once", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t, apptest.With(func(d *publication.Deps) { d.AutoReview = true }))
		who, p := e.Ready(t, "Hotel")
		for version := 1; version <= 2; version++ {
			sub := decode[publication.Publication](t, who.Do(t, post, apptest.PropertyPath(p, "publish/create/"), ""), http.StatusCreated)
			require.Equal(t, version, *sub.Version)
		}
		at := decode[map[string]*time.Time](t, who.Do(t, get, "/api/info/last-publish-date/", ""), http.StatusOK)
		require.True(t, at["last_publish_date"].Equal(e.Clock.Now()))
	})

	t.Run("deleting the property takes versions and files along", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		e.Start(t)
		who, p := e.Ready(t, "Hotel")
		done := e.Publish(t, who, e.Admin(t), p)
		require.NotEmpty(t, e.Files(t, p.ID))
		require.Equal(t, http.StatusNoContent, who.Do(t, http.MethodDelete, fmt.Sprintf("/api/info/property/delete/%d/", p.ID), "").Code)
		apptest.RequireNotFound(t, who.Do(t, get, apptest.PropertyPath(p, "publish/full/"), ""))
		_, err := e.PublicationStore.Version(t.Context(), who.User.ID, done.ID)
		require.Error(t, err)
		e.Settle(t)
		require.Empty(t, e.Files(t, p.ID))
		trail, err := audittest.Of(t.Context(), e.DB, who.User.ID, "property", p.ID)
		require.NoError(t, err)
		require.Equal(t, "delete", trail[len(trail)-1].Action)
		require.Contains(t, string(trail[len(trail)-1].Before), `"name":"Hotel"`)
	})
}

func TestPublication_Access(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	who, p := e.Ready(t, "Hotel")
	admin, stranger, operator, porter := e.Admin(t), e.Manager(t), e.Operator(t), e.SubUser(t, who, auth.StopSales)
	e.Publish(t, who, admin, p)
	sub, err := e.Publications.Submit(who.Context(t), who.Caller, p.ID)
	require.NoError(t, err)
	for _, path := range []string{"publish/full/", "publish/"} {
		apptest.RequireNotFound(t, stranger.Do(t, get, apptest.PropertyPath(p, path), ""))
		for _, w := range []*apptest.Who{operator, porter, admin} {
			require.Equal(t, http.StatusForbidden, w.Do(t, get, apptest.PropertyPath(p, path), "").Code)
		}
	}
	apptest.RequireNotFound(t, stranger.Do(t, post, apptest.PropertyPath(p, "publish/create/"), ""))
	apptest.RequireNotFound(t, stranger.Do(t, get, fmt.Sprintf("/api/info/download-facts/%d/", p.ID), ""))
	apptest.RequireNotFound(t, stranger.Do(t, get, fmt.Sprintf("/api/info/last-publish-date/?property=%d", p.ID), ""))
	for _, w := range []*apptest.Who{who, operator, porter} {
		for path, body := range map[string]string{"approve/": "", "decline/": `{"reason":"x"}`} {
			require.Equal(t, http.StatusForbidden, w.Do(t, post, apptest.PendingPath(sub.ID, path), body).Code)
		}
		require.Equal(t, http.StatusForbidden, w.Do(t, get, apptest.PendingPath(sub.ID, "preview/"), "").Code)
		require.Equal(t, http.StatusForbidden, w.Do(t, get, "/api/info/publish/pending/", "").Code)
	}
	apptest.RequireNotFound(t, admin.Do(t, get, apptest.PendingPath(sub.ID+99, "preview/"), ""))
}

func TestPublication_Event(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	who, p := e.Ready(t, "Hotel")
	secret := e.Save(t, who, p.ID, "contacts", facts.Record{"person": "Private desk", "department": "sales", facts.FieldShared: false})
	sub, err := e.Publications.Submit(who.Context(t), who.Caller, p.ID)
	require.NoError(t, err)
	later := "Renamed after the submission"
	_, err = e.Properties.Update(who.Context(t), who.Caller, p.ID, property.Change{Name: &later}, property.Logo{})
	require.NoError(t, err)
	admin := e.Admin(t)
	_, err = e.Publications.Approve(admin.Context(t), admin.Caller, sub.ID)
	require.NoError(t, err)

	ev := lastEvent(t, e)
	require.Equal(t, "Hotel", ev.Data.Name, "what was frozen, not what the hotel works on since")
	require.Equal(t, "Hotel", ev.Shared.Current["/name"])
	pointer := fmt.Sprintf("/facts/contacts/%d", secret)
	require.Contains(t, ev.Data.ChangedFields, pointer)
	require.NotContains(t, ev.Shared.ChangedFields, pointer, "what the hotel keeps to itself stays there")
	shared, err := json.Marshal(ev.Shared)
	require.NoError(t, err)
	require.NotContains(t, string(shared), "Private desk")
}

func status(t *testing.T, e *apptest.Env, who *apptest.Who, p property.Property) property.Status {
	t.Helper()
	got, err := e.Properties.Get(t.Context(), who.User.ID, p.ID)
	require.NoError(t, err)
	return got.Status
}

func lastEvent(t *testing.T, e *apptest.Env) property.Updated {
	t.Helper()
	var stored outbox.Stored
	err := e.DB.From(t.Context()).NewSelect().Model(&stored).Where("kind = ?", property.Updated{}.EventKind()).Order("id DESC").Limit(1).Scan(t.Context())
	require.NoError(t, err)
	var ev property.Updated
	require.NoError(t, stored.Decode(&ev))
	return ev
}
