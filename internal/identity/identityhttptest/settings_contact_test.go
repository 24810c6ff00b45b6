package identityhttptest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/settings"
)

func TestContacts(t *testing.T) {
	t.Parallel()

	t.Run("are made, read, changed and deleted", func(t *testing.T) {
		t.Parallel()
		e := setup(t)
		m, other := e.Manager(t), e.Manager(t)
		made := m.Do(t, post, path("contacts/create/"), `{"email":"Ada@x.example","first_name":"Ada","tags":["vip"]}`)
		c := ok(t, made, http.StatusCreated)
		id := c["id"]
		apptest.RequireJSON(t, made, http.StatusCreated, fmt.Sprintf(`{"id":%v,"first_name":"Ada","last_name":"","email":"ada@x.example","company":"","phone":"","tags":["vip"],"language":"","unsubscribed_at":null,
			"created_at":"2030-05-31T12:00:00Z","updated_at":"2030-05-31T12:00:00Z"}`, id))
		apptest.RequireError(t, m.Do(t, post, path("contacts/create/"), `{"email":"ada@X.example"}`), http.StatusConflict, "already_exists", "there is already a contact with this e-mail address")
		apptest.RequireInvalid(t, m.Do(t, post, path("contacts/create/"), `{}`), "email", "is required")
		for _, try := range []struct{ method, at, body string }{{get, "contacts/%v/", ""}, {put, "contacts/%v/update/", `{"company":"x"}`}, {del, "contacts/%v/delete/", ""}} {
			apptest.RequireNotFound(t, other.Do(t, try.method, path(try.at, id), try.body))
		}
		c = ok(t, m.Do(t, put, path("contacts/%v/update/", id), `{"company":"X","tags":null}`), http.StatusOK)
		require.Equal(t, []any{"X", "Ada", []any{}}, []any{c["company"], c["first_name"], c["tags"]})
		require.Equal(t, c, ok(t, m.Do(t, get, path("contacts/%v/", id), ""), http.StatusOK))
		require.Len(t, results(t, m.Do(t, get, path("contacts/?q=ADA&page_size=1"), "")), 1)
		require.Empty(t, results(t, other.Do(t, get, path("contacts/"), "")))
		require.Empty(t, results(t, m.Do(t, get, path("contacts/?tag=vip"), "")))
		require.Equal(t, http.StatusNoContent, m.Do(t, del, path("contacts/%v/delete/", id), "").Code)
		apptest.RequireNotFound(t, m.Do(t, get, path("contacts/%v/", id), ""))
	})

	t.Run("sub-users read; they write with the permission", func(t *testing.T) {
		t.Parallel()
		e := setup(t)
		m := e.Manager(t)
		plain, editor := e.SubUser(t, m), e.SubUser(t, m, "settings")
		for _, w := range []struct{ method, path, body string }{
			{post, "contacts/create/", `{"email":"a@x.example"}`},
			{put, "contacts/1/update/", `{}`},
			{del, "contacts/1/delete/", ""},
			{post, "contacts/import/csv/", "email\n"},
			{post, "mailing-lists/create/", `{"name":"x"}`},
			{put, "mailing-lists/1/update/", `{}`},
			{del, "mailing-lists/1/delete/", ""},
			{get, "audit/", ""},
		} {
			require.Equal(t, http.StatusForbidden, plain.Do(t, w.method, path("%s", w.path), w.body).Code, w.path)
		}
		require.Equal(t, http.StatusOK, editor.Do(t, get, path("contacts/"), "").Code)
		require.Equal(t, http.StatusOK, editor.Do(t, get, path("mailing-lists/"), "").Code)
		require.Equal(t, http.StatusCreated, editor.Do(t, post, path("contacts/create/"), `{"email":"a@x.example"}`).Code)
		require.Equal(t, http.StatusForbidden, e.Admin(t).Do(t, get, path("contacts/"), "").Code)
	})
}

func TestMailingLists(t *testing.T) {
	t.Parallel()
	e := setup(t)
	m, other := e.Manager(t), e.Manager(t)
	a := ok(t, m.Do(t, post, path("contacts/create/"), `{"email":"a@x.example"}`), http.StatusCreated)["id"]
	theirs := ok(t, other.Do(t, post, path("contacts/create/"), `{"email":"a@x.example"}`), http.StatusCreated)["id"]
	l := ok(t, m.Do(t, post, path("mailing-lists/create/"), fmt.Sprintf(`{"name":"Crete","contacts":[%v]}`, a)), http.StatusCreated)
	require.Equal(t, []any{"Crete", float64(1)}, []any{l["name"], l["contacts_count"]})
	require.Len(t, l["contacts"], 1)
	apptest.RequireInvalid(t, m.Do(t, put, path("mailing-lists/%v/update/", l["id"]), fmt.Sprintf(`{"contacts":[%v,%v]}`, a, theirs)),
		"contacts[1]", "is no contact of your account")
	apptest.RequireError(t, m.Do(t, post, path("mailing-lists/create/"), `{"name":"crete"}`), http.StatusConflict, "already_exists", "there is already a mailing list with this name")
	apptest.RequireNotFound(t, other.Do(t, get, path("mailing-lists/%v/", l["id"]), ""))
	require.Equal(t, l, ok(t, m.Do(t, get, path("mailing-lists/%v/", l["id"]), ""), http.StatusOK))
	whole, err := json.Marshal(l)
	require.NoError(t, err)
	back := m.Do(t, put, path("mailing-lists/%v/update/", l["id"]), string(whole))
	require.Equal(t, l["contacts"], ok(t, back, http.StatusOK)["contacts"], "an answer can be sent back whole")
	for _, bad := range []string{`["1"]`, `[{}]`, `[{"id":"1"}]`, `[[1]]`, `[null]`, `[1.5]`, `[{"id":null}]`, `[99999999999999999999]`} {
		res := m.Do(t, put, path("mailing-lists/%v/update/", l["id"]), `{"contacts":`+bad+`}`)
		require.Equal(t, http.StatusBadRequest, res.Code, "%s: %s", bad, res.Body)
		require.Contains(t, res.Body.String(), `"field":"contacts`, bad)
	}
	list := results(t, m.Do(t, get, path("mailing-lists/"), ""))
	require.Len(t, list, 1)
	require.Equal(t, l, list[0], "the list of lists shows each whole, with its contacts")
	later := ok(t, m.Do(t, post, path("mailing-lists/create/"), `{"name":"Later"}`), http.StatusCreated)
	list = results(t, m.Do(t, get, path("mailing-lists/"), ""))
	require.Equal(t, []any{later["id"], l["id"]}, []any{list[0]["id"], list[1]["id"]}, "the newest first")
	require.Empty(t, ok(t, m.Do(t, put, path("mailing-lists/%v/update/", l["id"]), `{"contacts":null}`), http.StatusOK)["contacts"])
	many := strings.TrimSuffix(strings.Repeat("1,", 10_001), ",")
	apptest.RequireTooMany(t, m.Do(t, put, path("mailing-lists/%v/update/", l["id"]), `{"contacts":[`+many+`]}`), "contacts", 10_000)
	require.Equal(t, http.StatusNoContent, m.Do(t, del, path("mailing-lists/%v/delete/", l["id"]), "").Code)
}

func TestMailingLists_Bounds(t *testing.T) {
	t.Parallel()
	e := setup(t)
	m := e.Manager(t)
	long := ok(t, m.Do(t, post, path("mailing-lists/create/"), `{"name":"Long"}`), http.StatusCreated)["id"]
	var file strings.Builder
	file.WriteString("email\n")
	for i := range 101 {
		fmt.Fprintf(&file, "a%d@x.example\n", i)
	}
	in := settings.ImportInput{List: int64(long.(float64))}
	_, err := e.Settings.ImportContacts(m.Context(t), m.Caller, strings.NewReader(file.String()), in)
	require.NoError(t, err)

	whole := ok(t, m.Do(t, get, path("mailing-lists/%v/", long), ""), http.StatusOK)
	require.Len(t, whole["contacts"], 101)
	require.Equal(t, false, whole["contacts_truncated"])
	cut := results(t, m.Do(t, get, path("mailing-lists/"), ""))[0]
	require.Len(t, cut["contacts"], 100)
	require.Equal(t, []any{float64(101), true}, []any{cut["contacts_count"], cut["contacts_truncated"]})

	sent, err := json.Marshal(cut)
	require.NoError(t, err)
	const refusal = "must not be true beside contacts: read the mailing list itself, which has all of them"
	apptest.RequireInvalid(t, m.Do(t, put, path("mailing-lists/%v/update/", long), string(sent)), "contacts_truncated", refusal)
	apptest.RequireInvalid(t, m.Do(t, post, path("mailing-lists/create/"), string(sent)), "contacts_truncated", refusal)
	renamed := ok(t, m.Do(t, put, path("mailing-lists/%v/update/", long), `{"name":"Longer","contacts_truncated":true}`), http.StatusOK)
	require.Equal(t, []any{"Longer", float64(101)}, []any{renamed["name"], renamed["contacts_count"]})
	sent, err = json.Marshal(whole)
	require.NoError(t, err)
	require.Len(t, ok(t, m.Do(t, put, path("mailing-lists/%v/update/", long), string(sent)), http.StatusOK)["contacts"], 101)

	for i := range 499 {
		name := fmt.Sprintf("L%d", i)
		_, err := e.Settings.CreateList(m.Context(t), m.Caller, settings.MailingListInput{Name: &name})
		require.NoError(t, err)
	}
	apptest.RequireError(t, m.Do(t, post, path("mailing-lists/create/"), `{"name":"more"}`), http.StatusConflict, "list_limit", "an account has at most 500 mailing lists")
}

func TestImport(t *testing.T) {
	t.Parallel()
	const file = "email,Birthday\na@x.example,1\nbad,2\n"
	answer := func(created, updated, skipped int) string {
		return fmt.Sprintf(`{"created":%d,"updated":%d,"skipped":%d,"errors":[{"line":3,"message":"email must be an e-mail address such as name@example.com","problems":[{"field":"email","code":"invalid_email","message":"must be an e-mail address such as name@example.com"}]}],
			"errors_total":1,"unknown_columns":["Birthday"]}`, created, updated, skipped)
	}
	e := setup(t)
	m := e.Manager(t)
	csv := apptest.Header("Content-Type", "text/csv")
	apptest.RequireUnknown(t, m.Do(t, post, path("contacts/import/csv/"), file, csv), "file.Birthday", "is not known here")
	apptest.RequireUnknown(t, m.Do(t, post, path("contacts/import/csv/"), "email,firstname,compny\na@x.example,A,B\n", csv),
		"file.compny", `is not known here; did you mean "company"?`)
	require.Empty(t, results(t, m.Do(t, get, path("contacts/"), "")))
	apptest.RequireJSON(t, m.Do(t, post, path("contacts/import/csv/?ignore_unknown=true"), file, csv), http.StatusOK, answer(1, 0, 0))
	body, header := formSettings(t, "file", file)
	apptest.RequireJSON(t, m.Do(t, post, path("contacts/import/csv/?ignore_unknown=true"), body, header), http.StatusOK, answer(0, 1, 0))
	l := ok(t, m.Do(t, post, path("mailing-lists/create/"), `{"name":"x"}`), http.StatusCreated)["id"]
	apptest.RequireJSON(t, m.Do(t, post, path("contacts/import/csv/?ignore_unknown=true&update=false&list=%v", l), file, csv), http.StatusOK, answer(0, 0, 1))
	require.Len(t, results(t, m.Do(t, get, path("contacts/?list=%v", l), "")), 1)
	apptest.RequireInvalid(t, m.Do(t, post, path("contacts/import/csv/?list=999"), file, csv), "list", "is no mailing list of your account")
	apptest.RequireInvalid(t, m.Do(t, post, path("contacts/import/csv/?update=maybe"), file, csv), "update", "must be true or false")
	require.Equal(t, http.StatusUnsupportedMediaType, m.Do(t, post, path("contacts/import/csv/"), "{}").Code)
	require.Equal(t, http.StatusBadRequest, m.Do(t, post, path("contacts/import/csv/"), "name\nx\n", csv).Code)
	require.Equal(t, http.StatusBadRequest, m.Do(t, post, path("contacts/import/csv/"), "", csv).Code)
}

func TestAudit(t *testing.T) {
	t.Parallel()
	e := setup(t)
	m, other := e.Manager(t), e.Manager(t)
	c := e.SubUser(t, m, "settings")
	id := ok(t, c.Do(t, post, path("contacts/create/"), `{"email":"a@x.example"}`), http.StatusCreated)["id"]
	e.Clock.Advance(24 * time.Hour)
	m, other, c = e.Login(t, m.User.Email), e.Login(t, other.User.Email), e.Login(t, c.User.Email)
	ok(t, m.Do(t, put, path("contacts/%v/update/", id), `{"company":"X"}`, apptest.Header("X-Request-Id", "req-2")), http.StatusOK)

	find := func(w *apptest.Who, query string) []settingsObject {
		return results(t, w.Do(t, get, path("audit/?%s", query), ""))
	}
	both := find(m, "object_type=contact")
	require.Len(t, both, 2)
	first, last := both[1], both[0]
	require.Equal(t, []any{"update", "req-2", "2030-06-01T12:00:00Z", fmt.Sprint(id)}, []any{last["action"], last["request_id"], last["created_at"], last["object_id"]})
	require.Equal(t, settingsObject{"id": float64(m.User.ID), "email": m.User.Email}, last["user"])
	require.Equal(t, settingsObject{"id": float64(c.User.ID), "email": c.User.Email}, first["user"])
	require.Nil(t, first["before"])
	after, _ := last["after"].(settingsObject)
	require.Equal(t, "X", after["company"])
	for query, want := range map[string]int{
		"user=" + fmt.Sprint(c.User.ID): 1, "action=create": 1, "object_id=" + fmt.Sprint(id): 2, "request_id=req-2": 1, "ip_address=192.0.2.1": 2,
		"ip_address=192.0.2.9": 0, "from=2030-06-01": 1, "to=2030-05-31": 1, "from=2030-05-31&to=2030-06-01": 2, "from=2030-06-02": 0, "to=9999-12-31": 2,
		"action=update&from=2030-06-01&to=2030-06-01": 1,
	} {
		require.Len(t, find(c, "object_type=contact&"+query), want, query)
	}
	require.Empty(t, find(other, "object_type=contact"), "another account sees nothing of it")
	apptest.RequireInvalid(t, m.Do(t, get, path("audit/?from=2030-06-02&to=2030-06-01"), ""), "to", "must not be before from")
	require.NotEmpty(t, find(m, "page_size=1"))

	require.NoError(t, e.Accounts.DeleteSubUser(m.Context(t), m.Caller, c.User.ID))
	require.Equal(t, settingsObject{"id": float64(c.User.ID), "email": nil}, find(m, "object_type=contact")[1]["user"])
}
