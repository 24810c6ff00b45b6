package identityhttptest

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
)

const sunday = `{"title":{"en":"Maintenance","de":"Wartung"},"body":{"en":"On Sunday.","de":"Am Sonntag."},
	"link":"https://status.allot.example/","level":"maintenance","audience":"accommodation","ends_at":"2030-06-02T02:00:00+02:00"}`

func sundayObject(id any) object {
	return object{
		"id": id, "title": object{"en": "Maintenance", "de": "Wartung"}, "body": object{"en": "On Sunday.", "de": "Am Sonntag."},
		"link": "https://status.allot.example/", "level": "maintenance", "audience": "accommodation",
		"starts_at": notifyNow, "ends_at": "2030-06-02T00:00:00Z", "created_at": notifyNow, "updated_at": notifyNow,
	}
}

func TestAnnouncements(t *testing.T) {
	t.Parallel()

	t.Run("are made by staff and seen by their audience", func(t *testing.T) {
		t.Parallel()
		e := setup(t)
		admin, m, operator := e.Admin(t), e.Manager(t), e.Operator(t)
		res := admin.Do(t, post, news+"create/", sunday)
		id := bodyNotify(t, res)["id"]
		apptest.RequireJSON(t, res, http.StatusCreated, text(t, sundayObject(id)))
		apptest.RequireJSON(t, admin.Do(t, get, news+"all/", ""), http.StatusOK, text(t, list(sundayObject(id))))
		apptest.RequireJSON(t, m.Do(t, get, news, ""), http.StatusOK, text(t, list(object{
			"id": id, "title": "Maintenance", "body": "On Sunday.", "link": "https://status.allot.example/", "level": "maintenance",
			"starts_at": notifyNow, "ends_at": "2030-06-02T00:00:00Z", "created_at": notifyNow,
		})))
		apptest.RequireJSON(t, operator.Do(t, get, news, ""), http.StatusOK, text(t, list()))
		m.Do(t, put, "/api/auth/profile/update", `{"language":"de"}`)
		require.Contains(t, m.Do(t, get, news, "").Body.String(), `"title":"Wartung"`)
	})

	t.Run("a create that is repeated makes one", func(t *testing.T) {
		t.Parallel()
		e := setup(t)
		admin := e.Admin(t)
		key := apptest.Header("Idempotency-Key", "once")
		first := admin.Do(t, post, news+"create/", sunday, key)
		again := admin.Do(t, post, news+"create/", sunday, key)
		require.Equal(t, first.Body.String(), again.Body.String())
		require.EqualValues(t, 1, bodyNotify(t, admin.Do(t, get, news+"all/", ""))["count"])
	})

	t.Run("the shortest needs a title and a body in English", func(t *testing.T) {
		t.Parallel()
		e := setup(t)
		admin := e.Admin(t)
		res := admin.Do(t, post, news+"create/", `{"title":{"en":"Hello"},"body":{"en":"World"}}`)
		require.Equal(t, http.StatusCreated, res.Code, res.Body.String())
		o := bodyNotify(t, res)
		require.Equal(t, []any{"info", "all", "", nil, notifyNow}, []any{o["level"], o["audience"], o["link"], o["ends_at"], o["starts_at"]})
		apptest.RequireInvalid(t, admin.Do(t, post, news+"create/", `{"title":{"de":"Hallo"},"body":{},"link":"http://x.example"}`),
			"title", "must have a text in English under en", "body", "must have a text in English under en",
			"link", "must be an address that begins with https://, or a path that begins with /, of at most 500 bytes")
		for _, body := range []string{
			`{}`, `{"title":"Hello","body":"World"}`, `{"title":{"en":1},"body":{"en":"x"}}`, `{"title":null,"body":null}`,
			`{"title":{"en":"a"},"body":{"en":"b"},"level":"alarm"}`, `{"title":{"en":"a"},"body":{"en":"b"},"audience":"admin"}`,
			`{"title":{"en":"a"},"body":{"en":"b"},"starts_at":"tomorrow"}`,
		} {
			require.Equal(t, http.StatusBadRequest, admin.Do(t, post, news+"create/", body).Code, body)
		}
	})

	t.Run("an update leaves what is missing and clears what is null", func(t *testing.T) {
		t.Parallel()
		e := setup(t)
		admin := e.Admin(t)
		id := bodyNotify(t, admin.Do(t, post, news+"create/", sunday))["id"]
		at := fmt.Sprintf("%s%v/update/", news, id)
		e.Clock.Advance(time.Minute)
		want := sundayObject(id)
		want["level"], want["ends_at"], want["link"], want["updated_at"] = "info", nil, "", "2030-05-31T12:01:00Z"
		res := admin.Do(t, put, at, `{"level":"info","ends_at":null,"link":null}`)
		apptest.RequireJSON(t, res, http.StatusOK, text(t, want))
		apptest.RequireInvalid(t, admin.Do(t, put, at, `{"title":null,"audience":"nobody","starts_at":null}`),
			"title", "must have a text in English under en", "body", "must be in the same languages as the title",
			"audience", "must be all, accommodation or tour_operator", "starts_at", "must be a time between the years 2000 and 2199")
		apptest.RequireJSON(t, admin.Do(t, get, news+"all/", ""), http.StatusOK, text(t, list(want)))
		apptest.RequireNotFound(t, admin.Do(t, put, news+"999999/update/", `{}`))
	})

	t.Run("what is deleted is gone", func(t *testing.T) {
		t.Parallel()
		e := setup(t)
		admin, m := e.Admin(t), e.Manager(t)
		id := bodyNotify(t, admin.Do(t, post, news+"create/", sunday))["id"]
		at := fmt.Sprintf("%s%v/delete/", news, id)
		require.Equal(t, http.StatusNoContent, admin.Do(t, del, at, "").Code)
		apptest.RequireNotFound(t, admin.Do(t, del, at, ""))
		apptest.RequireJSON(t, m.Do(t, get, news, ""), http.StatusOK, text(t, list()))
	})

	t.Run("only staff may write them or see them all", func(t *testing.T) {
		t.Parallel()
		e := setup(t)
		admin := e.Admin(t)
		id := bodyNotify(t, admin.Do(t, post, news+"create/", sunday))["id"]
		for _, w := range []*apptest.Who{e.Manager(t), e.Operator(t)} {
			for path, method := range map[string]string{
				news + "all/": get, news + "create/": post,
				fmt.Sprintf("%s%v/update/", news, id): put, fmt.Sprintf("%s%v/delete/", news, id): del,
			} {
				apptest.RequireError(t, w.Do(t, method, path, sunday), http.StatusForbidden, "forbidden", "this is only for platform staff")
			}
		}
		apptest.RequireJSON(t, admin.Do(t, get, news+"all/", ""), http.StatusOK, text(t, list(sundayObject(id))))
	})
}
