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
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
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
	MaxIdleConnsPerHost: 2 * costClients, ExpectContinueTimeout: 10 * time.Second,
	DialContext: (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}).DialContext,
}}

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
func (a *costAttack) largest(t *testing.T) costs.Body {
	t.Helper()
	if a.request.Body == nil || a.operation.JSON == nil {
		req, err := a.request.New(t.Context(), a.operation.Method, a.address, a.token)
		require.NoError(t, err)
		raw, err := io.ReadAll(req.Body)
		require.NoError(t, err)
		return costs.Body{Name: "the example", Media: req.Header.Get("Content-Type"), Raw: raw}
	}
	if body, special := a.special(t); special {
		return body
	}
	for share := 1.0; ; share /= 2 {
		raw, err := a.doc.Largest(a.operation.JSON, a.request.Body, share, a.limit)
		require.NoError(t, err)
		status, _, err := a.send(t.Context(), costs.Body{Media: "application/json", Raw: raw})
		require.NoError(t, err)
		if status < 300 || share < 1e-4 {
			return costs.Body{Name: fmt.Sprintf("lists filled to %.3g", share), Media: "application/json", Raw: raw}
		}
	}
}

// special returns the largest body where the example does not lead to it.
func (a *costAttack) special(t *testing.T) (costs.Body, bool) {
	t.Helper()
	var value any
	var name string
	switch a.operation.ID {
	case "batchUpdateDays":
		rooms := a.program.call(http.MethodGet, "/api/info/property/1/facts/rooms/", a.token, nil)
		var list []struct{ ID int }
		require.NoError(t, json.Unmarshal([]byte(rooms.raw), &list))
		days := []object{}
		for day := range 1000 {
			for _, r := range list {
				date := time.Now().AddDate(0, 0, day+2).Format(time.DateOnly)
				days = append(days, object{"room": r.ID, "date": date, "status": "request", "reason": "group_hold"})
			}
		}
		days = days[:min(len(days), 20_000)]
		name, value = fmt.Sprintf("%d days", len(days)), object{"days": days}
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
		return costs.Body{}, false
	}
	raw, err := json.Marshal(value)
	require.NoError(t, err)
	return costs.Body{Name: name, Media: "application/json", Raw: raw}, true
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

// run has all clients send a body while the other account works.
func (a *costAttack) run(t *testing.T, kind string, body costs.Body) costFigure {
	t.Helper()
	pid := a.program.cmd.Process.Pid
	f := costFigure{operation: a.operation.ID, kind: kind, name: body.Name, size: len(body.Raw), statuses: map[int]int{}}
	idle := statusValue(t, pid, "VmRSS:")
	require.NoError(t, os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0)) // peakMemory begins anew

	ctx, cancel := context.WithTimeout(t.Context(), a.duration)
	defer cancel()
	var (
		mu      sync.Mutex
		failed  atomic.Value
		clients sync.WaitGroup
	)
	for range costClients {
		clients.Go(func() {
			for ctx.Err() == nil {
				status, raw, err := a.send(ctx, body)
				if err != nil {
					continue // at the end, or it was refused before it was sent
				}
				if status >= 500 && (status != http.StatusServiceUnavailable || !bytes.Contains(raw, []byte(`"code":"busy"`))) {
					failed.Store(fmt.Sprintf("%d: %.500s", status, raw))
				}
				mu.Lock()
				f.statuses[status]++
				f.sent++
				mu.Unlock()
			}
		})
	}
	waits := a.other.work(ctx, t)
	clients.Wait()
	slices.Sort(waits)
	f.middle, f.worst = waits[len(waits)/2], waits[len(waits)*99/100]
	f.rise = peakMemory(t, pid) - idle
	f.left = statusValue(t, pid, "VmRSS:") - idle
	if f.left > costRest {
		require.Eventually(t, func() bool {
			f.left = statusValue(t, pid, "VmRSS:") - idle
			return f.left <= costRest
		}, time.Minute, 200*time.Millisecond, "%s: memory is not given back", f)
	}
	t.Log(f)
	require.Nil(t, failed.Load(), f)
	require.LessOrEqual(t, f.rise, int64(costMemory), f)
	if a.timed {
		require.Less(t, f.worst, costWait, "%s: the other account waits, of %d requests", f, len(waits))
	}
	return f
}

// costOther is the account that works meanwhile.
type costOther struct {
	program         *program
	token, calendar string
	room            any
}

// choose finds a room to close and open.
func (o *costOther) choose(t *testing.T) {
	t.Helper()
	rooms := o.program.call(http.MethodGet, "/api/info/property/"+o.calendar+"/facts/rooms/", o.token, nil)
	var list []map[string]any
	require.NoError(t, json.Unmarshal([]byte(rooms.raw), &list), rooms.raw)
	o.room = list[0]["id"]
}

// work closes and opens days until the time is over, and tells how long each took.
func (o *costOther) work(ctx context.Context, t *testing.T) (waits []time.Duration) {
	t.Helper()
	day := time.Now().AddDate(0, 0, 30)
	for i := 0; ctx.Err() == nil || i < 2; i++ {
		start := time.Now()
		answer := o.program.call(http.MethodPost, "/api/allotment/calendars/"+o.calendar+"/daily/", o.token, //nolint:contextcheck // the last is not broken off
			object{"room": o.room, "date": day.AddDate(0, 0, i%200).Format(time.DateOnly), "status": []string{"stop", "request"}[i/200%2]})
		waits = append(waits, time.Since(start))
		require.Equal(t, http.StatusOK, answer.status, answer.raw)
		select {
		case <-ctx.Done():
		case <-time.After(5 * time.Millisecond):
		}
	}
	return waits
}
