package insighttest

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/plan"
	"allot/internal/platform/civil"
	"allot/internal/testkit/audittest"
	"allot/internal/testkit/dbtest"
)

const patch, put = http.MethodPatch, http.MethodPut

// pay makes an account pay for a plan; the zero until is for good.
func pay(t *testing.T, e *apptest.Env, w *apptest.Who, p plan.Plan, until civil.Date) {
	t.Helper()
	offers, err := e.Plans.Offers(t.Context())
	require.NoError(t, err)
	for _, o := range offers {
		if o.Category == p.Category {
			require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error {
				return e.Plans.SetPaid(ctx, plan.Term{OwnerID: w.User.ID, PlanID: o.ID, Name: o.Name, Category: o.Category, Features: o.Features, Until: until})
			}))
			return
		}
	}
	t.Fatalf("nobody sells %s", p.Category)
}

func TestAccounts_planAndUse(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	admin, m, idle := e.Admin(t), e.Manager(t), e.Operator(t)
	pay(t, e, m, plan.Silver, civil.Of(e.Clock.Now()).Add(30))
	e.Property(t, m, "Aurora")
	e.Property(t, m, "Boreas")
	require.Equal(t, http.StatusOK, admin.Do(t, put, pathAdmin(m, "plan/"), `{"plan":"gold","until":"2030-06-15","note":"a trial"}`).Code)

	shown := func(w *apptest.Who) []map[string]any {
		list := body(t, admin.Do(t, get, fmt.Sprintf("%s?q=%d", accounts, w.User.ID), ""))["results"].([]any)
		require.Len(t, list, 1)
		return []map[string]any{list[0].(map[string]any), body(t, admin.Do(t, get, pathAdmin(w, ""), ""))}
	}
	silver := map[string]any{"name": "Silver", "category": "silver", "until": "2030-06-30"}
	properties := func(used, limit float64) map[string]any { return map[string]any{"used": used, "limit": limit} }
	for _, a := range shown(m) {
		require.Equal(t, map[string]any{
			"name": "Gold", "category": "gold", "paid": silver, "granted": map[string]any{"name": "Gold", "category": "gold", "until": "2030-06-15"},
		}, a["plan"])
		require.Len(t, a["usage"], len(plan.Counted))
		require.Equal(t, properties(2, plan.Unlimited), a["usage"].(map[string]any)["properties"])
	}
	for _, a := range shown(idle) {
		require.Equal(t, map[string]any{"name": "Free", "category": "free", "paid": nil, "granted": nil}, a["plan"])
		require.Equal(t, properties(0, 1), a["usage"].(map[string]any)["properties"])
	}

	e.Clock.Advance(16 * 24 * time.Hour)
	admin = e.Login(t, admin.User.Email)
	for _, a := range shown(m) {
		require.Equal(t, map[string]any{"name": "Silver", "category": "silver", "paid": silver, "granted": nil}, a["plan"], "the grant has run out")
		require.Equal(t, properties(2, 3), a["usage"].(map[string]any)["properties"])
	}
	for _, step := range []string{"suspend/", "resume/"} {
		a := body(t, admin.Do(t, post, pathAdmin(m, step), ""))
		require.Equal(t, "silver", a["plan"].(map[string]any)["category"])
		require.Len(t, a["usage"], len(plan.Counted))
	}
}

func TestAccounts_byPlan(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	admin := e.Admin(t)
	none, granted, paid, lower, higher, ended := e.Manager(t), e.Operator(t), e.Manager(t), e.Manager(t), e.Operator(t), e.Manager(t)
	today := civil.Of(e.Clock.Now())
	var noEnd civil.Date
	e.Grant(t, granted, plan.Gold)
	pay(t, e, paid, plan.Gold, today)
	pay(t, e, lower, plan.Silver, noEnd)
	e.Grant(t, lower, plan.Gold)
	pay(t, e, higher, plan.Diamond, noEnd)
	e.Grant(t, higher, plan.Gold)
	pay(t, e, ended, plan.Gold, today.Add(-1))
	e.SubUser(t, paid)

	// find checks that the pages of a list have these accounts, one each, and count them.
	find := func(query string, want ...*apptest.Who) {
		t.Helper()
		for page := 1; page <= max(len(want), 1); page++ {
			b := body(t, admin.Do(t, get, fmt.Sprintf("%s?page_size=1&page=%d&%s", accounts, page, query), ""))
			require.EqualValues(t, len(want), b["count"], query)
			require.Equal(t, page < len(want), b["next"] != nil, query)
			if len(want) == 0 {
				require.Empty(t, b["results"], query)
				continue
			}
			require.EqualValues(t, want[page-1].User.ID, b["results"].([]any)[0].(map[string]any)["id"], query)
		}
		require.EqualValues(t, len(want), body(t, admin.Do(t, get, accounts+"?"+query, ""))["count"], query)
	}
	find("plan=free", ended, none)
	find("plan=silver")
	find("plan=gold", lower, paid, granted)
	find("plan=platinum")
	find("plan=diamond", higher)
	find("plan=gold&account_type=accommodation", lower, paid)
	find("plan=gold&account_type=tour_operator", granted)
	find("plan=free&account_type=tour_operator")
	find("plan=gold&q="+strings.ToUpper(granted.User.Email), granted)
	find(fmt.Sprintf("plan=gold&q=%d", paid.User.ID), paid)
	find(fmt.Sprintf("plan=free&q=%d", paid.User.ID))
	require.Equal(t, http.StatusOK, admin.Do(t, post, pathAdmin(paid, "suspend/"), "").Code)
	find("plan=gold&status=suspended", paid)
	find("plan=gold&status=active", lower, granted)
	find("plan=gold&status=suspended&account_type=accommodation&q="+paid.User.Email, paid)

	e.Clock.Advance(24 * time.Hour)
	admin = e.Login(t, admin.User.Email)
	find("plan=gold", lower, granted)
	find("plan=free", ended, paid, none)
	e.Grant(t, lower, plan.Free)
	find("plan=silver", lower)
}

func TestAccounts_cost(t *testing.T) {
	t.Parallel()
	seen := &dbtest.Statements{}
	e := apptest.New(t, apptest.Watched(seen))
	admin := e.Admin(t)
	cost := func() (n int64) {
		t.Helper()
		for range 2 { // the second finds the session in memory
			before := seen.Count()
			require.Equal(t, http.StatusOK, admin.Do(t, get, accounts+"?plan=gold", "").Code)
			n = seen.Count() - before
		}
		return n
	}
	add := func(n int) {
		for range n {
			w, _ := e.Hotel(t, "Aurora")
			e.Grant(t, w, plan.Gold)
		}
	}
	add(1)
	one := cost()
	add(9)
	require.Equal(t, one, cost(), "a page costs the same, however many accounts are on it")
}

func TestPlans_trail(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	admin := e.Admin(t)
	res := admin.Do(t, post, "/api/admin/plans/", `{"name":"Small","category":"silver","price":"9.00"}`)
	require.Equal(t, http.StatusCreated, res.Code, res.Body)
	id := int64(body(t, res)["id"].(float64))
	for range 2 { // the second changes nothing
		require.Equal(t, http.StatusOK, admin.Do(t, patch, fmt.Sprintf("/api/admin/plans/%d/", id), `{"price":"12.00"}`).Code)
	}
	entries, err := audittest.Of(t.Context(), e.DB, admin.User.ID, "plan", id)
	require.NoError(t, err)
	require.Len(t, entries, 2)
	require.Equal(t, []string{"create", "update"}, []string{entries[0].Action, entries[1].Action})
	require.Equal(t, admin.User.ID, entries[1].UserID)
	require.Contains(t, string(entries[1].Before), `"price":"9.00"`)
	require.Contains(t, string(entries[1].After), `"price":"12.00"`)
}

func TestPlans_BenefitsAreAList(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	admin := e.Admin(t)
	apptest.RequireInvalid(t, admin.Do(t, post, "/api/admin/plans/", `{"name":"Small","category":"silver","price":"9.00","benefits":null}`), "benefits", "must be a list, which may be empty")
	apptest.RequireInvalid(t, admin.Do(t, http.MethodPatch, "/api/admin/plans/1/", `{"benefits":null}`), "benefits", "must be a list, which may be empty")
	require.NotContains(t, admin.Do(t, get, "/api/admin/plans/", "").Body.String(), `"benefits":null`)
	require.Contains(t, admin.Do(t, http.MethodPatch, "/api/admin/plans/1/", `{"benefits":[]}`).Body.String(), `"benefits":[]`)
}
