package identitytest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
)

func TestNotification_LinkThatIsNotServed(t *testing.T) {
	t.Parallel()
	served := false
	e := apptest.New(t, apptest.With(func(d *notify.Deps) { d.Serves = func(string) bool { return served } }))
	m := e.Manager(t)
	require.NoError(t, e.Notify.Send(t.Context(), notify.Notice{
		To: notify.Account(m.User.ID, auth.FactSheets), Kind: notify.PublicationApproved, Params: map[string]string{"property": "Poseidon"}, Link: "/properties/7/",
	}))
	require.Empty(t, e.Told(t, m)[0].Link)
	e.Start(t)
	letters := e.Letters(t, m.User.Email)
	require.NotContains(t, letters[len(letters)-1].Text, "/properties/7/")
	read, err := e.Notify.SetRead(m.Context(t), m.Caller, e.Told(t, m)[0].ID, true)
	require.NoError(t, err)
	require.Empty(t, read.Link)

	served = true
	require.Equal(t, "/properties/7/", e.Told(t, m)[0].Link, "once the page is there, older notifications lead to it too")
}
