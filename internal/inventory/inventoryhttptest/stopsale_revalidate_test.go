package inventoryhttptest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/inventory/stopsale"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
)

// stopsaleHTTPKnown holds the answers that keys have.
type stopsaleHTTPKnown struct {
	*bundle
	tags map[string]string
}

// check tells whether the keys of each path heard of something.
func (k *stopsaleHTTPKnown) check(t *testing.T, what string, same bool, token string) {
	t.Helper()
	for _, path := range feedPaths(token) {
		require.Equal(t, same, k.Unchanged(t, path, k.tags[path]), "%s: %s", what, path)
		k.tags[path] = k.ETag(t, path)
	}
}

func TestFeeds_revalidation(t *testing.T) {
	t.Parallel()
	b, operator, c := marked(t)
	other, _ := b.Published(t, "Second")
	b.Grant(t, b.hotel, plan.Gold)
	hotel, theirs, one := b.key(t, b.hotel, nil), b.key(t, operator, nil), b.key(t, b.hotel, &c.ID)
	k := &stopsaleHTTPKnown{b, map[string]string{}}
	for _, token := range []string{hotel, theirs, one} {
		for _, path := range feedPaths(token) {
			k.tags[path] = b.ETag(t, path)
		}
	}
	all := func(what string, same bool) {
		t.Helper()
		for _, token := range []string{hotel, theirs, one} {
			k.check(t, what, same, token)
		}
	}

	all("nothing", true)
	b.Property(t, other, "Not ours")
	all("what others do", true)
	event := b.Mark(t, b.hotel, b.twin, "2030-06-09", stopsale.Stop)
	all("a new event", false)
	color := stopsale.Free
	_, err := b.StopSales.UpdateEvent(b.hotel.Context(t), b.hotel.Caller, event.ID, stopsale.EventChange{Color: &color})
	require.NoError(t, err)
	all("a changed event", false)
	require.NoError(t, b.StopSales.DeleteEvent(b.hotel.Context(t), b.hotel.Caller, event.ID))
	all("a deleted event", false)
	b.Publish(t, b.hotel, b.Staff(), b.property)
	all("what is published", false)
	b.Map(t, operator, b.property, mapping.Codes{Hotel: "OUR-2"})
	k.check(t, "the operator's codes", false, theirs)
	k.check(t, "the operator's codes", true, hotel)
	b.Set(t, c.ID, "to_sync_ss", false)
	all("the terms", false)
	b.Set(t, c.ID, "to_sync_ss", true)
	all("the terms again", false)
	category, _ := b.Catalogue.Find(facts.CategoryRooms)
	require.NoError(t, b.Properties.DeleteRecord(b.hotel.Context(t), b.hotel.Caller, b.property.ID, category, b.double))
	all("a room that took its days along", false)
	b.SetStatus(t, c, contract.StatusCancelled)
	k.check(t, "the end of the contract", false, theirs)
	k.check(t, "the end of the contract", false, one)
	require.Empty(t, namesStopsaleHTTP(t, b, theirs))
}

// Days that were not asked for begin with the month, wherever the property is:
// an answer that is told to be right is the one that would be given.
func TestFeeds_revalidationByDay(t *testing.T) {
	t.Parallel()
	for _, zone := range []string{"Pacific/Kiritimati", "Etc/GMT+12", "Asia/Kathmandu"} {
		t.Run(zone, func(t *testing.T) {
			t.Parallel()
			b, operator, _ := marked(t) // it is noon of 31 May in London
			_, err := b.Properties.Update(b.hotel.Context(t), b.hotel.Caller, b.property.ID, property.Change{Timezone: &zone}, property.Logo{})
			require.NoError(t, err)
			path := feedPaths(b.key(t, operator, nil))[0]
			tags, bodies := map[string]string{}, map[string]string{}
			look := func(query string) string { return b.Do(t, get, path+query, "").Body.String() }
			queries := []string{"", "?to=2030-06-02", "?from=2030-05-01", "?to=2030-01-31"}
			for range 70 { // until everybody has 3 June
				for _, query := range queries {
					if now := look(query); tags[query] != "" && b.Unchanged(t, path+query, tags[query]) {
						require.Equal(t, bodies[query], now, "%s at %s", query, b.Clock.Now())
					} else {
						tags[query], bodies[query] = b.ETag(t, path+query), now
					}
				}
				b.Clock.Advance(75 * time.Minute)
			}
			require.NotContains(t, bodies[""], `"date":"2030-05-31"`)
			require.Contains(t, bodies["?from=2030-05-01"], `"date":"2030-05-31"`)
			tag := b.ETag(t, path)
			b.Clock.Advance(20 * 24 * time.Hour)
			require.True(t, b.Unchanged(t, path, tag), "in the middle of a month nothing changes by itself")
		})
	}
}

func TestFeeds_malformed(t *testing.T) {
	t.Parallel()
	b, operator, _ := marked(t)
	for _, path := range feedPaths(b.key(t, operator, nil)) {
		apptest.RequireInvalid(t, b.Do(t, get, path+"?from=2000-01-01&to=2030-01-01&property_id=x", ""),
			"property_id", `must be ids, separated by commas; "x" is none`, "to", "must be at most 1100 days after from, counting both")
		apptest.RequireInvalid(t, b.Do(t, get, path+"?property_id="+strings.Repeat("1,", 10_000), ""),
			"property_id", "must be at most 200 ids, separated by commas; there are 10000")
		apptest.RequireSameXML(t, b.Do(t, get, path, "").Body.Bytes(), b.Do(t, get, path+"?format=xml", "").Body.Bytes())
		require.Equal(t, http.StatusOK, b.Do(t, get, path+"?from=2030-01-01&to=2033-01-04", "").Code, "the longest")
	}
}

func TestEach_trying(t *testing.T) {
	t.Parallel()
	b := setupStopsaleHTTP(t)
	b.Grant(t, b.hotel, plan.Gold)
	for i := range 11 {
		b.Property(t, b.hotel, fmt.Sprintf("House %d", i))
	}
	told := func(most int, only ...int64) []int64 {
		ids := []int64{}
		key := auth.KeyCaller{KeyID: 1, OwnerID: b.hotel.User.OwnerID, AccountType: auth.Accommodation, MaxProperties: most}
		x, err := b.StopSales.Select(t.Context(), key, stopsale.Filter{Properties: only})
		require.NoError(t, err)
		require.NoError(t, x.Each(t.Context(), func(p stopsale.Shared) error {
			ids = append(ids, p.PropertyID)
			return nil
		}))
		return ids
	}
	all := told(0)
	require.Len(t, all, 12)
	require.Equal(t, all[:10], told(10), "the first by id")
	require.Equal(t, all[10:], told(10, all[10:]...), "of those that were asked for")
}
