package alpinebits

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"allot/internal/exchange/connection"
	"allot/internal/inventory/rooming"
	"allot/internal/platform/civil"
)

// Given is a reservation that a system was given. Revisions are times of change.
type Given struct {
	ConnectionID  int64      `bun:"connection_id,pk"`
	EntryID       int64      `bun:"entry_id,pk"`
	OwnerID       int64      `bun:"owner_id"`
	Departure     civil.Date `bun:"departure"`
	CreatedAt     time.Time  `bun:"created_at"`
	Revision      int64      `bun:"revision"`  // given last
	Cancelled     bool       `bun:"cancelled"` // as a cancellation
	Acknowledged  int64      `bun:"acknowledged"`
	AckedAsCancel bool       `bun:"acknowledged_cancelled"`
}

// settled reports whether the system has acknowledged this very version.
func (g Given) settled(e rooming.Entry) bool {
	return g.Acknowledged == revision(e) && g.AckedAsCancel == (e.Status != rooming.EntryConfirmed)
}

func revision(e rooming.Entry) int64 { return e.UpdatedAt.UnixMicro() }

const (
	// maxReservations and maxRoomStays bound an answer; the rest is given once these
	// were acknowledged.
	maxReservations = 500
	maxRoomStays    = 5000
	// rememberedDays is how long reservations are remembered after their guests left.
	rememberedDays = 30
	// staysAtOnce is how many entries are read together.
	staysAtOnce = 1000
)

// readReservations gives the system the stays of its hotel.
func (s *Service) readReservations(ctx context.Context, conn connection.Connection, call Call) (done outcome, err error) {
	asked, err := ReadReservations(call.Version, call.Request)
	if err != nil {
		return done, err
	}
	h, err := s.house(ctx, conn, asked.Hotel)
	if err != nil {
		return done, err
	}
	r := &reservationRead{Service: s, house: h, conn: conn, asked: asked}
	if err := r.load(ctx); err != nil {
		return done, err
	}
	if err := r.name(ctx); err != nil {
		return done, err
	}
	if err := r.remember(ctx); err != nil {
		return done, err
	}
	var warnings []Warning
	if r.more {
		warnings = []Warning{{Type: advisory, Text: fmt.Sprintf("there are more reservations: acknowledge these %d and ask again", len(r.stays))}}
	}
	return outcome{
		answer: reservationsAnswer(call.Version, h.hotel, r.stays, warnings), ok: len(r.stays), message: textOf(warnings),
	}, nil
}

// reservationRead collects the reservations of one answer.
type reservationRead struct {
	*Service
	house

	conn  connection.Connection
	asked Read
	given map[int64]Given
	stays []stay
	units int
	more  bool // than fit in the answer
}

func (r *reservationRead) load(ctx context.Context) error {
	given, err := r.store.Given(ctx, r.conn.OwnerID, r.conn.ID, r.today)
	if err != nil {
		return err
	}
	r.given = make(map[int64]Given, len(given))
	for _, g := range given {
		r.given[g.EntryID] = g
	}
	missing := map[int64]bool{}
	for id := range r.given {
		missing[id] = true
	}
	for after := int64(0); ; {
		list, err := r.deps.Rooming.Stays(ctx, r.conn.OwnerID, r.conn.PropertyID, rooming.StayFilter{From: r.today, After: after, Limit: staysAtOnce})
		if err != nil {
			return err
		}
		for _, e := range list {
			delete(missing, e.ID)
			if r.wanted(e) {
				r.add(e)
			}
		}
		if len(list) < staysAtOnce {
			break
		}
		after = list[len(list)-1].ID
	}
	return r.addRemoved(ctx, missing)
}

// wanted reports whether an entry is to be given. The system hears of the end of a
// stay only if it was given the stay.
func (r *reservationRead) wanted(e rooming.Entry) bool {
	g, known := r.given[e.ID]
	if e.Status == rooming.EntryPending || e.Status != rooming.EntryConfirmed && !known {
		return false
	}
	if !r.asked.Since.IsZero() {
		return !e.UpdatedAt.Before(r.asked.Since)
	}
	return !known || !g.settled(e)
}

func (r *reservationRead) add(e rooming.Entry) {
	units := 0
	if e.Status == rooming.EntryConfirmed {
		units = e.Units
	}
	if len(r.stays) > 0 && (len(r.stays) == maxReservations || r.units+units > maxRoomStays) {
		r.more = true
		return
	}
	g := r.given[e.ID]
	st := stay{Entry: e, modified: g.Acknowledged != 0 && !g.AckedAsCancel}
	if e.RoomID != nil {
		st.code = r.codeOf(*e.RoomID)
	}
	r.units += units
	r.stays = append(r.stays, st)
}

// addRemoved gives cancellations of stays that the system was given and that are not
// there any more: they were deleted, or belong to another property now.
func (r *reservationRead) addRemoved(ctx context.Context, missing map[int64]bool) error {
	ids := make([]int64, 0, len(missing))
	for id := range missing {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	found, err := r.deps.Rooming.EntriesByID(ctx, r.conn.OwnerID, ids)
	if err != nil {
		return err
	}
	for _, id := range ids {
		g := r.given[id]
		i := slices.IndexFunc(found, func(e rooming.Entry) bool { return e.ID == id })
		if i >= 0 && found[i].PropertyID == r.conn.PropertyID || g.AckedAsCancel {
			continue
		}
		gone := rooming.Entry{ID: id, OwnerID: r.conn.OwnerID, Status: rooming.EntryCancelled, Departure: g.Departure, CreatedAt: g.CreatedAt, UpdatedAt: time.UnixMicro(g.Revision)}
		if r.asked.Since.IsZero() || !gone.UpdatedAt.Before(r.asked.Since) {
			r.add(gone)
		}
	}
	return nil
}

// name adds the companies of the operators.
func (r *reservationRead) name(ctx context.Context) error {
	var accounts []int64
	for _, st := range r.stays {
		if st.PartnerID != nil && !slices.Contains(accounts, *st.PartnerID) {
			accounts = append(accounts, *st.PartnerID)
		}
	}
	if len(accounts) == 0 {
		return nil
	}
	names, err := r.deps.Settings.CompanyNames(ctx, accounts)
	for i, st := range r.stays {
		if st.PartnerID != nil {
			r.stays[i].operator = names[*st.PartnerID]
		}
	}
	return err
}

// remember stores which versions the system is given: its acknowledgement names the
// reservation only, and must not be taken for a version that it has not seen.
func (r *reservationRead) remember(ctx context.Context) error {
	var list []Given
	for _, st := range r.stays {
		g, known := r.given[st.ID]
		next := g
		next.ConnectionID, next.EntryID, next.OwnerID = r.conn.ID, st.ID, r.conn.OwnerID
		next.Departure, next.CreatedAt, next.Revision, next.Cancelled = st.Departure, st.CreatedAt, revision(st.Entry), st.cancelled()
		if !known || next.Revision != g.Revision || next.Cancelled != g.Cancelled || next.Departure != g.Departure {
			list = append(list, next)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return r.store.InTx(ctx, func(ctx context.Context) error {
		if err := r.store.ForgetGiven(ctx, r.conn.OwnerID, r.conn.ID, r.today.Add(-rememberedDays)); err != nil {
			return err
		}
		return r.store.SaveGiven(ctx, list)
	})
}

// acknowledge notes which reservations the system has stored. Those that it refuses
// are given again; the sync log has its reasons.
func (s *Service) acknowledge(ctx context.Context, conn connection.Connection, call Call) (done outcome, err error) {
	m, err := ReadAcknowledgement(call.Request)
	if err != nil {
		return done, err
	}
	var unknown, reasons []string
	for _, n := range m.NotStored {
		reasons = append(reasons, fmt.Sprintf("refused %s: %s", short(n.ID), short(n.Reason)))
	}
	stored := 0
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		given, err := s.store.Given(ctx, conn.OwnerID, conn.ID, civil.Min)
		if err != nil {
			return err
		}
		byEntry := make(map[int64]Given, len(given))
		for _, g := range given {
			byEntry[g.EntryID] = g
		}
		var list []Given
		for _, r := range m.Stored {
			g, known := byEntry[entryOf(r.ID)]
			if !known || g.Cancelled != r.Cancelled {
				unknown = append(unknown, short(r.ID))
				continue
			}
			stored++
			g.Acknowledged, g.AckedAsCancel = g.Revision, g.Cancelled
			list = append(list, g)
		}
		return s.store.SaveGiven(ctx, list)
	})
	if err != nil {
		return done, err
	}
	var warnings []Warning
	for _, id := range unknown {
		reasons = append(reasons, id+" was not given like this")
		if call.Version == V2024 { // earlier ones know no warning here
			warnings = append(warnings, Warning{business, id, "the reservation was not given to you like this: ask for reservations again"})
		}
	}
	return outcome{
		answer: answer(ActionAcknowledge, warnings), ok: stored, failed: len(unknown) + len(m.NotStored),
		message: strings.Join(reasons, "; "),
	}, nil
}
