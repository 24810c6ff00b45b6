package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/inventory/allotment/allotmenttest"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// The program is killed while availability is written in every way there is over
// HTTP. After each kill the pool is what the records say, and what was
// acknowledged is there.
func TestSlow_KilledLoad(t *testing.T) {
	t.Parallel()
	dbtest.Slow(t, db.SQLite)
	const clerks = 10
	kills := 3
	if raceFactor > 1 {
		kills = 1
	}
	if inFull() {
		kills = 25
	}
	s := newSite(t, "ALLOT_BOOTSTRAP_ADMIN=staff@allot.example:"+goodPassword, "ALLOT_LOG_LEVEL=warn")
	p := s.start(t)
	token, account := p.register("anna@poseidon.example")
	p.grantGold(account)
	house := p.inn(token, 12, 9, 10)
	desk := make([]*clerk, clerks)
	for i := range desk {
		desk[i] = newClerk(house, i)
	}
	var acknowledged, refused atomic.Int64
	for kill := range kills {
		var work sync.WaitGroup
		for _, c := range desk {
			work.Go(func() {
				for c.step(p, &acknowledged, &refused) {
				}
			})
		}
		before := acknowledged.Load()
		until(t, func() bool { return acknowledged.Load() > before+2*clerks })
		time.Sleep(time.Duration(rand.IntN(700)) * time.Millisecond) // a kill comes at any moment
		p.kill()
		work.Wait()
		p = s.start(t)
		d := s.database(t)
		require.NoError(t, allotmenttest.Check(t.Context(), d.SQL()), "after kill %d", kill+1)
		for _, c := range desk {
			c.require(t, d)
		}
		require.NoError(t, d.Close())
	}
	require.Zero(t, p.stop())
	require.NotContains(t, p.logged(), "level=ERROR")
	t.Logf("%d writes acknowledged, %d refused, %d kills", acknowledged.Load(), refused.Load(), kills)
	require.Positive(t, refused.Load())
}

// fact is something that one clerk alone changes, so that it knows what it is.
type fact struct {
	read  func(t *testing.T, d *db.DB) int
	is    int   // as last acknowledged
	tried []int // without an answer
}

// clerk writes to cells of its own on a calendar of its own, in a house where
// others do the same.
type clerk struct {
	*inn
	rnd              *rand.Rand
	calendar, room   any
	rule             any
	entries, answers []any // those pending, and those confirmed
	facts            map[string]*fact
	temporary        any // a calendar that comes and goes
}

func newClerk(house *inn, i int) *clerk {
	house.t.Helper()
	c := &clerk{inn: house, rnd: rand.New(rand.NewPCG(7, uint64(i))), facts: map[string]*fact{}}
	c.calendar, c.room = house.calendar(fmt.Sprintf("Tours %d", i)), house.room(4)
	c.rule = house.must(post, "/api/allotment/shares/", object{
		"property": house.id, "donor_room": c.room, "recipient_room": house.rooms[i%len(house.rooms)], "max_units": 1,
	}).body["id"]
	c.facts["total"] = &fact{read: func(t *testing.T, d *db.DB) int { t.Helper(); return storedTotal(t, d, c.room) }, is: 4}
	c.know("rule", "SELECT max_units FROM allotment_shares WHERE id = "+number(c.rule), 1)
	for room := range house.rooms {
		for day := range clerkDays {
			for _, column := range []string{"closed", "confirmed"} {
				c.know(cellName(column, room, day), fmt.Sprintf("SELECT COALESCE(MAX(%s), 0) FROM allotment_days WHERE calendar_id = %s AND room_id = %s AND date = '%s'",
					column, number(c.calendar), number(house.rooms[room]), house.ahead(40+day)), 0)
			}
		}
	}
	ledger := house.must(post, "/api/rooming/ledgers/", object{"property": house.id, "name": "Group", "calendar": c.calendar}).body["id"]
	list := []object{}
	for n := range clerkEntries {
		list = append(list, object{"room": house.rooms[n%len(house.rooms)], "arrival": house.ahead(60 + n%clerkDays), "departure": house.ahead(62 + n%clerkDays), "units": 1})
	}
	var added []map[string]any
	require.NoError(house.t, json.Unmarshal([]byte(house.must(post, "/api/rooming/ledgers/"+number(ledger)+"/entries/", list).raw), &added))
	for _, e := range added {
		c.entries = append(c.entries, e["id"])
		c.know(entryName(e["id"]), "SELECT CASE status WHEN 'pending' THEN 0 WHEN 'confirmed' THEN 1 ELSE 2 END FROM rooming_entries WHERE id = "+number(e["id"]), 0)
	}
	return c
}

const clerkDays, clerkEntries = 4, 400

func cellName(column string, room, day int) string { return fmt.Sprint(column, room, ".", day) }

func entryName(id any) string { return "entry " + number(id) }

// know notes what a query for a number would find.
func (c *clerk) know(name, query string, is int) {
	read := func(t *testing.T, d *db.DB) (n int) {
		t.Helper()
		require.NoError(t, d.SQL().QueryRowContext(t.Context(), query).Scan(&n), name)
		return n
	}
	c.facts[name] = &fact{read: read, is: is}
}

// write asks for something that makes facts a number, and notes what came of it.
func (c *clerk) write(p *program, method, path string, body any, n int, names ...string) answer {
	a := p.call(method, path, c.token, body)
	for _, name := range names {
		f := c.facts[name]
		switch {
		case a.status == 0 || a.status == http.StatusServiceUnavailable:
			f.tried = append(f.tried, n)
		case a.status < 300:
			f.is, f.tried = n, nil
		}
	}
	return a
}

// step writes something; it tells whether the program still answers.
func (c *clerk) step(p *program, acknowledged, refused *atomic.Int64) bool {
	a := c.something(p)
	switch {
	case a.status == 0:
		return false
	case a.status == http.StatusConflict:
		refused.Add(1)
	case a.status < 300:
		acknowledged.Add(1)
	case a.status != http.StatusServiceUnavailable:
		p.t.Errorf("%d: %s", a.status, a.raw)
		return false
	}
	return true
}

func (c *clerk) something(p *program) answer {
	n, room, day := c.rnd.IntN(4), c.rnd.IntN(len(c.rooms)), c.rnd.IntN(clerkDays)
	switch c.rnd.IntN(8) {
	case 0:
		return c.write(p, post, calendarPath(c.calendar, "daily/"), object{"room": c.rooms[room], "date": c.ahead(40 + day), "closed": n}, n, cellName("closed", room, day))
	case 1:
		days, names := []object{}, []string{}
		for day := range clerkDays {
			days = append(days, object{"room": c.rooms[room], "date": c.ahead(40 + day), "closed": n})
			names = append(names, cellName("closed", room, day))
		}
		return c.write(p, post, calendarPath(c.calendar, "daily/batch/"), object{"days": days}, n, names...)
	case 2:
		names := []string{}
		for room := range c.rooms {
			for d := range day + 1 {
				names = append(names, cellName("confirmed", room, d))
			}
		}
		return c.write(p, post, calendarPath(c.calendar, "bulk/"), object{"from": c.ahead(40), "to": c.ahead(40 + day), "confirmed": n}, n, names...)
	case 3:
		return c.write(p, post, c.inn.facts(), object{"id": c.room, "room_total_units": 2 + n}, 2+n, "total")
	case 4:
		return c.write(p, patch, "/api/allotment/shares/"+number(c.rule)+"/", object{"max_units": 1 + n}, 1+n, "rule")
	case 5:
		return c.comeAndGo(p)
	}
	return c.answerEntry(p)
}

// answerEntry confirms an entry, or cancels one that it has confirmed.
func (c *clerk) answerEntry(p *program) answer {
	list, verb, n := &c.entries, "confirm/", 1
	if len(c.answers) > 3 || len(c.entries) == 0 {
		list, verb, n = &c.answers, "cancel/", 2
	}
	if len(*list) == 0 { // all are answered
		return c.comeAndGo(p)
	}
	id := (*list)[0]
	*list = (*list)[1:]
	a := c.write(p, post, "/api/rooming/entries/"+number(id)+"/"+verb, nil, n, entryName(id))
	if n == 1 && a.status == http.StatusOK {
		c.answers = append(c.answers, id)
	}
	return a
}

// comeAndGo makes a calendar, or deletes the one that it has made.
func (c *clerk) comeAndGo(p *program) answer {
	if c.temporary != nil {
		id := c.temporary
		c.temporary = nil
		return c.write(p, del, calendarPath(id, ""), nil, 0, "calendar "+number(id))
	}
	a := p.call(post, "/api/allotment/calendars/", c.token, object{"property": c.id, "kind": "allotment", "name": "For a day"})
	if a.status == http.StatusCreated {
		c.temporary = a.body["id"]
		c.know("calendar "+number(c.temporary), "SELECT COUNT(*) FROM allotment_calendars WHERE id = "+number(c.temporary), 1)
	}
	return a
}

// require holds what the clerk knows against what is stored; what had no answer
// is then known.
func (c *clerk) require(t *testing.T, d *db.DB) {
	t.Helper()
	for name, f := range c.facts {
		n := f.read(t, d)
		require.Contains(t, append(f.tried, f.is), n, "%s was acknowledged as %d", name, f.is)
		f.is, f.tried = n, nil
	}
}

func storedTotal(t *testing.T, d *db.DB, room any) int {
	t.Helper()
	var data []byte
	require.NoError(t, d.SQL().QueryRowContext(t.Context(), "SELECT data FROM property_facts WHERE id = "+number(room)).Scan(&data))
	var record struct {
		Units int `json:"room_total_units"`
	}
	require.NoError(t, json.Unmarshal(data, &record))
	return record.Units
}
