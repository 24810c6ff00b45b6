package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/testkit/costs"
)

// run has all clients send a body while the other account works.
func (a *costAttack) run(t *testing.T, kind string, shot costShot) costFigure {
	t.Helper()
	f := costFigure{operation: a.operation.ID, kind: kind, name: shot.body.Name, size: len(shot.body.Raw), statuses: map[int]int{}}
	costRun{program: a.program, other: a.other, duration: a.duration, shots: []costShot{shot}}.measure(t, &f)
	if a.timed {
		require.Less(t, f.worst, costWait, "%s: the other account waits", f)
	}
	return f
}

// costShot is a body that is sent.
type costShot struct {
	attack *costAttack
	body   costs.Body
	other  []byte // sent in turn with the body, so that each writes something; nil: the body alone
}

// costRun is what clients send, in turn, while the other account works.
type costRun struct {
	program  *program
	other    costOther
	duration time.Duration
	shots    []costShot
}

// measure fills in a figure. It requires what no clock decides.
func (r costRun) measure(t *testing.T, f *costFigure) {
	t.Helper()
	pid := r.program.cmd.Process.Pid
	idle := statusValue(t, pid, "VmRSS:")
	require.NoError(t, os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0)) // peakMemory begins anew

	ctx, cancel := context.WithTimeout(t.Context(), r.duration)
	defer cancel()
	var (
		mu      sync.Mutex
		failed  atomic.Value
		clients sync.WaitGroup
	)
	for i := range costClients {
		shot := r.shots[i%len(r.shots)]
		clients.Go(func() {
			for shot := shot; ctx.Err() == nil; {
				status, raw, err := shot.attack.send(ctx, shot.body)
				if shot.other != nil {
					shot.body.Raw, shot.other = shot.other, shot.body.Raw
				}
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
	small, waits := r.other.work(ctx, t)
	clients.Wait()
	f.small, f.middle, f.worst = quantile(small, 99), quantile(waits, 50), quantile(waits, 99)
	f.rise = peakMemory(t, pid) - idle
	f.left = statusValue(t, pid, "VmRSS:") - idle
	if f.left > costRest {
		require.Eventually(t, func() bool {
			f.left = statusValue(t, pid, "VmRSS:") - idle
			return f.left <= costRest
		}, time.Minute, 200*time.Millisecond, "%s: memory is not given back", f)
	}
	t.Logf("%s, of %d requests", f, len(waits))
	require.Nil(t, failed.Load(), f)
	require.LessOrEqual(t, f.rise, int64(costMemory), f)
}

// costOther is the account that works meanwhile.
type costOther struct {
	program         *program
	token, calendar string
	room            any
	batches         []object // of some 70 kB, in turn
}

// choose finds a room to close and open.
func (o *costOther) choose(t *testing.T) {
	t.Helper()
	rooms := roomsOf(t, o.program, o.token, o.calendar)
	o.room, rooms = rooms[0], rooms[1:]
	for _, status := range []string{"request", "stop"} {
		o.batches = append(o.batches, object{"days": daysOf(rooms, 900/len(rooms), status, 0)})
	}
}

// quantile returns what so many of a hundred do not exceed.
func quantile(waits []time.Duration, hundredths int) time.Duration {
	slices.Sort(waits)
	return waits[len(waits)*hundredths/100]
}

// work closes and opens days, and every tenth time a batch of them, until the time is over. It
// tells how long single days took, and how long all took.
func (o *costOther) work(ctx context.Context, t *testing.T) (small, all []time.Duration) {
	t.Helper()
	day := time.Now().AddDate(0, 0, 30)
	for i := 0; ctx.Err() == nil || i < 2; i++ {
		start := time.Now()
		path, body := "daily/", object{"room": o.room, "date": day.AddDate(0, 0, i%200).Format(time.DateOnly), "status": []string{"stop", "request"}[i/200%2]}
		if i%10 == 9 {
			path, body = "daily/batch/", o.batches[i/10%2]
		}
		answer := o.program.call(http.MethodPost, "/api/allotment/calendars/"+o.calendar+"/"+path, o.token, body) //nolint:contextcheck // the last is not broken off
		all = append(all, time.Since(start))
		if i%10 != 9 {
			small = append(small, all[i])
		}
		require.Equal(t, http.StatusOK, answer.status, answer.raw)
		select {
		case <-ctx.Done():
		case <-time.After(5 * time.Millisecond):
		}
	}
	return small, all
}
