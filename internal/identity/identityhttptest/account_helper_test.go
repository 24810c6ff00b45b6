package identityhttptest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/platform/httpx"
)

// TestMain runs many tests at once whatever the machine: those that await a
// letter wait more than they work.
const (
	accountNow  = "2030-05-31T12:00:00Z" // where the clock of every test starts
	newPassword = "amber lantern meadow"
	noSuchID    = "/999999/"
)

type object map[string]any

// userOf is a user as the API shows it; but changes some of its fields.
func userOf(t *testing.T, w *apptest.Who, company string, but object) object {
	t.Helper()
	u := w.User
	o := object{
		"id": u.ID, "email": u.Email, "first_name": u.FirstName, "last_name": u.LastName, "avatar": nil,
		"email_confirmed": u.EmailState == account.EmailConfirmed, "email_state": u.EmailState, "confirm_through": "none", "account_type": u.AccountType, "is_manager": u.IsManager, "owner_id": u.OwnerID, "company_name": company,
		"language": "en", "is_online": true, "last_seen": accountNow, "created_at": accountNow,
	}
	maps.Copy(o, but)
	return o
}

// company is the name of the manager's.
func company(w *apptest.Who) string {
	name, _, _ := strings.Cut(w.User.Email, "@")
	return "Company of " + name
}

func text(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

// bodyAccount reads an answer.
func bodyAccount(t *testing.T, res *httptest.ResponseRecorder) object {
	t.Helper()
	var o object
	require.NoError(t, json.Unmarshal(res.Body.Bytes(), &o), res.Body.String())
	return o
}

// at fills ids into a path.
func at(format string, ids ...any) string { return fmt.Sprintf(format, ids...) }

// sessionCookie is the cookie that an answer sets, or nil.
func sessionCookie(res *httptest.ResponseRecorder) *http.Cookie {
	for _, c := range res.Result().Cookies() {
		if c.Name == httpx.SessionCookie {
			return c
		}
	}
	return nil
}
