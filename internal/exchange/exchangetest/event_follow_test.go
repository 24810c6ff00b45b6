package exchangetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"allot/internal/app/apptest"
	"allot/internal/exchange/event"
	"allot/internal/identity/auth"
	"allot/internal/inventory/availability"
	"allot/internal/platform/civil"
	"allot/internal/platform/outbox"
)

// TestMain makes fewer sequences of changes than rapid would, because each makes a hotel
// with its operators, and more than rapid in make nightly. -rapid.checks makes any number.
// cell is a day of a room on a calendar.
type cell struct {
	calendar, room int64
	date           civil.Date
}

// held is what a receiver knows of a cell.
type held struct {
	state, status        string
	available, allotment int
}

// state is what a receiver knows of a property.
type state map[cell]held

// follower is an account whose system reads the export once and from then on applies
// availability.updated, and nothing else.
type follower struct {
	name  string
	who   *apptest.Who
	state state

	version   int64             // the highest that it was told
	told      map[cell]int64    // version of what it holds of a day
	calendars []int64           // of the highest version
	void      int64             // highest version that left it nothing
	waiting   []json.RawMessage // made, and not come yet
}

// shownDay is a span of days in an export and in an event.
type shownDay struct {
	From      civil.Date `json:"from"`
	To        civil.Date `json:"to"`
	State     string     `json:"state"`
	Status    *string    `json:"status"`
	Available *int       `json:"available"`
	Allotment *int       `json:"allotment"`
}

func (s state) set(calendar, room int64, d shownDay) {
	h := held{state: d.State, available: -1, allotment: -1}
	if d.Status != nil {
		h.status = *d.Status
	}
	if d.Available != nil {
		h.available = *d.Available
	}
	if d.Allotment != nil {
		h.allotment = *d.Allotment
	}
	for date := d.From; date <= d.To; date++ {
		s[cell{calendar, room, date}] = h
	}
}

// window is the days that are compared.
func (b *eventBundle) window() civil.Range {
	return civil.Range{From: b.first, To: b.first.Add(40)}
}

// export reads what v1 shows of the property.
func (b *eventBundle) export(t *testing.T, f *follower) state {
	t.Helper()
	w := b.window()
	x, err := b.Availability.Export(t.Context(), auth.KeyCaller{OwnerID: f.who.User.OwnerID, AccountType: f.who.User.AccountType},
		&availability.Query{Properties: []int64{b.property.ID}, Spans: true, From: w.From, To: w.To}, "")
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, x.Write(t.Context(), &out))
	var body struct {
		Properties []struct {
			Calendars []struct {
				ID    int64 `json:"calendar_id"`
				Rooms []struct {
					ID    int64      `json:"room_id"`
					Spans []shownDay `json:"spans"`
				} `json:"rooms"`
			} `json:"calendars"`
		} `json:"properties"`
	}
	require.NoError(t, json.Unmarshal(out.Bytes(), &body))
	s := state{}
	for _, p := range body.Properties {
		for _, c := range p.Calendars {
			for _, r := range c.Rooms {
				for _, d := range r.Spans {
					s.set(c.ID, r.ID, d)
				}
			}
		}
	}
	return s
}

// apply applies one message of an event, as webhooks.md says.
func (b *eventBundle) apply(t *testing.T, f *follower, message []byte) {
	t.Helper()
	var d struct {
		Version   int64   `json:"version"`
		Complete  bool    `json:"complete"`
		Calendars []int64 `json:"calendars"`
		Rooms     []struct {
			ID       int64      `json:"room_id"`
			Calendar *int64     `json:"calendar_id"`
			Spans    []shownDay `json:"spans"`
		} `json:"rooms"`
	}
	require.NoError(t, json.Unmarshal(message, &d), string(message))
	require.NotNil(t, d.Calendars, string(message))
	require.Positive(t, d.Version, string(message))
	if d.Version >= f.version {
		f.version, f.calendars = d.Version, d.Calendars
		if len(d.Calendars) == 0 {
			f.void = d.Version
		}
	}
	if !d.Complete { // it says that the export must be read
		f.state = b.export(t, f)
		for c := range f.state {
			f.told[c] = max(f.told[c], d.Version)
		}
	}
	for _, r := range d.Rooms {
		if r.Calendar == nil || !d.Complete {
			continue // it sees no calendar any more
		}
		part := state{}
		for _, s := range r.Spans {
			part.set(*r.Calendar, r.ID, s)
		}
		for c, h := range part {
			if d.Version >= max(f.told[c], f.void) {
				f.state[c], f.told[c] = h, d.Version
			}
		}
	}
	maps.DeleteFunc(f.state, func(c cell, _ held) bool { return !slices.Contains(f.calendars, c.calendar) })
}

// sold is what can be sold by a state: a day that is missing is closed, and a closed day
// has nothing else to compare.
func (b *eventBundle) sold(s state) map[cell]held {
	w, out := b.window(), map[cell]held{}
	for c, h := range s {
		if c.date >= w.From && c.date <= w.To && h.state != "closed" {
			out[c] = h
		}
	}
	return out
}

// follow makes the messages of the events since the last call for the followers. None has
// come yet.
func (b *eventBundle) follow(t *testing.T, after *int64, list []*follower) {
	t.Helper()
	events := []outbox.Stored{}
	require.NoError(t, b.DB.From(t.Context()).NewSelect().Model(&events).Where("kind = 'availability.updated' AND id > ? AND owner_id = ?", *after, b.hotel.User.OwnerID).
		Order("id").Scan(t.Context()))
	for _, ev := range events {
		*after = ev.ID
		receivers, err := b.notes.Receivers(t.Context(), ev)
		require.NoError(t, err)
		for _, f := range list {
			i := slices.IndexFunc(receivers, func(r event.Receiver) bool { return r.Account == f.who.User.OwnerID })
			if i < 0 {
				continue
			}
			messages, err := b.notes.Render(t.Context(), ev, receivers[i])
			require.NoError(t, err)
			f.waiting = append(f.waiting, messages...)
		}
	}
}

// deliver has what waits come in any order, some of it twice, and compares.
func (b *eventBundle) deliver(t *testing.T, rt *rapid.T, steps []string, list []*follower) {
	t.Helper()
	for _, f := range list {
		var places []int
		for i := range f.waiting {
			places = append(places, i)
		}
		if len(places) > 0 {
			places = append(places, rapid.SampledFrom(places).Draw(rt, "again"))
		}
		for _, i := range rapid.Permutation(places).Draw(rt, "order") {
			b.apply(t, f, f.waiting[i])
		}
		f.waiting = nil
		want, got := b.sold(b.export(t, f)), b.sold(f.state)
		if !maps.Equal(want, got) {
			rt.Fatalf("after %q %s holds what the export does not show: %s", steps, f.name, difference(want, got))
		}
	}
}

// difference names a few cells that differ.
func difference(want, got map[cell]held) string {
	text := ""
	for c, h := range want {
		if got[c] != h && len(text) < 400 {
			text += fmt.Sprintf("\n%v: shown %v, held %v", c, h, got[c])
		}
	}
	for c, h := range got {
		if _, there := want[c]; !there && len(text) < 600 {
			text += fmt.Sprintf("\n%v: held %v, not shown", c, h)
		}
	}
	return text
}

// TestAvailabilityUpdated_Alone makes any sequence of changes on every path that writes and
// has the hotel and operators follow by this event alone. Events are told late, come in any
// order and twice.
func TestAvailabilityUpdated_Alone(t *testing.T) {
	t.Parallel()
	env := apptest.New(t)
	admin := env.Admin(t)
	rapid.Check(t, func(rt *rapid.T) {
		b := &eventBundle{Env: env, who: map[string]*apptest.Who{}, calendars: map[string]int64{}}
		w := newWriter(t, b, admin)
		defer w.resume()
		list := []*follower{{name: "hotel", who: b.hotel}}
		for _, name := range slices.Sorted(maps.Keys(b.who)) {
			list = append(list, &follower{name: name, who: b.who[name]})
		}
		for _, f := range list {
			f.state, f.told = b.export(t, f), map[cell]int64{}
		}
		after := w.lastEvent()
		names := slices.Sorted(maps.Keys(w.steps()))
		var done []string
		for range rapid.IntRange(1, 12).Draw(rt, "steps") {
			name := rapid.SampledFrom(names).Draw(rt, "step")
			w.steps()[name](rt)
			done = append(done, name)
			if rapid.Bool().Draw(rt, "told now") {
				b.follow(t, &after, list)
			}
			if rapid.Bool().Draw(rt, "all has come") {
				b.follow(t, &after, list)
				b.deliver(t, rt, done, list)
			}
		}
		if rapid.Bool().Draw(rt, "deleted") {
			w.delete()
			done = append(done, "deleted")
		}
		b.follow(t, &after, list)
		b.deliver(t, rt, done, list)
	})
}
