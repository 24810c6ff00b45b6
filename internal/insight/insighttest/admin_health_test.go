package insighttest

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/app/build"
)

// health is the answer, as far as the tests look at it.
type health struct {
	Version  string `json:"version"`
	Database struct {
		Engine  string `json:"engine"`
		Bytes   int64  `json:"bytes"`
		Schema  int64  `json:"schema"`
		Current bool   `json:"current"`
	} `json:"database"`
	Disk   *int64         `json:"disk_free_bytes"`
	Jobs   map[string]int `json:"jobs"`
	Queues []struct {
		Queue  string     `json:"queue"`
		Jobs   int        `json:"jobs"`
		Oldest *time.Time `json:"oldest"`
	} `json:"queues"`
	Events struct {
		Waiting int        `json:"waiting"`
		Oldest  *time.Time `json:"oldest"`
	} `json:"events"`
	Webhooks struct {
		Active, Failing, Disabled, Waiting, Due int
		OldestDue                               *time.Time `json:"oldest_due"`
	} `json:"webhooks"`
}

func TestHealth(t *testing.T) {
	t.Parallel()
	e := setupAdmin(t, true)
	staff := e.Staff()
	read := func() health {
		return apptest.Decode[health](t, staff.Do(t, get, "/api/admin/health/", ""), http.StatusOK)
	}
	before := read()
	require.Equal(t, build.Current().String(), before.Version)
	require.Equal(t, string(e.DB.Engine()), before.Database.Engine)
	require.Positive(t, before.Database.Bytes)
	require.Positive(t, before.Database.Schema)
	require.True(t, before.Database.Current)
	require.NotNil(t, before.Disk)
	require.Positive(t, *before.Disk)
	require.Len(t, before.Queues, 5, "an empty queue is shown too")
	require.Zero(t, before.Webhooks.Active)
	require.Nil(t, before.Webhooks.OldestDue)

	// The queue of a test rests: what is published waits.
	m, p := e.Ready(t, "Hotel Aurora")
	e.Publish(t, m, staff, p)
	after := read()
	require.Greater(t, after.Events.Waiting, before.Events.Waiting)
	require.NotNil(t, after.Events.Oldest)
	waiting, _, err := e.Events.Waiting(apptest.Context(t))
	require.NoError(t, err)
	require.Equal(t, waiting, after.Events.Waiting)
	counts, err := e.Queue.Counts(apptest.Context(t))
	require.NoError(t, err)
	require.Equal(t, counts, after.Jobs)
	due := 0
	for _, q := range after.Queues {
		require.Equal(t, q.Jobs > 0, q.Oldest != nil, q.Queue)
		due += q.Jobs
	}
	require.Positive(t, due, "the jobs that a publication makes")

	e.Start(t)
	e.Settle(t)
	settled := read()
	require.Zero(t, settled.Events.Waiting)
	require.Nil(t, settled.Events.Oldest)
}
