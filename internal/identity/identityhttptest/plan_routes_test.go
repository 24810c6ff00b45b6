package identityhttptest

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
)

const freePlan = `{"name":"Free","category":"free","features":{"properties":1,"photos":10,"api_keys":1,"partner_connections":3,
	"invoices_per_month":30,"calendars":5,"data_refresh_minutes":1440,"contacts":2000,"letters_per_day":200,"inbox_megabytes":100}}`

const goldPlan = `{"name":"Gold","category":"gold","features":{"properties":-1,"photos":-1,"api_keys":-1,"partner_connections":-1,
	"invoices_per_month":-1,"calendars":-1,"data_refresh_minutes":0,"contacts":-1,"letters_per_day":20000,"inbox_megabytes":10000}}`

func setupPlan(t *testing.T) (*apptest.Env, *apptest.Who, *apptest.Who, string) {
	t.Helper()
	e := apptest.New(t)
	m := e.Manager(t)
	return e, e.Admin(t), m, fmt.Sprintf("/api/admin/accounts/%d/plan/", m.User.ID)
}

func TestGrant(t *testing.T) {
	t.Parallel()

	t.Run("staff grant a plan, change its end and take it back", func(t *testing.T) {
		t.Parallel()
		_, admin, m, path := setupPlan(t)
		nothing := `{"plan":` + freePlan + `,"until":null,"note":"","granted_by":null,"granted_at":null}`
		granted := func(until string) string {
			return fmt.Sprintf(`{"plan":%s,"until":%s,"note":"","granted_by":%d,"granted_at":"2030-05-31T12:00:00Z"}`, goldPlan, until, admin.User.ID)
		}
		apptest.RequireJSON(t, admin.Do(t, get, path, ""), http.StatusOK, nothing)
		apptest.RequireJSON(t, admin.Do(t, put, path, `{"plan":"gold","until":"2030-12-31"}`), http.StatusOK, granted(`"2030-12-31"`))
		apptest.RequireJSON(t, admin.Do(t, get, path, ""), http.StatusOK, granted(`"2030-12-31"`))
		require.Contains(t, m.Do(t, get, "/api/auth/session/", "").Body.String(), `"category":"gold"`)
		apptest.RequireJSON(t, admin.Do(t, put, path, `{"until":null}`), http.StatusOK, granted("null"))
		apptest.RequireJSON(t, admin.Do(t, put, path, `{"plan":null}`), http.StatusOK, nothing)
		apptest.RequireJSON(t, admin.Do(t, put, path, `{}`), http.StatusOK, nothing)
	})

	t.Run("bad fields are named", func(t *testing.T) {
		t.Parallel()
		_, admin, _, path := setupPlan(t)
		apptest.RequireInvalid(t, admin.Do(t, put, path, `{"plan":"bronze","until":"2030-05-30"}`),
			"plan", "must be one of free, silver, gold, platinum, diamond", "until", "must not be before today, 2030-05-31")
		apptest.RequireInvalid(t, admin.Do(t, put, path, `{"until":"2031-01-01"}`), "until", "must be empty with the free plan, which has no end")
		require.Equal(t, http.StatusBadRequest, admin.Do(t, put, path, `{"plan":7}`).Code)
		require.Equal(t, http.StatusBadRequest, admin.Do(t, put, path, `{"until":"tomorrow"}`).Code)
	})

	t.Run("nobody else may, and only accounts have plans", func(t *testing.T) {
		t.Parallel()
		e, admin, m, path := setupPlan(t)
		for _, method := range []string{get, put} {
			body := map[string]string{get: "", put: `{"plan":"gold"}`}[method]
			for _, w := range []*apptest.Who{m, e.Operator(t), e.SubUser(t, m)} {
				apptest.RequireError(t, w.Do(t, method, path, body), http.StatusForbidden, "forbidden", "this is only for platform staff")
			}
			apptest.RequireNotSignedIn(t, e.Do(t, method, path, body))
			for _, id := range []int64{0, 999_999, admin.User.ID, e.SubUser(t, m).User.ID} {
				apptest.RequireNotFound(t, admin.Do(t, method, fmt.Sprintf("/api/admin/accounts/%d/plan/", id), body))
			}
		}
	})
}
