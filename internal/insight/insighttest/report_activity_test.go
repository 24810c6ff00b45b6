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
	"allot/internal/platform/audit"
)

// record writes a change of March, away from those that have made the hotel.
func (b *reportBundle) record(t *testing.T, owner, user int64, day int, object string, id int64) {
	t.Helper()
	trail := audit.New(b.DB, func() time.Time { return time.Date(2030, time.March, day, 23, 59, 59, 0, time.UTC) })
	require.NoError(t, b.DB.InTx(t.Context(), func(ctx context.Context) error {
		return trail.Record(ctx, audit.Change{
			OwnerID: owner, UserID: user, Action: "update", ObjectType: object, ObjectID: id, After: object,
		})
	}))
}

func TestActivity(t *testing.T) {
	t.Parallel()

	t.Run("counts changes by day, user and kind, the busiest first, and ends with the latest", func(t *testing.T) {
		t.Parallel()
		b := setupReport(t)
		colleague := b.reader(t, b.hotel)
		owner := b.hotel.User.ID
		b.record(t, owner, owner, 1, "room", 1)
		b.record(t, owner, owner, 2, "room", 2)
		b.record(t, owner, colleague.User.ID, 4, "room", 3)
		b.record(t, owner, colleague.User.ID, 4, "block", 4)
		b.record(t, owner, 0, 4, "room", 5)
		b.record(t, owner, 999999, 5, "room", 6)
		b.record(t, b.operator.User.ID, owner, 4, "contract", 7)

		user := func(w *apptest.Who) string { return fmt.Sprintf(`{"id":%d,"email":%q}`, w.User.ID, w.User.Email) }
		got := read(t, b.hotel, activity+"?from=2030-03-02&to=2030-03-04")
		latest, _ := got["latest"].([]any)
		for i, want := range []string{"5", "4", "3", "2"} {
			entry, _ := latest[i].(object)
			require.Equal(t, want, entry["object_id"])
			delete(entry, "id")
		}
		entry := `"action":"update","object_type":"%s","object_id":"%d","created_at":"2030-03-%02dT23:59:59Z"`
		require.JSONEq(t, fmt.Sprintf(`{"from":"2030-03-02","to":"2030-03-04","total":4,
			"days":[{"date":"2030-03-02","count":1},{"date":"2030-03-03","count":0},{"date":"2030-03-04","count":3}],
			"users":[{"user":%[2]s,"count":2},{"user":null,"count":1},{"user":%[1]s,"count":1}],
			"objects":[{"object_type":"room","count":3},{"object_type":"block","count":1}],
			"latest":[{"user":null,`+fmt.Sprintf(entry, "room", 5, 4)+`},{"user":%[2]s,`+fmt.Sprintf(entry, "block", 4, 4)+`},
				{"user":%[2]s,`+fmt.Sprintf(entry, "room", 3, 4)+`},{"user":%[1]s,`+fmt.Sprintf(entry, "room", 2, 2)+`}]}`,
			user(b.hotel), user(colleague)), encode(t, got))
		require.Contains(t, b.hotel.Do(t, get, activity+"?from=2030-03-05&to=2030-03-05", "").Body.String(),
			`"users":[{"user":{"id":999999,"email":null},"count":1}]`)

		own := read(t, colleague, activity+"?from=2030-03-01&to=2030-03-31")
		require.EqualValues(t, 2, own["total"], "who may not read the trail is told of what he did himself")
		require.Len(t, own["users"], 1)
		require.Len(t, own["latest"], 2)
		require.NotContains(t, encode(t, own), b.hotel.User.Email)
	})

	t.Run("lists the latest 20 of many, and counts all", func(t *testing.T) {
		t.Parallel()
		b := setupReport(t)
		for i := range int64(30) {
			b.record(t, b.hotel.User.ID, 0, 4, "room", i)
		}
		got := read(t, b.hotel, activity+"?from=2030-03-01&to=2030-03-31")
		require.InDelta(t, 30, got["total"], 0)
		require.Len(t, got["latest"], 20)
		require.Len(t, got["days"], 31)
	})

	t.Run("is empty where nothing happened, and by default of the last 30 days", func(t *testing.T) {
		t.Parallel()
		b := setupReport(t)
		apptest.RequireJSON(t, b.operator.Do(t, get, activity+"?from=2030-03-01&to=2030-03-01", ""), http.StatusOK,
			`{"from":"2030-03-01","to":"2030-03-01","total":0,"days":[{"date":"2030-03-01","count":0}],"users":[],"objects":[],"latest":[]}`)
		require.True(t, strings.HasPrefix(b.hotel.Do(t, get, activity, "").Body.String(), `{"from":"2030-05-02","to":"2030-05-31"`))
		apptest.RequireInvalid(t, b.hotel.Do(t, get, activity+"?from=2029-05-30", ""), "to", "must be 2030-05-30 at the latest: a report is over at most 366 days")
		apptest.RequireInvalid(t, b.hotel.Do(t, get, activity+"?from=2030-06-01", ""), "to", "must not be before from, which is 2030-06-01")
		require.Equal(t, http.StatusOK, b.hotel.Do(t, get, activity+"?to=9999-12-31", "").Code)
		require.Equal(t, http.StatusOK, b.hotel.Do(t, get, activity+"?to=0001-01-01", "").Code)
	})

	t.Run("is for those who read reports", func(t *testing.T) {
		t.Parallel()
		requireForbidden(t, setupReport(t), activity)
	})
}
