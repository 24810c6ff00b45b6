package main

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// The program is killed while a file is written. After the next start it is written whole.
func TestSlow_KilledExport(t *testing.T) {
	t.Parallel()
	dbtest.Slow(t, db.SQLite)
	notRaced(t)
	const (
		exports = "/api/v1/integrations/exports/"
		houses  = 6
		rooms   = 8
		days    = 1096
	)
	s := newSite(t, "ALLOT_DEV=true", "ALLOT_BOOTSTRAP_ADMIN=staff@allot.example:"+goodPassword, "ALLOT_LOG_LEVEL=warn")
	p := s.start(t)
	token, account := p.register("anna@poseidon.example")
	p.grantGold(account)
	for range houses {
		id := p.property(token, "Poseidon")
		list := make([]object, rooms)
		for i := range list {
			list[i] = object{"name": fmt.Sprintf("Room %d", i), "room_total_units": 10}
		}
		a := p.call(post, fmt.Sprintf("/api/info/property/%v/facts/rooms/", id), token, list)
		require.Less(t, a.status, 300, a.raw)
	}
	unfinished := func() bool {
		for _, name := range s.files(t, "blobs/live") {
			if strings.Contains(name, ".put-") {
				return true
			}
		}
		return false
	}
	cut := false
	for round := 0; !cut && round < 10; round++ {
		a := p.call(post, exports+"create/", token, object{
			"target": "availability", "format": "csv", "from": "2031-01-01", "to": "2033-12-31", "settings": object{"granularity": "daily"},
		})
		require.Equal(t, http.StatusAccepted, a.status, a.raw)
		path := fmt.Sprintf("%s%v/", exports, a.body["id"])
		until(t, func() bool {
			cut = unfinished()
			return cut || p.call(get, path, token, nil).body["status"] == "done"
		})
		p.kill()
		p = s.start(t)
		until(t, func() bool { return p.call(get, path, token, nil).body["status"] == "done" })
		link, err := url.Parse(p.call(get, path, token, nil).body["download_url"].(string))
		require.NoError(t, err)
		file := p.call(get, link.Path, "", nil)
		require.Equal(t, http.StatusOK, file.status)
		require.Equal(t, 1+houses*rooms*days, strings.Count(file.raw, "\r\n"))
	}
	require.True(t, cut, "the kills came at the wrong moments")
	require.Zero(t, p.stop())
}
