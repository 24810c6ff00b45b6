package insighttest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/app/config"
	"allot/internal/partners/contract"
	"allot/internal/platform/jobs"
	"allot/internal/platform/mailer"
	"allot/internal/testkit/audittest"
	"allot/internal/testkit/mailtest"
)

func setupAdmin(t *testing.T, kept bool) *apptest.Env {
	t.Helper()
	return apptest.New(t, apptest.Settings(func(s *config.Settings) {
		if !kept {
			s.SMTPURL = "smtp://mail.example?from=allot@allot.example"
		}
	}))
}

func body(t *testing.T, res *httptest.ResponseRecorder) map[string]any {
	t.Helper()
	var o map[string]any
	require.NoError(t, json.Unmarshal(res.Body.Bytes(), &o), res.Body.String())
	return o
}

func TestAccess(t *testing.T) {
	t.Parallel()
	e := setupAdmin(t, true)
	m := e.Manager(t)
	for _, w := range []*apptest.Who{m, e.Operator(t), e.SubUser(t, m)} {
		for path, method := range map[string]string{
			"/api/admin/health/": get, "/api/admin/jobs/": get, "/api/admin/jobs/1/retry/": post, "/api/admin/mail/": get, "/api/admin/mail/x/": get, "/api/admin/mail/x/message/": get,
		} {
			apptest.RequireError(t, w.Do(t, method, path, ""), http.StatusForbidden, "forbidden", "this is only for platform staff")
			apptest.RequireNotSignedIn(t, e.Do(t, method, path, ""))
		}
	}
}

type flaky struct {
	Order string `json:"order"`
}

func (flaky) Kind() string { return "flaky" }

func TestJobs(t *testing.T) {
	t.Parallel()
	e := setupAdmin(t, true)
	e.ExpectLogs()
	var healed atomic.Bool
	require.NoError(t, e.Queue.Declare(jobs.Handle(func(context.Context, jobs.Job[flaky]) error {
		if healed.Load() {
			return nil
		}
		return jobs.Cancel(errors.New("the printer is on fire"))
	}, jobs.Handling{})))
	admin := e.Admin(t)
	apptest.RequireJSON(t, admin.Do(t, get, "/api/admin/jobs/", ""), http.StatusOK, `{"count":0,"next":null,"previous":null,"results":[]}`)

	require.NoError(t, e.Queue.Enqueue(apptest.Context(t), flaky{"first"}))
	require.NoError(t, e.Queue.Enqueue(apptest.Context(t), flaky{"second"}))
	e.Start(t)
	e.Settle(t)
	list := body(t, admin.Do(t, get, "/api/admin/jobs/", ""))
	require.EqualValues(t, 2, list["count"])
	newest, _ := list["results"].([]any)[0].(map[string]any)
	id, _ := newest["id"].(float64)
	delete(newest, "id")
	require.Equal(t, map[string]any{
		"kind": "flaky", "args": map[string]any{"order": "second"}, "attempts": 1.0, "last_error": "JobCancelError: the printer is on fire",
		"request_id": "test", "created_at": "2030-05-31T12:00:00Z", "died_at": "2030-05-31T12:00:00Z",
	}, newest)
	require.Len(t, body(t, admin.Do(t, get, "/api/admin/jobs/?page=2&page_size=1", ""))["results"], 1)

	healed.Store(true)
	retry := fmt.Sprintf("/api/admin/jobs/%.0f/retry/", id)
	res := admin.Do(t, post, retry, "")
	require.Equal(t, http.StatusNoContent, res.Code, res.Body)
	e.Settle(t)
	require.EqualValues(t, 1, body(t, admin.Do(t, get, "/api/admin/jobs/", ""))["count"], "it ran and was well")
	entries, err := audittest.Of(t.Context(), e.DB, admin.User.ID, "job", int64(id))
	require.NoError(t, err)
	require.Len(t, entries, 1)
	require.Equal(t, "retry", entries[0].Action)
	require.Equal(t, admin.User.ID, entries[0].UserID)

	apptest.RequireError(t, admin.Do(t, post, retry, ""), http.StatusConflict, "job_not_dead", "only a job that failed for good can be run again")
	apptest.RequireNotFound(t, admin.Do(t, post, "/api/admin/jobs/999999/retry/", ""))
	apptest.RequireNotFound(t, admin.Do(t, post, "/api/admin/jobs/x/retry/", ""))
}

func TestMail(t *testing.T) {
	t.Parallel()
	send := func(t *testing.T, e *apptest.Env, id, subject string) {
		t.Helper()
		require.NoError(t, e.KeptMail.Send(t.Context(), mailer.Message{ID: id, To: "Ελένη <eleni@hotel.example>", Subject: subject, Text: "Hello " + id}))
		e.Clock.Advance(time.Second)
	}

	t.Run("that was kept is listed, newest first, and can be downloaded", func(t *testing.T) {
		t.Parallel()
		e := setupAdmin(t, true)
		admin := e.Admin(t)
		send(t, e, "letter-1", "First")
		send(t, e, "letter-2", "Ξενοδοχείο")
		list := body(t, admin.Do(t, get, "/api/admin/mail/", ""))
		newest, _ := list["results"].([]any)[0].(map[string]any)
		name, installation, _ := strings.Cut(fmt.Sprint(newest["id"]), ".")
		require.Equal(t, "letter-2", name)
		require.Positive(t, newest["size"])
		delete(newest, "size")
		require.Equal(t, map[string]any{
			"id": newest["id"], "from": newest["from"], "to": "Ελένη <eleni@hotel.example>", "subject": "Ξενοδοχείο", "date": "2030-05-31T12:00:01Z",
		}, newest)
		require.EqualValues(t, 2, list["count"])
		page := body(t, admin.Do(t, get, "/api/admin/mail/?page=2&page_size=1", ""))
		first := "letter-1." + installation
		require.Equal(t, first, page["results"].([]any)[0].(map[string]any)["id"])

		res := admin.Do(t, get, "/api/admin/mail/"+first+"/", "")
		require.Equal(t, http.StatusOK, res.Code)
		require.Equal(t, "message/rfc822", res.Header().Get("Content-Type"))
		require.Contains(t, res.Header().Get("Content-Disposition"), `attachment; filename="`+first+`.eml"`)
		require.Equal(t, "Hello letter-1", mailtest.Parse(t, res.Body.Bytes()).Text)
	})

	t.Run("is found by recipient and subject, and read in its parts", func(t *testing.T) {
		t.Parallel()
		e := setupAdmin(t, true)
		admin := e.Admin(t)
		send(t, e, "letter-1", "First")
		require.NoError(t, e.KeptMail.Send(t.Context(), mailer.Message{
			ID: "letter-3", To: "anna@tours.example", Subject: "Größe", Text: "Grüße", HTML: "<p>Grüße</p>",
			Attachments: []mailer.Attachment{{Name: "a.txt", ContentType: "text/plain", Data: []byte("12345")}},
		}))
		for query, want := range map[string]int{"?q=GROSSE": 1, "?q=größ": 1, "?q=ANNA@": 1, "?q=ελενη": 1, "?q=example": 2, "?q=nobody": 0} {
			list := body(t, admin.Do(t, get, "/api/admin/mail/"+query, ""))
			require.EqualValues(t, want, list["count"], query)
			require.Len(t, list["results"], want, query)
		}
		id := body(t, admin.Do(t, get, "/api/admin/mail/?q=anna", ""))["results"].([]any)[0].(map[string]any)["id"].(string)
		letter := body(t, admin.Do(t, get, "/api/admin/mail/"+id+"/message/", ""))
		require.Equal(t, "Grüße", strings.TrimSpace(letter["text"].(string)))
		require.Equal(t, "<p>Grüße</p>", strings.TrimSpace(letter["html"].(string)))
		require.Equal(t, "Größe", letter["subject"])
		require.Equal(t, "anna@tours.example", strings.Trim(letter["to"].(string), "<>"))
		require.Contains(t, letter["from"], "<allot@")
		require.Equal(t, []any{map[string]any{"name": "a.txt", "size": 5.0}}, letter["attachments"])
	})

	t.Run("that is read is in the trail of the reader and of the account that it was for", func(t *testing.T) {
		t.Parallel()
		e := setupAdmin(t, true)
		admin, hotel := e.Admin(t), e.Manager(t)
		colleague := e.SubUser(t, hotel)
		for i, to := range []string{hotel.User.Email, "Jan <" + colleague.User.Email + ">", "stranger@elsewhere.example"} {
			require.NoError(t, e.KeptMail.Send(t.Context(), mailer.Message{ID: fmt.Sprintf("reset-%d", i), To: to, Subject: "Reset", Text: "link"}))
		}
		for _, m := range body(t, admin.Do(t, get, "/api/admin/mail/?q=reset", ""))["results"].([]any) {
			id := m.(map[string]any)["id"].(string)
			require.Equal(t, http.StatusOK, admin.Do(t, get, "/api/admin/mail/"+id+"/", "").Code)
			require.Equal(t, http.StatusOK, admin.Do(t, get, "/api/admin/mail/"+id+"/message/", "").Code)
			want := 2
			if strings.HasPrefix(id, "reset-2") {
				want = 0
			}
			for owner, n := range map[int64]int{admin.User.ID: 2, hotel.User.ID: want} {
				entries, err := audittest.Of(t.Context(), e.DB, owner, "mail", id)
				require.NoError(t, err)
				require.Len(t, entries, n, "%s of %d", id, owner)
				for _, one := range entries {
					require.Equal(t, "read", one.Action)
					require.Equal(t, admin.User.ID, one.UserID)
					require.Contains(t, string(one.After), `"subject":"Reset"`)
				}
			}
		}
	})

	t.Run("that is read is in the trail of whoever it is from or to, whatever its address", func(t *testing.T) {
		t.Parallel()
		e := setupAdmin(t, true)
		e.Start(t)
		admin, hotel, stranger := e.Admin(t), e.Manager(t), e.Manager(t)
		former := hotel.User.Email
		_, err := e.Contracts.Create(hotel.Context(t), hotel.Caller, contract.CreateInput{InviteEmail: "outsider@tours.example"})
		require.NoError(t, err)
		require.Len(t, e.Letters(t, "outsider@tours.example"), 1)
		res := hotel.Do(t, http.MethodPut, "/api/auth/profile/update", `{"email":"new@hotel.example"}`)
		require.Equal(t, http.StatusOK, res.Code, res.Body)
		require.NotEmpty(t, e.Letters(t, former))
		for _, to := range []string{"outsider@tours.example", former} {
			for _, m := range body(t, admin.Do(t, get, "/api/admin/mail/?q="+to, ""))["results"].([]any) {
				id := m.(map[string]any)["id"].(string)
				require.Equal(t, http.StatusOK, admin.Do(t, get, "/api/admin/mail/"+id+"/message/", "").Code)
				for owner, n := range map[int64]int{admin.User.ID: 1, hotel.User.ID: 1, stranger.User.ID: 0} {
					entries, err := audittest.Of(t.Context(), e.DB, owner, "mail", id)
					require.NoError(t, err)
					require.Len(t, entries, n, "%s of %d", id, owner)
				}
			}
		}
	})

	t.Run("that is not there is not found, whatever the name", func(t *testing.T) {
		t.Parallel()
		e := setupAdmin(t, true)
		admin := e.Admin(t)
		for _, id := range []string{"nothing", "..", ".", "..%2F..%2Fallot.db", "a%2Fb", "%00", "x.eml"} {
			res := admin.Do(t, get, "/api/admin/mail/"+id+"/", "")
			require.Equal(t, http.StatusNotFound, res.Code, "%s: %s", id, res.Body)
		}
	})

	t.Run("that was really sent is not kept", func(t *testing.T) {
		t.Parallel()
		e := setupAdmin(t, false)
		admin := e.Admin(t)
		apptest.RequireJSON(t, admin.Do(t, get, "/api/admin/mail/", ""), http.StatusOK, `{"count":0,"next":null,"previous":null,"results":[]}`)
		apptest.RequireNotFound(t, admin.Do(t, get, "/api/admin/mail/letter-1/", ""))
	})
}
