package allotment

import (
	"context"
	"slices"

	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/contract"
	"allot/internal/partners/warning"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// WriteScope says what a write may change.
type WriteScope int

// The scopes.
const (
	DaysOnly   WriteScope = iota // days, blocks and the pool
	Everything                   // the layout too
)

// WriteKind says what a write to availability is about, for metrics.
type WriteKind string

// The kinds of writes.
const (
	WriteDays     WriteKind = "days"     // of a calendar, by hand or by a system
	WriteBlock    WriteKind = "block"    // a block of units
	WriteUnits    WriteKind = "units"    // what property management systems report
	WriteRooming  WriteKind = "rooming"  // rooming entries are confirmed or cancelled
	WriteContract WriteKind = "contract" // a rate contract feeds a calendar
	WriteShare    WriteKind = "share"    // what rooms lend each other
	WriteCalendar WriteKind = "calendar" // a calendar is made, bound or ended
	WriteRoom     WriteKind = "room"     // rooms of the fact sheet
	WriteRelease  WriteKind = "release"  // days that a new date changes
)

// change is one write to the availability of a property. It collects what the
// transaction changes, so that one event reports all of it.
type change struct {
	*Service
	kind      WriteKind
	owner     int64
	property  int64
	version   int64
	untouched bool       // nothing was ever set on its days
	today     civil.Date // where the property is
	changed   cellSet
	affected  affected
	stops     []stopChange
	late      []contract.NoticeBreach // contracts whose notice period the stops break
	warnings  []warning.Warning
	wakes     bool // days change by themselves when the date does

	terms       *terms                  // nil in a transaction that was begun before
	layout      *reading.PropertyLayout // nil if the write may change it
	cachedRooms []rules.Room            // nil until they are read
	blocks      map[int64][]rules.Block // of calendars whose days are written
}

// change runs fn as one write to the availability of a property. Every write uses
// it: its first statement locks the property's availability until the transaction
// ends and raises the version. A caller that also needs the lock of the property
// itself, or one taken under it, must take that before. What a user of the hotel
// writes uses changeOwn or changeCalendar, which ask the plan.
func (s *Service) change(ctx context.Context, owner, property int64, scope WriteScope, fn func(ctx context.Context, ch *change) error) error {
	return s.write(ctx, owner, scope, func(ctx context.Context) (int64, reading.Version, error) {
		v, err := s.store.Raise(ctx, owner, property, scope)
		return property, v, err
	}, fn)
}

// changeOwn is change for a property of the caller. It refuses one that is beyond
// the account's plan.
func (s *Service) changeOwn(ctx context.Context, who auth.Caller, property int64, scope WriteScope, fn func(ctx context.Context, ch *change) error) error {
	return s.change(ctx, who.OwnerID, property, scope, func(ctx context.Context, ch *change) error {
		if err := who.InScope(property); err != nil {
			return err
		}
		if err := ch.requirePropertyWritable(ctx); err != nil {
			return err
		}
		return fn(ctx, ch)
	})
}

// changeCalendar is change for a calendar, whose property the caller must have in
// its scope. It refuses a property or calendar that is beyond the account's plan.
func (s *Service) changeCalendar(ctx context.Context, who auth.Caller, id int64, scope WriteScope, fn func(ctx context.Context, ch *change, c rules.Calendar) error) error {
	return s.changeBeyondPlan(ctx, who, id, scope, func(ctx context.Context, ch *change, c rules.Calendar) error {
		if err := ch.requireWritable(ctx, c); err != nil {
			return err
		}
		return fn(ctx, ch, c)
	})
}

// changeBeyondPlan is changeCalendar for a write that takes the calendar away, which
// is possible beyond the plan too.
func (s *Service) changeBeyondPlan(ctx context.Context, who auth.Caller, id int64, scope WriteScope, fn func(ctx context.Context, ch *change, c rules.Calendar) error) error {
	return s.write(ctx, who.OwnerID, scope, func(ctx context.Context) (int64, reading.Version, error) {
		return s.store.RaiseByCalendar(ctx, who.OwnerID, id, scope)
	}, func(ctx context.Context, ch *change) error {
		if err := who.InScope(ch.property); err != nil {
			return err
		}
		c, err := ch.calendarByID(ctx, id)
		if err != nil {
			return err
		}
		return fn(ctx, ch, c)
	})
}

func (s *Service) write(ctx context.Context, owner int64, scope WriteScope,
	raise func(ctx context.Context) (property int64, v reading.Version, err error), fn func(ctx context.Context, ch *change) error,
) error {
	// A transaction that was begun before may have changed rooms already.
	first := !s.store.Writing(ctx)
	var (
		agreed *terms
		err    error
	)
	if first {
		if agreed, err = s.termsOf(ctx, owner); err != nil {
			return err
		}
	}
	return s.store.InTx(ctx, func(ctx context.Context) error {
		property, v, err := raise(ctx)
		if err != nil {
			return err
		}
		ch := &change{Service: s, terms: agreed, owner: owner, property: property, version: v.Number, untouched: v.Number == v.Layout}
		if scope == DaysOnly {
			err = ch.useLayout(ctx, v, first)
		} else {
			err = ch.usePrevious(ctx, v, first)
		}
		if err != nil {
			return err
		}
		if err := fn(ctx, ch); err != nil {
			return err
		}
		return ch.publish(ctx)
	})
}

// useLayout takes what the property is from memory: of one write of days after
// the other, none reads it.
func (ch *change) useLayout(ctx context.Context, v reading.Version, first bool) (err error) {
	if ch.layout, err = ch.Layout(ctx, ch.owner, ch.property, v.Layout, first); err != nil {
		return err
	}
	ch.cachedRooms = ch.layout.Rooms
	ch.today, err = civil.Today(ch.now(), ch.layout.Timezone)
	return err
}

// usePrevious is useLayout for a write that may change the layout. If raising
// the version was the first statement of the transaction, the previous layout is
// still right about the property and its rooms.
func (ch *change) usePrevious(ctx context.Context, v reading.Version, first bool) (err error) {
	if o, found := ch.KeptLayout(ch.owner, ch.property, v.Layout-1); first && found {
		ch.cachedRooms = o.Rooms
		ch.today, err = civil.Today(ch.now(), o.Timezone)
		return err
	}
	p, err := ch.deps.Properties.Get(ctx, ch.owner, ch.property)
	if err != nil {
		return err
	}
	ch.today, err = civil.Today(ch.now(), p.Timezone)
	return err
}

// calendarByID returns a calendar of the property. It may have been deleted while
// the write waited for the lock.
func (ch *change) calendarByID(ctx context.Context, id int64) (rules.Calendar, error) {
	if ch.layout == nil {
		return ch.store.Calendar(ctx, ch.owner, id)
	}
	if i := slices.IndexFunc(ch.layout.Calendars, func(c rules.Calendar) bool { return c.ID == id }); i >= 0 {
		return ch.layout.Calendars[i], nil
	}
	return rules.Calendar{}, apperr.ErrNotFound
}

// calendars lists the calendars of the property: the Master, then the others by age.
func (ch *change) calendars(ctx context.Context) ([]rules.Calendar, error) {
	if ch.layout != nil {
		return ch.layout.Calendars, nil
	}
	return ch.store.Calendars(ctx, ch.owner, ch.property)
}

func (ch *change) allRooms(ctx context.Context) (rooms []rules.Room, err error) {
	if ch.cachedRooms == nil {
		ch.cachedRooms, err = ch.RoomsOf(ctx, ch.owner, ch.property)
	}
	return ch.cachedRooms, err
}

// room finds one room type of the property, or says which field is wrong.
func (ch *change) room(ctx context.Context, field string, id int64) (rules.Room, error) {
	rooms, err := ch.allRooms(ctx)
	if err != nil {
		return rules.Room{}, err
	}
	for _, r := range rooms {
		if r.ID == id {
			return r, nil
		}
	}
	return rules.Room{}, apperr.Field(field, rules.UnknownRoom)
}

// shares returns the rules of the property as the write has left them so far.
func (ch *change) shares(ctx context.Context) ([]rules.Share, error) {
	if ch.layout != nil {
		return ch.layout.Shares, nil
	}
	return ch.store.Shares(ctx, ch.owner, ch.property)
}

// PropertyCreated creates the lock row and the Master of a property.
func (s *Service) PropertyCreated(ctx context.Context, p property.Property) error {
	if err := s.store.InsertProperty(ctx, p.OwnerID, p.ID); err != nil {
		return err
	}
	now := s.now()
	return s.store.InsertCalendar(ctx, &rules.Calendar{OwnerID: p.OwnerID, PropertyID: p.ID, Name: rules.MasterName, Kind: rules.KindMaster, CreatedAt: now, UpdatedAt: now})
}
