package identityhttptest

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
)

func TestHeartbeat(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m := e.Manager(t)
	e.Clock.Advance(10 * time.Second)
	apptest.RequireJSON(t, m.Do(t, post, "/api/auth/heartbeat/", ""), http.StatusOK, `{"last_seen":"2030-05-31T12:00:10Z","is_online":true}`)
	apptest.RequireJSON(t, m.Do(t, get, "/api/auth/check-token/", ""), http.StatusOK,
		text(t, object{"user": userOf(t, m, company(m), object{"last_seen": "2030-05-31T12:00:10Z"})}))
}

func TestSession(t *testing.T) {
	t.Parallel()
	plan := object{"name": "Free", "category": "free", "features": object{
		"properties": 1, "photos": 10, "api_keys": 1, "partner_connections": 3, "invoices_per_month": 30, "calendars": 5, "data_refresh_minutes": 1440, "contacts": 2000, "letters_per_day": 200, "inbox_megabytes": 100,
	}}
	byMail := object{}
	for _, k := range notify.Kinds {
		if slices.Contains(k.For, auth.Accommodation) {
			byMail[string(k.Kind)] = k.ByMail
		}
	}
	preferences := object{
		"language": "en", "date_format": "auto", "timezone": "UTC", "theme": "system", "density": "normal",
		"email_notifications": byMail, "auto_reminders": false,
	}
	companyOf := func(w *apptest.Who) object {
		return object{
			"name": company(w), "legal_name": "", "vat_id": "", "registration_number": "", "address": "", "postal_code": "", "city": "",
			"country": "GR", "phone": "", "email": w.User.Email, "website": "", "currency": "EUR", "timezone": "UTC", "logo": nil,
		}
	}

	t.Run("a manager gets everything in one answer", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		require.NoError(t, e.Notify.Send(t.Context(), notify.Notice{
			To: notify.Account(m.User.ID, auth.FactSheets), Kind: notify.PublicationApproved, Params: map[string]string{"property": "Poseidon"},
		}))
		apptest.RequireJSON(t, m.Do(t, get, "/api/auth/session/", ""), http.StatusOK, text(t, object{
			"user": userOf(t, m, company(m), nil), "company": companyOf(m), "preferences": preferences,
			"permissions": permissionOf(nil, m.User.ID, auth.Flags...), "plan": plan, "unread_notifications": 1,
		}))
	})

	t.Run("a sub-user gets the account's company and plan and its own permissions", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		c := e.SubUser(t, m, auth.StopSales)
		answer := bodyAccount(t, c.Do(t, get, "/api/auth/session/", ""))
		id := answer["permissions"].(map[string]any)["id"]
		apptest.RequireJSON(t, c.Do(t, get, "/api/auth/session/", ""), http.StatusOK, text(t, object{
			"user": userOf(t, c, company(m), nil), "company": companyOf(m), "preferences": preferences,
			"permissions": permissionOf(id, c.User.ID, auth.StopSales), "plan": plan, "unread_notifications": 0,
		}))
		require.NotNil(t, id)
	})

	t.Run("staff have no company", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		answer := bodyAccount(t, e.Admin(t).Do(t, get, "/api/auth/session/", ""))
		require.Nil(t, answer["company"])
		require.Contains(t, answer, "company")
		require.Equal(t, "admin", answer["user"].(map[string]any)["account_type"])
	})
}

func TestSessions(t *testing.T) {
	t.Parallel()

	t.Run("lists one's own sessions, newest first", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		e.SubUser(t, m)
		e.Clock.Advance(time.Minute)
		second := e.Login(t, m.User.Email)
		require.NoError(t, e.Accounts.Logout(second.Context(t), second.Caller))
		entry := func(w *apptest.Who, created, seen string, active, current bool) object {
			return object{
				"id": w.Caller.SessionID, "ip_address": apptest.IP, "device": "Test/1.0", "remember_me": false,
				"is_active": active, "is_current": current, "created_at": created, "last_seen": seen,
			}
		}
		const later = "2030-05-31T12:01:00Z"
		apptest.RequireJSON(t, m.Do(t, get, "/api/auth/sessions/", ""), http.StatusOK, text(t, object{
			"count": 2, "next": nil, "previous": nil,
			"results": []object{entry(second, later, later, false, false), entry(m, accountNow, later, true, true)},
		}))
		page := bodyAccount(t, m.Do(t, get, "/api/auth/sessions/?page_size=1", ""))
		require.Equal(t, apptest.BaseURL+"/api/auth/sessions/?page=2&page_size=1", page["next"])
		apptest.RequireInvalid(t, m.Do(t, get, "/api/auth/sessions/?page=0&page_size=501", ""),
			"page", "must be at least 1", "page_size", "must be at most 500")
	})

	t.Run("one can be ended, and only one's own", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		c, other := e.SubUser(t, m), e.Login(t, m.User.Email)
		res := m.Do(t, del, at("/api/auth/sessions/%d/", other.Caller.SessionID), "")
		require.Equal(t, http.StatusNoContent, res.Code)
		require.Empty(t, res.Body.String())
		apptest.RequireNotSignedIn(t, other.Do(t, get, "/api/auth/check-token/", ""))
		apptest.RequireNotFound(t, m.Do(t, del, at("/api/auth/sessions/%d/", c.Caller.SessionID), ""))
		apptest.RequireNotFound(t, m.Do(t, del, "/api/auth/sessions"+noSuchID, ""))
		apptest.RequireNotFound(t, m.Do(t, del, "/api/auth/sessions/x/", ""))
		apptest.RequireNotFound(t, m.Do(t, del, "/api/auth/sessions/0/", ""))
		require.True(t, c.Alive(t))
	})
}
