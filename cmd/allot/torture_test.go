package main

import (
	"fmt"
	"os"
	"time"

	"github.com/stretchr/testify/require"
)

// inFull tells that make torture wants everything, however long it takes.
func inFull() bool { return os.Getenv("ALLOT_TORTURE") != "" }

// inn is a property whose availability is written over HTTP.
type inn struct {
	*program
	token  string
	id     int
	rooms  []any
	master any
	begun  time.Time
}

// inn makes a property with rooms of so many units.
func (p *program) inn(token string, units ...int) *inn {
	p.t.Helper()
	h := &inn{program: p, token: token, id: p.property(token, "Poseidon"), begun: time.Now()}
	for _, n := range units {
		h.rooms = append(h.rooms, h.room(n))
	}
	h.master = h.must(get, fmt.Sprintf("/api/allotment/calendars/?property=%d", h.id), nil).list()[0]["id"]
	return h
}

// must asks for something that is not refused.
func (h *inn) must(method, path string, body any) answer {
	h.t.Helper()
	a := h.call(method, path, h.token, body)
	require.Less(h.t, a.status, 300, "%s %s: %s", method, path, a.raw)
	require.NotZero(h.t, a.status)
	return a
}

func (h *inn) facts() string { return fmt.Sprintf("/api/info/property/%d/facts/rooms/", h.id) }

func (h *inn) room(units int) any {
	h.t.Helper()
	return h.must(post, h.facts(), object{"name": fmt.Sprintf("Room %d", len(h.rooms)), "room_total_units": units}).body["id"]
}

func (h *inn) calendar(name string) any {
	h.t.Helper()
	return h.must(post, "/api/allotment/calendars/", object{"property": h.id, "kind": "allotment", "name": name}).body["id"]
}

func calendarPath(id any, rest string) string {
	return "/api/allotment/calendars/" + number(id) + "/" + rest
}

// ahead is a day some days after the test began, be it midnight since.
func (h *inn) ahead(days int) string { return h.begun.AddDate(0, 0, days).Format(time.DateOnly) }
