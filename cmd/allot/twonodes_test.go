package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// nodes are two programs on one database or, on SQLite, which has one program, the
// same twice.
func nodes(t *testing.T) [2]*program {
	t.Helper()
	s := newSite(t, "ALLOT_BOOTSTRAP_ADMIN=staff@allot.example:"+goodPassword, "ALLOT_LOG_LEVEL=warn", "ALLOT_LOGIN_MAX_FAILURES=1000000",
		"ALLOT_PUBLISH_REVIEW=auto", "ALLOT_V1_RATE_PER_MINUTE=0")
	one := s.start(t)
	if dbtest.Engine() == db.SQLite {
		return [2]*program{one, one}
	}
	return [2]*program{one, s.beside(t).start(t)}
}

// What was acknowledged by one program is read from the other at once, in both
// directions, by those who have an older answer in hand too.
func TestSlow_NeverStale(t *testing.T) {
	t.Parallel()
	dbtest.Slow(t, db.Postgres)
	const readers = 5
	tries := 400 / min(raceFactor, 4)
	if inFull() {
		tries = 10_000
	}
	both := nodes(t)
	token, account := both[0].register("anna@poseidon.example")
	both[0].grantGold(account)
	house := both[0].inn(token)
	var work sync.WaitGroup
	for i := range readers {
		c := newChecker(house, both, i)
		work.Go(func() {
			for n := range tries / readers {
				if stale := c.try(n); stale != "" {
					t.Errorf("reader %d, try %d: %s", i, n, stale)
					return
				}
			}
		})
	}
	work.Wait()
	requireNews(t, both, token, max(tries/200, 3))
	for _, p := range both {
		require.NotContains(t, p.logged(), "level=ERROR")
	}
	t.Logf("%d writes, each read at once", tries)
}

// checker writes through one program what it then reads through the other. It
// has a calendar and a room of its own, in a house where others do the same.
type checker struct {
	*inn
	both                  [2]*program
	calendar, room, block any
	known                 map[string]string // tags of earlier answers, by address
}

func newChecker(house *inn, both [2]*program, i int) *checker {
	house.t.Helper()
	c := &checker{inn: house, both: both, known: map[string]string{}}
	c.room, c.calendar = house.room(50), house.calendar(fmt.Sprintf("Tours %d", i))
	c.block = house.must(post, calendarPath(c.calendar, "blocks/"), object{
		"room": c.room, "start_date": house.ahead(50), "end_date": house.ahead(60), "quantity": 1, "release_days": 0,
	}).body["id"]
	return c
}

// try writes something and returns what is wrong with what is read then.
func (c *checker) try(n int) string {
	to, from := c.both[n/7%2], c.both[1-n/7%2]
	if wrong := c.poll(from); wrong != "" {
		return wrong
	}
	fresh := 1 + n%5 // other than what the try before wrote
	cell := object{"room": c.room, "date": c.ahead(40), "closed": fresh}
	switch n % 7 {
	case 0:
		return c.compare(from, c.post(to, "daily/", cell), 40, func(_ int, d reading.GridDay) int { return d.Closed }, fresh)
	case 1:
		cell["date"], cell["confirmed"] = c.ahead(41), fresh
		return c.compare(from, c.post(to, "daily/batch/", object{"days": []object{cell}}), 41, func(_ int, d reading.GridDay) int { return d.Confirmed }, fresh)
	case 2:
		return c.compare(from, c.post(to, "bulk/", object{"rooms": []any{c.room}, "from": c.ahead(42), "to": c.ahead(48), "closed": fresh}), 47,
			func(_ int, d reading.GridDay) int { return d.Closed }, fresh)
	case 3: // what the Master restricts is restricted on every calendar
		status := []rules.Status{rules.StatusRequest, rules.StatusStop, rules.StatusBlock}[n/7%3]
		written := to.call(post, calendarPath(c.master, "daily/"), c.token, object{"room": c.room, "date": c.ahead(43), "status": status})
		return c.compare(from, written, 43, func(_ int, d reading.GridDay) int {
			if d.Status != nil && *d.Status == status {
				return fresh
			}
			return 0
		}, fresh)
	case 4:
		written := to.call(post, c.facts(), c.token, object{"id": c.room, "room_total_units": 50 + fresh})
		return c.compare(from, written, 40, func(total int, _ reading.GridDay) int { return total }, 50+fresh)
	case 5:
		written := to.call(patch, "/api/allotment/blocks/"+number(c.block)+"/", c.token, object{"quantity": fresh})
		return c.compare(from, written, 55, func(_ int, d reading.GridDay) int { return d.Base }, fresh)
	}
	return c.gone(to, from)
}

func (c *checker) post(to *program, rest string, body object) answer {
	return to.call(post, calendarPath(c.calendar, rest), c.token, body)
}

// grid is the address that the checker reads.
func (c *checker) grid() string {
	return calendarPath(c.calendar, fmt.Sprintf("grid/?from=%s&to=%s", c.ahead(39), c.ahead(60)))
}

// poll asks for what the checker has until the connection remembers the request:
// the read after the write then comes with the same bytes.
func (c *checker) poll(from *program) string {
	for range 3 {
		a := from.call(get, c.grid(), c.token, nil, "If-None-Match", c.known[from.base])
		switch a.status {
		case http.StatusOK: // others write here too
			c.known[from.base] = a.header.Get("Etag")
		case http.StatusNotModified:
		default:
			return fmt.Sprintf("the grid is answered with %d %s", a.status, a.raw)
		}
	}
	return ""
}

// compare reads a day of the checker's room in the grid.
func (c *checker) compare(from *program, written answer, day int, part func(total int, d reading.GridDay) int, want int) string {
	if written.status != http.StatusOK {
		return fmt.Sprintf("the write was answered with %d %s", written.status, written.raw)
	}
	read := from.call(get, c.grid(), c.token, nil, "If-None-Match", c.known[from.base])
	if read.status != http.StatusOK {
		return fmt.Sprintf("the grid is answered with %d %s", read.status, read.raw)
	}
	c.known[from.base] = read.header.Get("Etag")
	var grid reading.GridBody
	if err := json.Unmarshal([]byte(read.raw), &grid); err != nil {
		return err.Error()
	}
	for _, r := range grid.Rooms {
		if number(float64(r.RoomID)) == number(c.room) {
			if got := part(r.TotalUnits, r.Days[c.ahead(day)]); got != want {
				return fmt.Sprintf("%d was written and %d read", want, got)
			}
			return ""
		}
	}
	return "the room is missing"
}

// gone makes a calendar and deletes it.
func (c *checker) gone(to, from *program) string {
	made := to.call(post, "/api/allotment/calendars/", c.token, object{"property": c.id, "kind": "standalone", "name": "For a day"})
	if made.status != http.StatusCreated {
		return fmt.Sprintf("the calendar is answered with %d %s", made.status, made.raw)
	}
	path := calendarPath(made.body["id"], "grid/")
	if a := from.call(get, path, c.token, nil); a.status != http.StatusOK {
		return fmt.Sprintf("a new calendar is answered with %d %s", a.status, a.raw)
	}
	if a := to.call(del, calendarPath(made.body["id"], ""), c.token, nil); a.status != http.StatusNoContent {
		return fmt.Sprintf("the deletion is answered with %d %s", a.status, a.raw)
	}
	if a := from.call(get, path, c.token, nil); a.status != http.StatusNotFound {
		return fmt.Sprintf("a deleted calendar is answered with %d %s", a.status, a.raw)
	}
	return ""
}

// requireNews takes a colleague's permission and ends its sessions through one
// program; the other knows at once.
func requireNews(t *testing.T, both [2]*program, manager string, times int) {
	t.Helper()
	ok := func(status int, a answer) map[string]any {
		t.Helper()
		require.Equal(t, status, a.status, a.raw)
		return a.body
	}
	const calendars = "/api/allotment/calendars/"
	desk := object{"email": "desk@poseidon.example", "password": goodPassword}
	colleague := ok(http.StatusCreated, both[0].call(post, "/api/auth/authorized-users/create/", manager, desk))["id"]
	permission := ok(http.StatusOK, both[0].call(get, "/api/auth/authorized-users/"+number(colleague)+"/permissions/", manager, nil))
	change := func(p *program, allowed bool) {
		t.Helper()
		if permission["id"] == nil {
			permission = ok(http.StatusCreated, p.call(post, "/api/auth/permissions/create/", manager, object{"user": colleague, "stop_sales": allowed}))
			return
		}
		ok(http.StatusOK, p.call(put, "/api/auth/permissions/update/"+number(permission["id"])+"/", manager, object{"stop_sales": allowed}))
	}
	for n := range times {
		to, from := both[n%2], both[1-n%2]
		token := to.login("desk@poseidon.example").token()
		change(to, true)
		ok(http.StatusOK, from.call(get, calendars, token, nil))
		change(to, false)
		ok(http.StatusForbidden, from.call(get, calendars, token, nil))
		ok(http.StatusOK, to.call(post, "/api/auth/logout/", token, nil))
		ok(http.StatusUnauthorized, from.call(get, calendars, token, nil))
	}
}
