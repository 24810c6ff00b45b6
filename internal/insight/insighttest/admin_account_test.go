package insighttest

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/identity/plan"
	"allot/internal/partners/contract"
	"allot/internal/testkit/audittest"
	"allot/internal/testkit/mailtest"
)

const accounts = "/api/admin/accounts/"

func pathAdmin(w *apptest.Who, step string) string {
	return fmt.Sprintf("%s%d/%s", accounts, w.User.ID, step)
}

const suspendedMessage = "this account is suspended, so it cannot be used now; nothing in it was deleted. Please ask the support of this platform to open it again"

// requireSuspended checks that an answer is the refusal of a suspended account.
func requireSuspended(t *testing.T, w *apptest.Who, method, path, body string) {
	t.Helper()
	apptest.RequireError(t, w.Do(t, method, path, body), http.StatusForbidden, "account_suspended", suspendedMessage)
}

func TestAccounts_access(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m := e.Manager(t)
	for _, op := range [][2]string{{get, accounts}, {get, pathAdmin(m, "")}, {post, pathAdmin(m, "suspend/")}, {post, pathAdmin(m, "resume/")}} {
		for _, w := range []*apptest.Who{m, e.Operator(t), e.SubUser(t, m)} {
			apptest.RequireError(t, w.Do(t, op[0], op[1], ""), http.StatusForbidden, "forbidden", "this is only for platform staff")
		}
		apptest.RequireNotSignedIn(t, e.Do(t, op[0], op[1], ""))
	}
	require.Equal(t, http.StatusOK, m.Do(t, get, "/api/auth/session/", "").Code)
	admin, colleague := e.Admin(t), e.SubUser(t, m)
	for _, w := range []*apptest.Who{admin, colleague} {
		apptest.RequireNotFound(t, admin.Do(t, get, pathAdmin(w, ""), ""))
		apptest.RequireNotFound(t, admin.Do(t, post, pathAdmin(w, "suspend/"), "{}"))
		apptest.RequireNotFound(t, admin.Do(t, post, pathAdmin(w, "resume/"), ""))
	}
	apptest.RequireNotFound(t, admin.Do(t, get, accounts+"999999/", ""))
}

func TestAccounts_list(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	admin, m, o := e.Admin(t), e.Manager(t), e.Operator(t)
	e.Clock.Advance(time.Minute)
	e.SubUser(t, m)
	hotel := fmt.Sprintf(`{"id":%d,"email":%q,"email_confirmed":true,"first_name":"Anna","last_name":"Petrou","company_name":"Company of %s","country":"GR",
		"account_type":"accommodation","status":"active","suspended_at":null,"suspended_note":"","users":2,"last_seen":"2030-05-31T12:01:00Z",
		"created_at":"2030-05-31T12:00:00Z","plan":{"name":"Free","category":"free","paid":null,"granted":null},"usage":{"properties":{"used":0,"limit":1},
		"photos":{"used":0,"limit":10},"api_keys":{"used":0,"limit":1},"partner_connections":{"used":0,"limit":3},"invoices_per_month":{"used":0,"limit":30},
		"calendars":{"used":0,"limit":5},"contacts":{"used":0,"limit":2000},"letters_per_day":{"used":0,"limit":200},"inbox_megabytes":{"used":0,"limit":100}}}`, m.User.ID, m.User.Email, strings.TrimSuffix(m.User.Email, "@hotel.example"))
	apptest.RequireJSON(t, admin.Do(t, get, accounts+"?account_type=accommodation", ""), http.StatusOK,
		`{"count":1,"next":null,"previous":null,"results":[`+hotel+`]}`)

	ids := func(query string) (list []any) {
		for _, r := range body(t, admin.Do(t, get, accounts+query, ""))["results"].([]any) {
			list = append(list, r.(map[string]any)["id"])
		}
		return list
	}
	require.Equal(t, []any{float64(o.User.ID), float64(m.User.ID)}, ids(""), "newest first, without staff and sub-users")
	require.Equal(t, []any{float64(m.User.ID)}, ids("?page=2&page_size=1"))
	require.Equal(t, []any{float64(o.User.ID)}, ids("?q="+strings.ToUpper(o.User.Email)))
	require.Equal(t, []any{float64(m.User.ID)}, ids(fmt.Sprintf("?q=%d&status=active", m.User.ID)))
	require.Empty(t, ids("?status=suspended"))
	require.Empty(t, ids("?q=nobody"))
	require.Equal(t, http.StatusOK, admin.Do(t, post, pathAdmin(o, "suspend/"), "").Code)
	require.Equal(t, []any{float64(o.User.ID)}, ids("?status=suspended"))
	for _, query := range []string{"?status=gone", "?account_type=admin", "?plan=bronze", "?q=" + strings.Repeat("x", 201), "?name=x"} {
		require.Equal(t, http.StatusBadRequest, admin.Do(t, get, accounts+query, "").Code, query)
	}
}

func TestAccounts_detail(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	admin, m := e.Admin(t), e.Manager(t)
	c := e.SubUser(t, m)
	e.Login(t, m.User.Email)
	res := admin.Do(t, get, pathAdmin(m, ""), "")
	require.Equal(t, http.StatusOK, res.Code, res.Body)
	require.NotContains(t, res.Body.String(), m.Token)
	require.NotContains(t, res.Body.String(), "token")
	a := body(t, res)
	require.EqualValues(t, 2, a["users"])
	users := a["user_list"].([]any)
	require.Len(t, users, 2)
	first, second := users[0].(map[string]any), users[1].(map[string]any)
	require.Equal(t, []any{m.User.Email, true, c.User.Email, false}, []any{first["email"], first["is_manager"], second["email"], second["is_manager"]})
	require.Len(t, first["sessions"], 2)
	session := second["sessions"].([]any)[0].(map[string]any)
	require.Equal(t, map[string]any{
		"id": float64(c.Caller.SessionID), "ip_address": apptest.IP, "device": "Test/1.0", "last_seen": "2030-05-31T12:00:00Z", "created_at": "2030-05-31T12:00:00Z",
	}, session)

	e.Clock.Advance(31 * time.Minute)
	admin = e.Login(t, admin.User.Email)
	users = body(t, admin.Do(t, get, pathAdmin(m, ""), ""))["user_list"].([]any)
	require.Empty(t, users[0].(map[string]any)["sessions"], "they have run out")
}

// What holds on one node holds on every other at once.
func TestAccounts_suspend(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	node := e.Beside(t)
	admin, m, other := e.Admin(t), e.Manager(t), e.Manager(t)
	c := e.SubUser(t, m, auth.FactSheets, auth.Integrations)
	e.Grant(t, m, plan.Gold)
	var keys []string
	for _, w := range []*apptest.Who{m, c} {
		token, _ := e.Key(t, w, auth.KeyFactSheet)
		keys = append(keys, "/api/v1/facts/"+token+"/")
	}
	people := []*apptest.Who{m, c, node.As(m), node.As(c)}
	requireOpen := func() {
		t.Helper()
		for range 2 { // from the database, and from memory
			for _, w := range people {
				require.Equal(t, http.StatusOK, w.Do(t, get, "/api/auth/session/", "").Code)
			}
			for _, key := range keys {
				require.Equal(t, http.StatusOK, e.Do(t, get, key, "").Code)
				require.Equal(t, http.StatusOK, node.Do(t, get, key, "").Code)
			}
		}
	}
	requireOpen()

	res := admin.Do(t, post, pathAdmin(m, "suspend/"), `{"note":"chargebacks"}`)
	require.Equal(t, http.StatusOK, res.Code, res.Body)
	a := body(t, res)
	require.Equal(t, []any{"suspended", "2030-05-31T12:00:00Z", "chargebacks"}, []any{a["status"], a["suspended_at"], a["suspended_note"]})
	for range 2 {
		for _, w := range people {
			requireSuspended(t, w, get, "/api/auth/session/", "")
			requireSuspended(t, w, post, "/api/auth/heartbeat/", "")
			requireSuspended(t, w, post, "/api/v1/test-call/", `{"endpoint":"facts"}`)
			requireSuspended(t, w, get, "/api/admin/jobs/", "")
		}
		for _, key := range keys {
			for _, at := range []*apptest.Env{e, node} {
				apptest.RequireError(t, at.Do(t, get, key, ""), http.StatusForbidden, "account_suspended", suspendedMessage)
			}
		}
	}
	require.Equal(t, http.StatusOK, node.As(other).Do(t, get, "/api/auth/session/", "").Code)
	login := func(password string) (int, any) {
		res := node.Do(t, post, "/api/auth/login/", fmt.Sprintf(`{"email":%q,"password":%q}`, c.User.Email, password))
		return res.Code, body(t, res)["code"]
	}
	code, reason := login(apptest.Password)
	require.Equal(t, []any{http.StatusForbidden, "account_suspended"}, []any{code, reason})
	code, reason = login("wrong password")
	require.Equal(t, []any{http.StatusUnauthorized, "invalid_credentials"}, []any{code, reason})
	apptest.RequireError(t, node.As(admin).Do(t, post, pathAdmin(m, "suspend/"), ""), http.StatusConflict, "invalid_transition",
		"the account is suspended already, since 2030-05-31T12:00:00Z")
	apptest.RequireInvalid(t, admin.Do(t, post, pathAdmin(other, "suspend/"), `{"note":"`+strings.Repeat("x", 1001)+`"}`), "note", "must have at most 1000 characters")

	res = node.As(admin).Do(t, post, pathAdmin(m, "resume/"), "")
	require.Equal(t, http.StatusOK, res.Code, res.Body)
	a = body(t, res)
	require.Equal(t, []any{"active", nil, ""}, []any{a["status"], a["suspended_at"], a["suspended_note"]})
	requireOpen()
	apptest.RequireError(t, admin.Do(t, post, pathAdmin(m, "resume/"), ""), http.StatusConflict, "invalid_transition", "the account is not suspended")
}

func TestAccounts_logOut(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m := e.Manager(t)
	require.Equal(t, http.StatusOK, e.Staff().Do(t, post, pathAdmin(m, "suspend/"), "").Code)
	require.Equal(t, http.StatusOK, m.Do(t, post, "/api/auth/logout/", "").Code, "it harms nobody")
	apptest.RequireNotSignedIn(t, m.Do(t, get, "/api/auth/session/", ""))
}

func TestAccounts_lettersWait(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m := e.Manager(t)
	const invited = "new@tours.example"
	_, err := e.Contracts.Create(m.Context(t), m.Caller, contract.CreateInput{InviteEmail: invited})
	require.NoError(t, err)
	require.NoError(t, e.Notify.Send(m.Context(t), notify.Notice{
		To: notify.Account(m.User.ID, auth.FactSheets), Kind: notify.PublicationApproved, Params: map[string]string{"property": "Poseidon"},
	}))
	require.Equal(t, http.StatusOK, e.Staff().Do(t, post, pathAdmin(m, "suspend/"), "").Code)
	e.Start(t)
	told := func() int {
		return len(slices.DeleteFunc(e.Letters(t, m.User.Email), func(p mailtest.Parsed) bool { return !strings.Contains(p.Text, "Poseidon") }))
	}
	require.Zero(t, told())
	require.Empty(t, e.Letters(t, invited))
	require.Equal(t, http.StatusOK, e.Staff().Do(t, post, pathAdmin(m, "resume/"), "").Code)
	e.Clock.Advance(time.Minute + time.Second)
	require.Eventually(t, func() bool { return told() == 1 && len(e.Letters(t, invited)) == 1 }, time.Minute, 20*time.Millisecond)
}

// What staff look at is known to them and to the customer.
func TestAccounts_readsAreRecorded(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	admin, m := e.Admin(t), e.Manager(t)
	for i, step := range []string{"", "plan/"} {
		require.Equal(t, http.StatusOK, admin.Do(t, get, pathAdmin(m, step), "").Code)
		for _, owner := range []int64{admin.User.ID, m.User.ID} {
			entries, err := audittest.Of(t.Context(), e.DB, owner, "account", m.User.ID)
			require.NoError(t, err)
			require.Len(t, entries, i+1, step)
			for _, one := range entries {
				require.Equal(t, "read", one.Action)
				require.Equal(t, admin.User.ID, one.UserID)
			}
		}
		apptest.RequireNotFound(t, admin.Do(t, get, "/api/admin/accounts/999999/"+step, ""))
	}
}

// Support is called by a colleague, about a hotel, from a number or with a bill in hand.
func TestAccounts_foundByWhatIsInThem(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m, _ := e.Manager(t), e.Manager(t)
	c, p := e.SubUser(t, m), e.Property(t, m, "Poseidon")
	ok := func(method, path, body string) {
		t.Helper()
		res := m.Do(t, method, path, body)
		require.Less(t, res.Code, 300, res.Body)
	}
	ok(http.MethodPut, "/api/settings/company/", `{"phone":"+30 2810 / 123-456"}`)
	ok(http.MethodPut, fmt.Sprintf("/api/info/property/update/%d/", p.ID), `{"name":"Ξενοδοχείο Ποσειδών","code":"PSD7","phone":"+49 (30) 99887-76"}`)
	found := func(want int, texts ...string) {
		t.Helper()
		for _, q := range texts {
			list := body(t, e.Staff().Do(t, get, "/api/admin/accounts/?q="+url.QueryEscape(q), ""))
			require.EqualValues(t, want, list["count"], q)
			if want == 1 {
				require.EqualValues(t, m.User.ID, list["results"].([]any)[0].(map[string]any)["id"], q)
			}
		}
	}
	found(1, c.User.Email, "ποσειδων", "psd7", "2810123456", "+30 2810 123", "30998877")
	found(0, "030 99887", "nobody at all", "Poseidon")

	ok(http.MethodDelete, fmt.Sprintf("/api/auth/authorized-users/%d/delete/", c.User.ID), "")
	ok(http.MethodDelete, fmt.Sprintf("/api/info/property/delete/%d/", p.ID), "")
	ok(http.MethodPut, "/api/settings/company/", `{"phone":"+30 2810 654321"}`)
	found(0, c.User.Email, "ποσειδων", "psd7", "2810123456", "30998877")
	found(1, "2810654321")
}

// Support has a bill in hand.
func TestAccounts_foundByABill(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m, _ := e.Manager(t), e.Manager(t)
	do := func(who *apptest.Who, method, path, in string) map[string]any {
		t.Helper()
		res := who.Do(t, method, path, in)
		require.Less(t, res.Code, 300, res.Body)
		return body(t, res)
	}
	do(m, http.MethodPut, "/api/payments/billing-address/", `{"company_name":"Hotel am See GmbH","country":"DE"}`)
	card := do(m, http.MethodPost, "/api/payments/stripe/attach-method/", `{"payment_method":"pm_card_visa"}`)
	do(m, http.MethodPost, fmt.Sprintf("/api/payments/cards/set-primary/%.0f/", card["id"]), "")
	silver := do(m, http.MethodGet, "/api/payments/plans/", "")["results"].([]any)[1].(map[string]any)
	do(m, http.MethodPost, "/api/payments/subscription/upgrade/", fmt.Sprintf(`{"plan_id":%.0f,"billing_cycle":"monthly"}`, silver["id"]))
	number := do(m, get, "/api/payments/history/", "")["results"].([]any)[0].(map[string]any)["invoice_number"].(string)

	for q, want := range map[string][]int64{
		number: {m.User.ID}, " " + strings.ToLower(number) + " ": {m.User.ID},
		number[:len(number)-1]: {}, number + "0": {}, number + "%": {},
	} {
		require.Equal(t, want, apptest.IDs(t, e.Staff().Do(t, get, accounts+"?q="+url.QueryEscape(q), "")), q)
	}
}
