package exchangetest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/exchange/connection"
	"allot/internal/identity/auth"
)

// change sends a PATCH of a connection and returns its answer.
func (b *connectionBundle) change(t *testing.T, who *apptest.Who, id int64, body string) connection.Connection {
	t.Helper()
	return apptest.Decode[connection.Connection](t, who.Do(t, http.MethodPatch, fmt.Sprint(connectionAt, id, "/"), body), http.StatusOK)
}

// A colleague who may look after integrations must not learn a password by having it
// sent to an address of his own.
func TestCredentials_StayWhereTheyWereGivenFor(t *testing.T) {
	t.Parallel()
	s, option := startPMS(t, func() string { return "room,date,reserved\n" })
	var stolen atomic.Value
	stolen.Store("")
	var calls atomic.Int32
	// The certificate of httptest is the same for every server.
	thief := httptest.NewTLSServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		stolen.Store(r.Header.Get("Authorization") + r.Header.Get("X-Key"))
	}))
	t.Cleanup(thief.Close)
	b := setupConnection(t, option)
	b.Start(t)
	colleague := b.SubUser(t, b.who, auth.Integrations)
	c := b.create(t, "csv_url", fmt.Sprintf(`{"url":%q}`, s.URL+"/a.csv"), `{"username":"user","password":"secret"}`)

	// Another path of the same server is the same place.
	same := b.change(t, colleague, c.ID, fmt.Sprintf(`{"sync_interval":60,"settings":{"url":%q}}`, s.URL+"/b.csv"))
	require.False(t, same.CredentialsDropped)
	require.NotNil(t, same.NextSyncAt)

	moved := b.change(t, colleague, c.ID, fmt.Sprintf(`{"settings":{"url":%q}}`, thief.URL))
	require.True(t, moved.CredentialsDropped)
	require.Equal(t, connection.StatusError, moved.Status)
	require.Nil(t, moved.NextSyncAt, "no automatic sync without the credentials")
	require.Len(t, moved.Warnings, 1)
	require.Equal(t, "credentials_dropped", moved.Warnings[0].Code)

	// Neither a sync nor another status nor the old address brings them back.
	path := fmt.Sprint(connectionAt, c.ID, "/")
	for _, refused := range []struct{ method, path, body string }{
		{http.MethodPost, path + "sync/", ""},
		{http.MethodPatch, path, `{"status":"active"}`},
	} {
		res := colleague.Do(t, refused.method, refused.path, refused.body)
		require.Equal(t, http.StatusConflict, res.Code, res.Body)
		require.Contains(t, res.Body.String(), `"code":"credentials_dropped"`)
	}
	back := b.change(t, colleague, c.ID, fmt.Sprintf(`{"settings":{"url":%q}}`, s.URL))
	require.True(t, back.CredentialsDropped)
	require.Zero(t, calls.Load(), stolen.Load())

	// Sent anew they are used; sent with the address they are never dropped; null says
	// that none are needed.
	fresh := b.change(t, b.who, c.ID, `{"credentials":{"username":"user","password":"secret"}}`)
	require.False(t, fresh.CredentialsDropped)
	require.Equal(t, connection.StatusActive, fresh.Status)
	require.NotNil(t, fresh.NextSyncAt)
	started := b.who.Do(t, http.MethodPost, path+"sync/", "")
	if started.Code != http.StatusAccepted {
		require.Contains(t, started.Body.String(), `"code":"sync_running"`, "the automatic one was faster")
	}
	require.Equal(t, connection.LogSuccess, b.finished(t, c.ID).Status)
	together := b.change(t, b.who, c.ID, fmt.Sprintf(`{"settings":{"url":%q},"credentials":{"username":"other","password":"own"}}`, thief.URL))
	require.False(t, together.CredentialsDropped)
	require.Empty(t, together.Warnings)
	b.change(t, b.who, c.ID, fmt.Sprintf(`{"settings":{"url":%q}}`, s.URL))
	without := b.change(t, b.who, c.ID, `{"credentials":null}`)
	require.False(t, without.CredentialsDropped)
	require.Equal(t, connection.StatusActive, without.Status)
}

func TestCredentials_Places(t *testing.T) {
	t.Parallel()
	b := setupConnection(t)
	const keys = `{"header":"X-Key","value":"k-1"}`
	for name, tt := range map[string]struct {
		before, after string
		dropped       bool
	}{
		"the default port is the same place": {`{"pull_url":"https://pms.example/a"}`, `{"pull_url":"https://PMS.example:443/b?x=1"}`, false},
		"another port":                       {`{"pull_url":"https://pms.example/a"}`, `{"pull_url":"https://pms.example:8443/a"}`, true},
		"another host":                       {`{"pull_url":"https://pms.example/a"}`, `{"pull_url":"https://pms.example.org/a"}`, true},
		"one more address elsewhere":         {`{"pull_url":"https://pms.example/a"}`, `{"pull_url":"https://pms.example/a","push_url":"https://other.example/"}`, true},
		"one more address of the same place": {`{"pull_url":"https://pms.example/a"}`, `{"pull_url":"https://pms.example/a","push_url":"https://pms.example/b"}`, false},
		"one address less":                   {`{"pull_url":"https://pms.example/a","push_url":"https://other.example/"}`, `{"pull_url":"https://pms.example/a"}`, false},
	} {
		c := b.create(t, "generic_rest", tt.before, keys)
		kept := b.sealed(t, c.ID)
		after := b.change(t, b.who, c.ID, `{"settings":`+tt.after+`}`)
		require.Equal(t, tt.dropped, after.CredentialsDropped, name)
		require.Equal(t, tt.dropped, kept != b.sealed(t, c.ID), name)
	}

	t.Run("a connection that has none loses none", func(t *testing.T) {
		t.Parallel()
		c := b.create(t, "csv_url", `{"url":"https://a.example/"}`, `null`)
		after := b.change(t, b.who, c.ID, `{"settings":{"url":"https://b.example/"}}`)
		require.False(t, after.CredentialsDropped)
		require.Equal(t, connection.StatusActive, after.Status)
	})
	t.Run("the system of AlpineBits calls: its settings hold no address that is called", func(t *testing.T) {
		t.Parallel()
		c := b.create(t, "alpinebits", `{}`, `{"username":"pms-7","password":"correct horse 9"}`)
		kept := b.sealed(t, c.ID)
		after := b.change(t, b.who, c.ID, `{"settings":{"addresses":["203.0.113.0/24"],"hotel_code":"H1"}}`)
		require.False(t, after.CredentialsDropped)
		require.Equal(t, kept, b.sealed(t, c.ID))
	})
}
