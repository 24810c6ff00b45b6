package exchangetest

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/exchange/event"
	"allot/internal/identity/plan"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/contract"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/civil"
)

// writer changes what can be sold of a property on every path that there is. A step that is
// refused changes nothing, which is right too.
type writer struct {
	*eventBundle
	t         *testing.T
	admin     *apptest.Who
	from      civil.Date
	suspended bool
	stays     []sold
}

// sold is a stay on a calendar.
type sold struct {
	calendar int64
	stay     allotment.Stay
}

// newWriter makes a hotel on a plan without limits with two properties, of which the newer
// is watched, and operators: one that sees the Master, one with a connected calendar, one
// with rate contracts only.
func newWriter(t *testing.T, b *eventBundle, admin *apptest.Who) *writer {
	t.Helper()
	w := &writer{eventBundle: b, t: t, admin: admin}
	b.notes = event.New(event.Deps{
		Publications: b.Publications, Contracts: b.Contracts, RateContracts: b.RateContracts, Mappings: b.Mappings, Availability: b.Availability,
		LinkBase: func() string { return linkBase },
	})
	b.hotel, _ = b.Hotel(t, "Older hotel")
	b.property = b.Property(t, b.hotel, "Watched hotel")
	b.Fill(t, b.hotel, b.property.ID)
	b.rooms = nil
	for _, name := range []string{"A room", "B room"} {
		b.rooms = append(b.rooms, b.Save(t, b.hotel, b.property.ID, facts.CategoryRooms, facts.Record{"name": name, "room_total_units": 4}))
	}
	b.Publish(t, b.hotel, admin, b.property)
	b.master = b.Master(t, b.hotel, b.property).ID
	b.calendars["master"] = b.master
	b.contracts = map[string]contract.Contract{}
	b.partner(t, "connected", nil)
	b.partner(t, "plain", nil)
	b.who["rates"] = b.Operator(t)
	id := b.contracts["connected"].ID
	b.calendar(t, "connected", rules.KindConnected, func(ch *rules.CalendarChange) { p := &id; ch.Contract = &p })
	b.calendar(t, "external", rules.KindAllotment, nil)
	b.calendar(t, "alone", rules.KindStandalone, nil)
	w.from = civil.Of(b.Clock.Now()).Add(3)
	b.first = w.from
	return w
}

func (w *writer) lastEvent() (id int64) {
	err := w.DB.From(w.t.Context()).NewSelect().Table("outbox_events").ColumnExpr("COALESCE(MAX(id), 0)").Scan(w.t.Context(), &id)
	require.NoError(w.t, err)
	return id
}

// resume lets the next sequence work.
func (w *writer) resume() {
	if w.suspended {
		_, err := w.Accounts.Resume(w.admin.Context(w.t), w.hotel.User.OwnerID)
		require.NoError(w.t, err)
	}
}

func (w *writer) season(rt *rapid.T) civil.Range {
	first := w.from.Add(rapid.IntRange(0, 20).Draw(rt, "first"))
	return civil.Range{From: first, To: first.Add(rapid.IntRange(0, 12).Draw(rt, "days"))}
}

func (w *writer) room(rt *rapid.T) int64 { return rapid.SampledFrom(w.rooms).Draw(rt, "room") }

func (w *writer) at(rt *rapid.T) int64 {
	ids := []int64{}
	for _, id := range w.calendars {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return rapid.SampledFrom(ids).Draw(rt, "calendar")
}

func (w *writer) save(rt *rapid.T, s rules.Setting) {
	_, _ = w.Allotments.SaveRange(w.hotel.Context(w.t), w.hotel.Caller, w.at(rt), rules.RangeInput{Rooms: []int64{w.room(rt)}, Season: w.season(rt), Setting: s})
}

// steps are the paths that write, by name.
func (w *writer) steps() map[string]func(rt *rapid.T) {
	ctx, who := w.hotel.Context(w.t), w.hotel.Caller
	return map[string]func(rt *rapid.T){
		"status": func(rt *rapid.T) {
			w.save(rt, status(rapid.SampledFrom([]rules.Status{"", rules.StatusFree, rules.StatusOpen, rules.StatusRequest, rules.StatusStop, rules.StatusBlock}).Draw(rt, "status")))
		},
		"closed units": func(rt *rapid.T) { w.save(rt, closed(rapid.IntRange(0, 4).Draw(rt, "closed"))) },
		"confirmed units": func(rt *rapid.T) {
			n := rapid.IntRange(0, 3).Draw(rt, "confirmed")
			w.save(rt, rules.Setting{Confirmed: &n})
		},
		"batch": func(rt *rapid.T) {
			stop, n, season := rules.StatusStop, rapid.IntRange(0, 2).Draw(rt, "closed"), w.season(rt)
			_, _ = w.Allotments.SaveDays(ctx, who, w.at(rt), []rules.DayInput{
				{RoomID: w.room(rt), Date: season.From, Setting: rules.Setting{Status: &stop}}, {RoomID: w.room(rt), Date: season.To, Setting: closed(n)},
			})
		},
		"block": func(rt *rapid.T) {
			season, room := w.season(rt), w.room(rt)
			n, release := rapid.IntRange(1, 4).Draw(rt, "quantity"), rapid.IntRange(0, 9).Draw(rt, "release")
			_, _ = w.Allotments.AddBlock(ctx, who, w.at(rt), rules.BlockChange{RoomID: &room, StartDate: &season.From, EndDate: &season.To, Quantity: &n, ReleaseDays: &release})
		},
		"block deleted": func(rt *rapid.T) {
			if id, there := w.someBlock(ctx, rt); there {
				_ = w.Allotments.DeleteBlock(ctx, who, id)
			}
		},
		"block changed": func(rt *rapid.T) {
			if id, there := w.someBlock(ctx, rt); there {
				season, n, release := w.season(rt), rapid.IntRange(1, 4).Draw(rt, "quantity"), rapid.IntRange(0, 9).Draw(rt, "release")
				_, _ = w.Allotments.UpdateBlock(ctx, who, id, rules.BlockChange{StartDate: &season.From, EndDate: &season.To, Quantity: &n, ReleaseDays: &release})
			}
		},
		"units of a system": func(rt *rapid.T) {
			season := w.season(rt)
			_, err := w.Allotments.ImportUnits(w.t.Context(), w.hotel.User.OwnerID, w.property.ID, rules.UnitsImport{
				Source: "pms", Silent: true, Rows: []rules.UnitRow{{Line: 1, RoomID: w.room(rt), From: season.From, To: season.To, Reserved: rapid.IntRange(0, 5).Draw(rt, "reserved")}},
			})
			require.NoError(w.t, err)
		},
		"share": func(rt *rapid.T) {
			n, open, season := rapid.IntRange(1, 3).Draw(rt, "units"), rapid.Bool().Draw(rt, "open"), w.season(rt)
			_, _ = w.Allotments.AddShare(ctx, who, rules.ShareChange{
				PropertyID: &w.property.ID, DonorRoom: &w.rooms[0], RecipientRoom: &w.rooms[1], MaxUnits: &n, OpenWhileBorrowing: &open, StartDate: &season.From,
			})
		},
		"share changed": func(rt *rapid.T) {
			list, err := w.AllotmentStore.Shares(ctx, w.hotel.User.OwnerID, w.property.ID)
			require.NoError(w.t, err)
			switch {
			case len(list) == 0:
			case rapid.Bool().Draw(rt, "deleted"):
				_ = w.Allotments.DeleteShare(ctx, who, list[0].ID)
			default:
				n, active := rapid.IntRange(1, 3).Draw(rt, "units"), rapid.Bool().Draw(rt, "active")
				_, _ = w.Allotments.UpdateShare(ctx, who, list[0].ID, rules.ShareChange{MaxUnits: &n, IsActive: &active})
			}
		},
		"room deleted": func(rt *rapid.T) {
			category, _ := w.Catalogue.Find(facts.CategoryRooms)
			_ = w.Properties.DeleteRecord(ctx, who, w.property.ID, category, w.room(rt))
		},
		"rooms of the sheet": func(rt *rapid.T) {
			category, _ := w.Catalogue.Find(facts.CategoryRooms)
			room := facts.Record{"id": w.room(rt), "name": "Another name", "room_total_units": rapid.IntRange(0, 6).Draw(rt, "units")}
			_, _ = w.Properties.SaveFacts(ctx, who, w.property.ID, category, mustJSON(w.t, room))
		},
		"new version": func(*rapid.T) {
			if sub, err := w.Publications.Submit(ctx, who, w.property.ID); err == nil {
				_, err = w.Publications.Approve(w.admin.Context(w.t), w.admin.Caller, sub.ID) //nolint:contextcheck // staff approve it
				require.NoError(w.t, err)
			}
		},
		"stay": func(rt *rapid.T) {
			season := w.season(rt)
			s := sold{w.at(rt), allotment.Stay{RoomID: w.room(rt), Arrival: season.From, Departure: season.To + 1, Units: 1}}
			if w.Allotments.Hold(ctx, w.hotel.User.OwnerID, s.calendar, []allotment.Stay{s.stay}) == nil {
				w.stays = append(w.stays, s)
			}
		},
		"stay cancelled": func(*rapid.T) {
			if len(w.stays) == 0 {
				return
			}
			s := w.stays[0]
			w.stays, s.stay.Units = w.stays[1:], -s.stay.Units
			_ = w.Allotments.Hold(ctx, w.hotel.User.OwnerID, s.calendar, []allotment.Stay{s.stay})
		},
		"rate contract":  w.rate,
		"calendar":       w.bind,
		"bound again":    w.rebind,
		"terms":          w.terms,
		"contract ended": w.end,
		"suspension":     w.suspend,
		"suspension beside a save": func(rt *rapid.T) {
			in := rules.RangeInput{Rooms: []int64{w.room(rt)}, Season: w.season(rt), Setting: closed(rapid.IntRange(0, 4).Draw(rt, "closed"))}
			at := w.at(rt)
			var beside sync.WaitGroup
			beside.Go(func() { _, _ = w.Allotments.SaveRange(ctx, who, at, in) })
			w.suspend(rt) //nolint:contextcheck // staff suspend it
			beside.Wait()
		},
		"time zone": func(rt *rapid.T) {
			zone := rapid.SampledFrom([]string{"Europe/Athens", "Pacific/Auckland", "America/Los_Angeles"}).Draw(rt, "zone")
			_, _ = w.Properties.Update(ctx, who, w.property.ID, property.Change{Timezone: &zone}, property.Logo{})
		},
		"plan": func(rt *rapid.T) {
			given := rapid.SampledFrom([]string{plan.Gold.Category, plan.Silver.Category, plan.Free.Category}).Draw(rt, "plan")
			until := civil.Date(0)
			if given != plan.Free.Category && rapid.Bool().Draw(rt, "ends") {
				until = civil.Of(w.Clock.Now()).Add(rapid.IntRange(0, 1).Draw(rt, "last day"))
			}
			_, err := w.Plans.Grant(apptest.Context(w.t), w.hotel.User.OwnerID, plan.GrantInput{Plan: &given, Until: &until})
			require.NoError(w.t, err)
		},
		"night": func(*rapid.T) {
			w.Clock.Advance(24 * time.Hour)
			require.NoError(w.t, w.Allotments.NewDate(w.t.Context()))
		},
	}
}

func (w *writer) someBlock(ctx context.Context, rt *rapid.T) (id int64, there bool) {
	list, err := w.AllotmentStore.Blocks(ctx, w.hotel.User.OwnerID, w.calendars["connected"])
	require.NoError(w.t, err)
	if len(list) == 0 {
		return 0, false
	}
	return rapid.SampledFrom(list).Draw(rt, "block").ID, true
}

// rate makes, changes or ends the rate contract of an operator and its calendar.
func (w *writer) rate(rt *rapid.T) {
	ctx, who := w.hotel.Context(w.t), w.hotel.Caller
	list, err := w.RateContracts.Of(w.t.Context(), w.hotel.User.OwnerID, w.property.ID)
	require.NoError(w.t, err)
	season := w.season(rt)
	rows := []ratecontract.RoomAllotment{{RoomID: w.room(rt), StartDate: season.From, EndDate: season.To, Quantity: rapid.IntRange(1, 3).Draw(rt, "quantity"), ReleaseDays: rapid.IntRange(0, 5).Draw(rt, "release")}}
	if len(list) == 0 {
		name, active, first, last := "Summer", ratecontract.StatusActive, w.from.Add(-3), w.from.Add(30)
		r, err := w.RateContracts.Create(ctx, who, ratecontract.Change{
			PropertyID: &w.property.ID, PartnerID: &w.who["rates"].User.OwnerID, Name: &name, StartDate: &first, EndDate: &last, Status: &active, Rooms: &rows,
		})
		if err == nil && !w.suspended {
			kind, called, id := rules.KindContracted, "Rates", &r.ID
			c, err := w.Allotments.CreateCalendar(ctx, who, rules.CalendarChange{PropertyID: &w.property.ID, Kind: &kind, Name: &called, RateContract: &id})
			if err == nil {
				w.calendars["rates"] = c.ID
			}
		}
		return
	}
	r := list[0]
	switch rapid.SampledFrom([]string{"rows", "sooner", "ended", "deleted"}).Draw(rt, "rate") {
	case "rows":
		_, _ = w.RateContracts.Update(ctx, who, r.ID, ratecontract.Change{Rooms: &rows})
	case "sooner":
		last := civil.Of(w.Clock.Now()).Add(1)
		_, _ = w.RateContracts.Update(ctx, who, r.ID, ratecontract.Change{EndDate: &last, Rooms: &[]ratecontract.RoomAllotment{}})
	case "ended":
		ended := ratecontract.StatusEnded
		_, _ = w.RateContracts.Update(ctx, who, r.ID, ratecontract.Change{Status: &ended})
	case "deleted":
		_ = w.RateContracts.Delete(ctx, who, r.ID)
	}
}

// bind deletes the connected calendar, or makes it again.
func (w *writer) bind(*rapid.T) {
	ctx, who := w.hotel.Context(w.t), w.hotel.Caller
	if id, there := w.calendars["connected"]; there {
		if w.Allotments.DeleteCalendar(ctx, who, id) == nil {
			delete(w.calendars, "connected")
		}
		return
	}
	kind, called, id := rules.KindConnected, "Again", w.contracts["connected"].ID
	with := &id
	c, err := w.Allotments.CreateCalendar(ctx, who, rules.CalendarChange{PropertyID: &w.property.ID, Kind: &kind, Name: &called, Contract: &with})
	if err == nil {
		w.calendars["connected"] = c.ID
	}
}

// rebind gives the connected calendar to the other operator, or back.
func (w *writer) rebind(rt *rapid.T) {
	id, there := w.calendars["connected"]
	if !there {
		return
	}
	with := new(int64)
	*with = w.contracts[rapid.SampledFrom([]string{"connected", "plain"}).Draw(rt, "operator")].ID
	_, _ = w.Allotments.UpdateCalendar(w.hotel.Context(w.t), w.hotel.Caller, id, rules.CalendarChange{Contract: &with})
}

// delete deletes the property, which is refused while units of it are held.
func (w *writer) delete() {
	_ = w.Properties.Delete(w.hotel.Context(w.t), w.hotel.Caller, w.property.ID)
}

// terms changes what a contract shares, by an amendment or by the hotel's permissions.
func (w *writer) terms(rt *rapid.T) {
	name := rapid.SampledFrom([]string{"connected", "plain"}).Draw(rt, "operator")
	id, on := w.contracts[name].ID, rapid.Bool().Draw(rt, "on")
	in := contract.TermsInput{AllowOnRequest: &on}
	switch rapid.SampledFrom([]string{"requests", "days", "exports"}).Draw(rt, "term") {
	case "days":
		in = contract.TermsInput{SyncStopSales: &on}
	case "exports":
		_, _ = w.Contracts.SetPermissions(w.hotel.Context(w.t), w.hotel.Caller, id, map[string]any{"exports": map[string]any{"allowed": on}})
		return
	}
	if _, err := w.Contracts.Update(w.hotel.Context(w.t), w.hotel.Caller, id, in, 0); err == nil {
		_, _ = w.Contracts.Accept(w.who[name].Context(w.t), w.who[name].Caller, id, 0)
	}
}

// end ends a contract, or makes it again.
func (w *writer) end(rt *rapid.T) {
	name := rapid.SampledFrom([]string{"connected", "plain"}).Draw(rt, "operator")
	operator, id := w.who[name], w.contracts[name].ID
	if _, err := w.Contracts.Cancel(operator.Context(w.t), operator.Caller, id); err == nil {
		return
	}
	if _, err := w.Contracts.Create(w.hotel.Context(w.t), w.hotel.Caller, contract.CreateInput{Partner: operator.User.OwnerID}); err == nil {
		_, _ = w.Contracts.Accept(operator.Context(w.t), operator.Caller, id, 0)
	}
}

func (w *writer) suspend(*rapid.T) {
	change := func() error {
		_, err := w.Accounts.Suspend(w.admin.Context(w.t), w.hotel.User.OwnerID, "Not paid")
		return err
	}
	if w.suspended {
		change = func() error {
			_, err := w.Accounts.Resume(w.admin.Context(w.t), w.hotel.User.OwnerID)
			return err
		}
	}
	require.NoError(w.t, change())
	w.suspended = !w.suspended
}
