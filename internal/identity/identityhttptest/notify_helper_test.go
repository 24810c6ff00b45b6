package identityhttptest

import (
	"encoding/json"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
)

const (
	one       = "/api/notification/notification/"
	news      = "/api/notification/announce-app/"
	notifyNow = "2030-05-31T12:00:00Z" // where the clock of every test starts
)

func setup(t *testing.T) *apptest.Env {
	t.Helper()
	return apptest.New(t)
}

func tell(t *testing.T, e *apptest.Env, w *apptest.Who) notify.Notification {
	t.Helper()
	require.NoError(t, e.Notify.Send(apptest.Context(t), notify.Notice{
		To: notify.Account(w.User.OwnerID, auth.FactSheets), Kind: notify.PublicationApproved,
		Params: map[string]string{"property": "Poseidon"}, Link: "/properties/7/",
	}))
	return e.Told(t, w)[0]
}

// shown is a notification as the API shows it.
func shown(id int64, read bool) object {
	return object{
		"id": id, "kind": "publication_approved", "title": "The fact sheet of Poseidon is published",
		"body": "The fact sheet of Poseidon was approved. Your partners now see this version.",
		"link": "/properties/7/", "is_read": read, "created_at": notifyNow,
	}
}

func bodyNotify(t *testing.T, res *httptest.ResponseRecorder) object {
	t.Helper()
	var o object
	require.NoError(t, json.Unmarshal(res.Body.Bytes(), &o), res.Body.String())
	return o
}

// list is a page that is the only one.
func list(results ...object) object {
	if results == nil {
		results = []object{}
	}
	return object{"count": len(results), "next": nil, "previous": nil, "results": results}
}
