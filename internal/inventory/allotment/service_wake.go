package allotment

import (
	"context"
	"time"

	"allot/internal/content/property"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
	"allot/internal/platform/jobs"
	"allot/internal/platform/outbox"
)

// WakeStore is when availability changes by itself, and what operators were told of it.
type WakeStore interface {
	// Wake stores the day on which a property is looked at next, unless one is stored.
	Wake(ctx context.Context, owner, property int64, on civil.Date) error
	// SetWake stores the day; zero: the property need not be looked at.
	SetWake(ctx context.Context, owner, property int64, on civil.Date) error
	// Waking lists properties whose day has come at the latest on a date, by day and id,
	// those that follow one.
	Waking(ctx context.Context, at civil.Date, after Waking, limit int) ([]Waking, error)

	// ToldClosed returns for each property of an account whether operators were told
	// that it is closed to them, and locks that.
	ToldClosed(ctx context.Context, owner int64) (map[int64]bool, error)
	SetToldClosed(ctx context.Context, owner, property int64, closed bool) error
}

// Waking is a property whose availability a new date may change.
type Waking struct {
	OwnerID    int64      `bun:"owner_id"`
	PropertyID int64      `bun:"property_id"`
	On         civil.Date `bun:"wake_on"`
}

type wakeArgs struct{}

// Kind is the name of the job.
func (wakeArgs) Kind() string { return "allotment_wake" }

const (
	// wakeEvery is how often it is looked for new dates: in every time zone midnight is
	// at a quarter of an hour in UTC.
	wakeEvery = 15 * time.Minute
	// wakeAhead is how far the clocks are that are furthest ahead of UTC.
	wakeAhead = 14 * time.Hour
	// wakeAtOnce is how many properties are listed together.
	wakeAtOnce = 200
	// lapsedDays is how long after its end a plan is looked at, should the program have
	// been stopped.
	lapsedDays = 30
)

// JobHandlers declares the module's jobs.
func (s *Service) JobHandlers() []jobs.Declaration {
	return []jobs.Declaration{
		jobs.Handle(func(ctx context.Context, _ jobs.Job[wakeArgs]) error { return s.NewDate(ctx) }, jobs.Handling{}),
		jobs.Every(wakeEvery, wakeArgs{}),
	}
}

// Subscriptions lists the events that the module follows.
func (s *Service) Subscriptions() []outbox.Subscription {
	return []outbox.Subscription{{Name: "allotment.closing", Kinds: []string{property.Deleted{}.EventKind()}, Fn: s.propertyDeleted}}
}

// propertyDeleted tells operators of a property that is within the plan now. It does not
// run within the deletion, which holds one property and must not wait for others.
func (s *Service) propertyDeleted(ctx context.Context, ev outbox.Stored) error {
	return s.store.InTx(ctx, func(ctx context.Context) error { return s.ClosingChanged(ctx, ev.OwnerID) })
}

// NewDate publishes what a new date alone has changed: allotments that were released, rate
// contracts that have ended, and properties that a plan which has ended closes.
func (s *Service) NewDate(ctx context.Context) error {
	for after := (Waking{On: civil.Min}); ; {
		list, err := s.store.Waking(ctx, civil.Of(s.now().Add(wakeAhead)), after, wakeAtOnce)
		if err != nil {
			return err
		}
		for _, w := range list {
			after = w
			if err := s.wake(ctx, w); err != nil {
				return err
			}
		}
		if len(list) < wakeAtOnce {
			break
		}
	}
	lapsed, err := s.deps.Plans.Lapsed(ctx, lapsedDays)
	if err != nil {
		return err
	}
	for _, owner := range lapsed {
		if err := s.store.InTx(ctx, func(ctx context.Context) error { return s.ClosingChanged(ctx, owner) }); err != nil {
			return err
		}
	}
	return nil
}

// wake tells of one property, if its day has begun where it is.
func (s *Service) wake(ctx context.Context, w Waking) error {
	zones, err := s.deps.Properties.Zones(ctx, []int64{w.OwnerID}, []int64{w.PropertyID})
	if err != nil || len(zones) == 0 {
		return err
	}
	today, err := civil.Today(s.now(), zones[0].Timezone)
	if err != nil || today < w.On {
		return err
	}
	return s.change(ctx, w.OwnerID, w.PropertyID, DaysOnly, func(ctx context.Context, ch *change) error {
		ch.kind = WriteRelease
		return ch.touchReleases(ctx, w.On-1)
	})
}

// touchReleases marks the days as changed that look different today from what they were on
// another day, and stores when the property is looked at again.
func (ch *change) touchReleases(ctx context.Context, was civil.Date) error {
	blocks, err := ch.store.PropertyBlocks(ctx, []int64{ch.owner}, []int64{ch.property}, civil.Range{From: ch.today, To: civil.Max})
	if err != nil {
		return err
	}
	again := false
	for _, b := range blocks {
		again = again || b.ReleaseDays > 0
		first := max(b.StartDate, ch.today, min(was, ch.today).Add(b.ReleaseDays))
		for date := first; date <= b.EndDate && date < max(was, ch.today).Add(b.ReleaseDays); date++ {
			ch.touchOn(b.CalendarID, b.RoomID, date)
		}
	}
	fed, err := ch.touchEnded(ctx, was)
	if err != nil {
		return err
	}
	next := civil.Date(0)
	if again || fed {
		next = ch.today + 1
	}
	return ch.store.SetWake(ctx, ch.owner, ch.property, next)
}

// touchEnded marks calendars as changed whose rate contract has ended by date since a day.
// fed reports that rate contracts feed calendars of the property.
func (ch *change) touchEnded(ctx context.Context, was civil.Date) (fed bool, err error) {
	calendars, err := ch.calendars(ctx)
	if err != nil {
		return false, err
	}
	f, err := ch.feeds(ctx)
	if err != nil {
		return false, err
	}
	for _, c := range calendars {
		if c.Kind != rules.KindContracted || c.RateContract == nil {
			continue
		}
		fed = true
		for _, r := range f.Contracts {
			if r.ID == *c.RateContract && r.EndedAt == nil && r.EndDate < ch.today && r.EndDate >= was {
				if err := ch.touchAll(ctx, c); err != nil {
					return fed, err
				}
			}
		}
	}
	return fed, nil
}
