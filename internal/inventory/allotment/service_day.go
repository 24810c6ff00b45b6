package allotment

import (
	"context"
	"fmt"
	"slices"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/warning"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/page"
)

// SavedDay is a day after a write, with the warnings. Its Version is that of the
// property's availability which the write made.
type SavedDay struct {
	rules.Day
	Warnings []warning.Warning
}

// SaveDay sets one day of a calendar and returns it. A date before today where the
// property is, is refused with ErrPastDate.
func (s *Service) SaveDay(ctx context.Context, who auth.Caller, calendar int64, in rules.DayInput) (SavedDay, error) {
	var saved SavedDay
	err := s.changeCalendar(ctx, who, calendar, DaysOnly, func(ctx context.Context, ch *change, c rules.Calendar) error {
		ch.kind = WriteDays
		draft, skipped, err := ch.setDays(ctx, c, []rules.DayInput{in}, func(int) string { return "" })
		if err != nil {
			return err
		}
		if skipped > 0 {
			return rules.ErrPastDate.Withf("days before today cannot be edited: today is %s where the property is", ch.today)
		}
		saved = SavedDay{draft.days[0].after, ch.warnings}
		saved.Version = ch.version
		return nil
	})
	return saved, err
}

// SavedDays is the result of a batch.
type SavedDays struct {
	Saved   int // entries in force now, whether they changed something or not
	Skipped int // entries for past days
	// Days are the named days as they are now, each once, by room and date.
	Days     []rules.Day
	Changes  []DayChange // of those, what the batch changed
	Warnings []warning.Warning
	Version  int64 // of the property's availability, which the batch made
}

// DayChange is a day before and after a write.
type DayChange struct{ Before, After rules.Day }

// SaveDays sets days of a calendar, all of them or, if one is refused, none.
// Entries are applied in order, so the later of two for the same day wins.
func (s *Service) SaveDays(ctx context.Context, who auth.Caller, calendar int64, days []rules.DayInput) (SavedDays, error) {
	var saved SavedDays
	err := s.changeCalendar(ctx, who, calendar, DaysOnly, func(ctx context.Context, ch *change, c rules.Calendar) error {
		ch.kind = WriteDays
		if len(days) > rules.MaxBatch {
			return apperr.Field("days", "must have at most %d entries", rules.MaxBatch)
		}
		draft, skipped, err := ch.setDays(ctx, c, days, func(i int) string { return fmt.Sprintf("days[%d].", i) })
		if err != nil {
			return err
		}
		saved = SavedDays{Saved: len(days) - skipped, Skipped: skipped, Days: draft.after(), Warnings: ch.warnings, Version: ch.version}
		for _, d := range draft.changes() {
			saved.Changes = append(saved.Changes, DayChange{d.before, d.after})
		}
		return nil
	})
	return saved, err
}

// SavedRange is the result of a range.
type SavedRange struct {
	Saved    int // room-days with these values now
	Skipped  int // past room-days
	Warnings []warning.Warning
	Version  int64 // of the property's availability, which the range made
}

// SaveRange sets many days of a calendar to the same values, all of them or, if
// one is refused, none.
func (s *Service) SaveRange(ctx context.Context, who auth.Caller, calendar int64, in rules.RangeInput) (saved SavedRange, err error) {
	err = s.changeCalendar(ctx, who, calendar, DaysOnly, func(ctx context.Context, ch *change, c rules.Calendar) error {
		ch.kind = WriteDays
		in := in // the transaction may be retried
		rooms, err := ch.allRooms(ctx)
		if err != nil {
			return err
		}
		if err := in.CheckRange(c, rooms); err != nil {
			return err
		}
		cells, past := in.Cells(ch.today)
		draft, err := ch.draftDays(ctx, c, cells, in.ChangesUnits())
		if err != nil {
			return err
		}
		set := ch.newSetter(ctx, rooms)
		for i := range draft.days {
			set.day("", in.Setting, &draft.days[i].after)
		}
		if err := set.err(); err != nil {
			return err
		}
		if err := ch.saveDays(ctx, draft); err != nil {
			return err
		}
		saved = SavedRange{len(cells), past, ch.warnings, ch.version}
		return nil
	})
	return saved, err
}

// setDays applies entries in order, except those for past days, and returns the
// days. path returns the path prefix of an entry in the request.
func (ch *change) setDays(ctx context.Context, c rules.Calendar, days []rules.DayInput, path func(i int) string) (d *draft, skipped int, err error) {
	rooms, err := ch.allRooms(ctx)
	if err != nil {
		return nil, 0, err
	}
	if err := rules.CheckDays(days, c, rooms, path); err != nil {
		return nil, 0, err
	}
	cells := make([]rules.Cell, 0, len(days))
	for _, d := range days {
		if d.Date >= ch.today {
			cells = append(cells, rules.Cell{Room: d.RoomID, Date: d.Date})
		}
	}
	counts := slices.ContainsFunc(days, func(in rules.DayInput) bool { return in.ChangesUnits() })
	if d, err = ch.draftDays(ctx, c, cells, counts); err != nil {
		return nil, 0, err
	}
	set := ch.newSetter(ctx, rooms)
	for i, in := range days {
		if in.Date >= ch.today {
			set.day(path(i), in.Setting, d.day(rules.Cell{Room: in.RoomID, Date: in.Date}))
		}
	}
	if err := set.err(); err != nil {
		return nil, 0, err
	}
	return d, len(days) - len(cells), ch.saveDays(ctx, d)
}

// setter applies settings to days and collects what is refused: a reason without
// a restrictive status, fewer units than rooming entries hold.
type setter struct {
	by    int64 // user
	at    time.Time
	names map[int64]string // of rooms
	bad   apperr.Fields
	held  []heldDay
}

// heldDay is a day with units held by rooming entries, in the details of a
// refusal.
type heldDay struct {
	namedDay
	Held int `json:"held"`
}

func (ch *change) newSetter(ctx context.Context, rooms []rules.Room) *setter {
	s := &setter{by: auth.From(ctx).UserID, at: ch.now(), names: make(map[int64]string, len(rooms))}
	for _, r := range rooms {
		s.names[r.ID] = r.Name
	}
	return s
}

func (s *setter) day(path string, in rules.Setting, d *rules.Day) {
	before := *d
	in.Apply(d)
	// ChangedBy names the user who set the status; new counts do not change it.
	decided := d.Status == before.Status && d.Reason == before.Reason && d.Note == before.Note && d.Status != ""
	if *d != before && !decided {
		d.ChangedBy, d.ChangedAt = s.by, s.at.UnixMicro()
	}
	if d.Reason != "" && !d.Status.Restrictive() {
		s.bad.Checkf(false, path+"reason", rules.WantsRestrictive+", which %s of %s has not", d.Date, s.names[d.RoomID])
	}
	in.CheckAdded(&s.bad, path, s.names[d.RoomID], *d)
	if d.Confirmed < d.Rooming {
		s.held = append(s.held, heldDay{namedDay{d.RoomID, s.names[d.RoomID], d.Date}, d.Rooming})
	}
}

func (s *setter) err() error {
	if err := s.bad.Err(); err != nil || len(s.held) == 0 {
		return err
	}
	var dates []civil.Date
	held := s.held[:min(len(s.held), maxNamed)]
	for _, h := range held {
		dates = append(dates, h.Date)
	}
	first := held[0]
	return rules.ErrRoomingHolds.Withf("confirmed rooming entries hold %d units of %s on %s: cancel them first", first.Held, first.RoomName, first.Date).
		With("dates", dates).With("conflicts", held)
}

// Days returns a page of the records of a calendar, by room and date, with notes,
// which only the hotel may see.
func (s *Service) Days(ctx context.Context, who auth.Caller, calendar int64, f reading.DayFilter, req page.Request) ([]rules.Day, int, error) {
	if from, to := f.Season.From, f.Season.To; !from.IsZero() && !to.IsZero() && to < from {
		return nil, 0, apperr.Field("to", "must not be before from")
	}
	c, err := s.calendar(ctx, who, calendar)
	if err != nil {
		return nil, 0, err
	}
	return s.store.ListDays(ctx, c.OwnerID, c.ID, f, req)
}
