package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/examples"
	"allot/internal/content/facts"
	"allot/internal/content/facts/factstest"
	"allot/internal/testkit/costs"
)

// costAttack sends the bodies of one operation.
type costAttack struct {
	program   *program
	doc       *costs.Document
	operation costs.Operation
	request   examples.Request
	token     string
	address   string
	limit     int // of the body, in bytes
	other     costOther
	duration  time.Duration
	timed     bool
}

// costClient has connections for all who send, and waits to be asked for a body. It has an
// address of its own: where wrong passwords shut it out, the other account is not.
var costClient = &http.Client{Timeout: 2 * time.Minute, Transport: &http.Transport{
	MaxIdleConnsPerHost: 2 * costClients, ExpectContinueTimeout: 10 * time.Second, DialContext: costDialer.DialContext,
}}

var costDialer = &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}

func (a *costAttack) send(ctx context.Context, body costs.Body, header ...string) (status int, raw []byte, err error) {
	request := a.request
	request.Body, request.Form, request.File = nil, nil, ""
	req, err := request.New(ctx, a.operation.Method, a.address, a.token)
	if err != nil {
		return 0, nil, err
	}
	req.Body, req.ContentLength = io.NopCloser(bytes.NewReader(body.Raw)), int64(len(body.Raw))
	req.Header.Set("Content-Type", body.Media)
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := costClient.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	raw, err = io.ReadAll(res.Body)
	return res.StatusCode, raw, err
}

// findLimit asks how large a body may be.
func (a *costAttack) findLimit(t *testing.T) int {
	t.Helper()
	req, err := a.request.New(t.Context(), a.operation.Method, a.address, a.token)
	require.NoError(t, err)
	req.Body, req.ContentLength = io.NopCloser(strings.NewReader("")), 1<<40
	req.Header.Set("Expect", "100-continue")
	res, err := costClient.Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	var refused struct{ Params struct{ Max int } }
	raw, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.Equal(t, http.StatusRequestEntityTooLarge, res.StatusCode, "%s", raw)
	if json.Unmarshal(raw, &refused) != nil || refused.Params.Max == 0 {
		return 1 << 20 // a protocol refuses it in its own words
	}
	return refused.Params.Max
}

// largest returns the largest body that is accepted, or the example if it has no list.
func (a *costAttack) largest(t *testing.T) costShot {
	t.Helper()
	if a.request.Body == nil || a.operation.JSON == nil {
		req, err := a.request.New(t.Context(), a.operation.Method, a.address, a.token)
		require.NoError(t, err)
		raw, err := io.ReadAll(req.Body)
		require.NoError(t, err)
		return costShot{attack: a, body: costs.Body{Name: "the example", Media: req.Header.Get("Content-Type"), Raw: raw}}
	}
	if shot, special := a.special(t); special {
		return shot
	}
	for share := 1.0; ; share /= 2 {
		raw, err := a.doc.Largest(a.operation.JSON, a.request.Body, share, a.limit)
		require.NoError(t, err)
		status, _, err := a.send(t.Context(), costs.Body{Media: "application/json", Raw: raw})
		require.NoError(t, err)
		if status < 300 || share < 1e-4 {
			other, err := a.doc.Largest(a.operation.JSON, a.request.Body, share*0.9, a.limit)
			require.NoError(t, err)
			return costShot{a, costs.Body{Name: fmt.Sprintf("lists filled to %.3g", share), Media: "application/json", Raw: raw}, other}
		}
	}
}

// special returns the largest body where the example does not lead to it.
func (a *costAttack) special(t *testing.T) (costShot, bool) {
	t.Helper()
	var value, other any
	var name string
	switch a.operation.ID {
	case "batchUpdateDays":
		const mostDays, rooms = 20_000, 20
		ids := a.emptyRooms(t, rooms)
		name = fmt.Sprintf("%d days", mostDays)
		value, other = object{"days": daysOf(ids, mostDays/rooms, "request", 1)}, object{"days": daysOf(ids, mostDays/rooms, "stop", 2)}
	case "bulkUpdateDays":
		const mostDays, mostRoomDays = 1100, 40_000
		ids := a.emptyRooms(t, mostRoomDays/mostDays)
		bulk := func(status string, closed int) object {
			from := time.Now().AddDate(0, 0, 2)
			return object{"from": from.Format(time.DateOnly), "to": from.AddDate(0, 0, mostDays-1).Format(time.DateOnly), "rooms": ids, "status": status, "closed": closed}
		}
		name, value, other = fmt.Sprintf("%d days of %d rooms", mostDays, len(ids)), bulk("request", 1), bulk("stop", 2)
	case "saveFacts", "saveFactsLegacy":
		c, _ := facts.Load().Find(facts.CategoryRooms)
		record, err := json.Marshal(factstest.Full(c, 1))
		require.NoError(t, err)
		var list []json.RawMessage
		for size := 0; len(list) < facts.MaxRecords-50 && size+len(record) < a.limit*9/10; size += len(record) {
			list = append(list, record)
		}
		a.address = strings.Replace(a.address, "/facts/general/", "/facts/rooms/", 1)
		name, value = fmt.Sprintf("%d rooms", len(list)), list
	default:
		return costShot{}, false
	}
	shot := costShot{attack: a, body: costs.Body{Name: name, Media: "application/json"}}
	var err error
	shot.body.Raw, err = json.Marshal(value)
	require.NoError(t, err)
	if other != nil {
		shot.other, err = json.Marshal(other)
		require.NoError(t, err)
	}
	return shot, true
}

// emptyRooms makes rooms of which nothing is sold.
func (a *costAttack) emptyRooms(t *testing.T, n int) []any {
	t.Helper()
	ids := make([]any, n)
	for i := range ids {
		room := a.program.call(http.MethodPost, "/api/info/property/1/facts/rooms/", a.token, object{"name": "Double", "room_total_units": 3})
		require.Equal(t, http.StatusCreated, room.status, room.raw)
		ids[i] = room.body["id"]
	}
	return ids
}

// roomsOf returns the rooms of a property.
func roomsOf(t *testing.T, p *program, token, property string) (ids []any) {
	t.Helper()
	rooms := p.call(http.MethodGet, "/api/info/property/"+property+"/facts/rooms/", token, nil)
	var list []map[string]any
	require.NoError(t, json.Unmarshal([]byte(rooms.raw), &list), rooms.raw)
	for _, r := range list {
		ids = append(ids, r["id"])
	}
	return ids
}

// daysOf returns the entries of a batch that changes days of rooms and what they have of the pool.
func daysOf(rooms []any, days int, status string, closed int) []object {
	var entries []object
	for day := range days {
		for _, r := range rooms {
			date := time.Now().AddDate(0, 0, day+2).Format(time.DateOnly)
			entries = append(entries, object{"room": r, "date": date, "status": status, "reason": "group_hold", "closed": closed})
		}
	}
	return entries
}

// costliest returns the body that takes the most of those that are refused.
func (a *costAttack) costliest(t *testing.T) costs.Body {
	t.Helper()
	var bodies []costs.Body
	if a.operation.JSON != nil {
		bodies = a.doc.Refused(a.operation.JSON, a.limit)
	}
	for _, media := range a.operation.Media {
		if media != "application/json" {
			bodies = append(bodies, costs.RefusedFiles(media, a.limit)...)
		}
	}
	var worst costs.Body
	var most time.Duration
	for _, b := range bodies {
		before, start := processorTime(t, a.program.cmd.Process.Pid), time.Now()
		status, raw, err := a.send(t.Context(), b)
		if err != nil {
			continue // it was refused before it was sent
		}
		require.Less(t, status, 500, "%s: %s", b.Name, raw)
		took := processorTime(t, a.program.cmd.Process.Pid) - before + time.Since(start)
		t.Logf("%4d ms for %d bytes: %d, %s %s", took.Milliseconds(), len(b.Raw), status, b.Media, b.Name)
		if status >= 400 && took > most {
			worst, most = b, took
		}
	}
	require.NotEmpty(t, worst.Raw, "no body was refused")
	return worst
}

// processorTime is how long a process has worked.
func processorTime(t *testing.T, pid int) time.Duration {
	t.Helper()
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	require.NoError(t, err)
	fields := strings.Fields(string(raw[bytes.LastIndexByte(raw, ')')+1:]))
	const user, system, tick = 11, 12, 10 * time.Millisecond
	var sum time.Duration
	for _, i := range []int{user, system} {
		n, err := strconv.Atoi(fields[i])
		require.NoError(t, err)
		sum += time.Duration(n) * tick
	}
	return sum
}
