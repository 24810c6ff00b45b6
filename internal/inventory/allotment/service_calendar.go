package allotment

import (
	"context"
	"errors"

	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/warning"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/field"
	"allot/internal/platform/page"
)

// CalendarStore is the database of calendars and blocks.
type CalendarStore interface {
	// PageCalendars lists those of some properties: by property, the Master first.
	PageCalendars(ctx context.Context, owner int64, properties []int64, req page.Request) ([]rules.Calendar, int, error)
	CountCalendars(ctx context.Context, owner, property int64) (int, error)
	// MostCalendars returns the number of calendars of each account's property that
	// has the most.
	MostCalendars(ctx context.Context, owners []int64) (map[int64]int, error)
	// UpdateCalendar returns ErrCalendarExists if another calendar has the same
	// binding.
	UpdateCalendar(ctx context.Context, c rules.Calendar) error
	// DeleteCalendar deletes its blocks and days too.
	DeleteCalendar(ctx context.Context, owner, id int64) error

	Block(ctx context.Context, owner, id int64) (rules.Block, error)
	// PageBlocks lists those of one calendar, by room and season.
	PageBlocks(ctx context.Context, owner, calendar int64, req page.Request) ([]rules.Block, int, error)
	// InsertBlocks sets the ids.
	InsertBlocks(ctx context.Context, blocks []rules.Block) error
	UpdateBlock(ctx context.Context, b rules.Block) error
	DeleteBlocks(ctx context.Context, owner, calendar int64, ids []int64) error
}

// Calendars lists the calendars of a property, or of all in the caller's scope if
// it is 0: by property, the Master first.
func (s *Service) Calendars(ctx context.Context, who auth.Caller, of int64, req page.Request) ([]rules.NamedCalendar, int, error) {
	properties := []int64{of}
	var err error
	if of != 0 {
		err = s.mayWorkOn(ctx, who, of)
	} else {
		properties, err = s.mayWorkOnAll(ctx, who)
	}
	if err != nil {
		return nil, 0, err
	}
	list, count, err := s.store.PageCalendars(ctx, who.OwnerID, properties, req)
	if err != nil {
		return nil, 0, err
	}
	named, err := s.showCalendars(ctx, who.OwnerID, list)
	return named, count, err
}

// CalendarsOf lists the calendars of a property without checking who may see them:
// the Master, then the others by age.
func (s *Service) CalendarsOf(ctx context.Context, owner, property int64) ([]rules.Calendar, error) {
	return s.store.Calendars(ctx, owner, property)
}

// mayWorkOn refuses properties of other accounts and those out of the caller's
// scope.
func (s *Service) mayWorkOn(ctx context.Context, who auth.Caller, id int64) error {
	if _, err := s.deps.Properties.Get(ctx, who.OwnerID, id); err != nil {
		return err
	}
	return who.InScope(id)
}

// mayWorkOnAll lists the properties that the caller may work on.
func (s *Service) mayWorkOnAll(ctx context.Context, who auth.Caller) ([]int64, error) {
	var ids []int64
	for req := (page.Request{Page: 1, Size: page.MaxSize}); ; req.Page++ {
		list, count, err := s.deps.Properties.List(ctx, who, property.Filter{}, req)
		if err != nil {
			return nil, err
		}
		for _, p := range list {
			ids = append(ids, p.ID)
		}
		if len(list) == 0 || req.Page*req.Size >= count {
			return ids, nil
		}
	}
}

// Calendar returns a calendar in the caller's scope.
func (s *Service) Calendar(ctx context.Context, who auth.Caller, id int64) (rules.NamedCalendar, error) {
	c, err := s.calendar(ctx, who, id)
	if err != nil {
		return rules.NamedCalendar{}, err
	}
	return s.showCalendar(ctx, c)
}

// CreateCalendar creates a calendar and, if a rate contract feeds it, its blocks.
func (s *Service) CreateCalendar(ctx context.Context, who auth.Caller, in rules.CalendarChange) (created rules.NamedCalendar, err error) {
	c := rules.Calendar{OwnerID: who.OwnerID}
	in.Apply(&c)
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		c.ID, c.CreatedAt = 0, s.now()
		c.UpdatedAt = c.CreatedAt
		if err := s.lockForNewCalendar(ctx, who, c.PropertyID); err != nil {
			return err
		}
		bound, err := s.bindings(ctx, c)
		if err != nil {
			return err
		}
		if err := c.Check(nil, bound); err != nil {
			return err
		}
		return s.change(ctx, c.OwnerID, c.PropertyID, Everything, func(ctx context.Context, ch *change) error {
			ch.kind = WriteCalendar
			if err := s.store.InsertCalendar(ctx, &c); err != nil {
				return err
			}
			if err := s.recordCalendar(ctx, "create", nil, &c); err != nil {
				return err
			}
			if err := ch.touchAll(ctx, c); err != nil {
				return err
			}
			return ch.pull(ctx, c)
		})
	})
	if err != nil {
		return rules.NamedCalendar{}, err
	}
	return s.showCalendar(ctx, c)
}

// lockForNewCalendar locks the plan's count, the property and its rate contracts
// while a calendar is added.
func (s *Service) lockForNewCalendar(ctx context.Context, who auth.Caller, id int64) error {
	err := s.mayWorkOn(ctx, who, id)
	if errors.Is(err, apperr.ErrNotFound) {
		return apperr.Field("property", "must be the id of one of your properties")
	}
	if err != nil {
		return err
	}
	err = s.deps.Plans.Admit(ctx, who.OwnerID, plan.FeatureCalendars, func(ctx context.Context, owner int64) (int, error) {
		return s.store.CountCalendars(ctx, owner, id)
	})
	if err != nil {
		return err
	}
	_, err = s.deps.Properties.LockOwn(ctx, who, id)
	return err
}

// MostCalendars returns the number of calendars of each account's property that has
// the most.
func (s *Service) MostCalendars(ctx context.Context, owners []int64) (map[int64]int, error) {
	return s.store.MostCalendars(ctx, owners)
}

// UpdateCalendar changes a calendar; the Master is refused with ErrMasterImmutable.
// A new binding rebuilds the blocks. An update without changes is not recorded.
func (s *Service) UpdateCalendar(ctx context.Context, who auth.Caller, id int64, in rules.CalendarChange) (updated rules.NamedCalendar, err error) {
	var (
		after    rules.Calendar
		warnings []warning.Warning
	)
	err = s.rebind(ctx, who, id, func(ctx context.Context, ch *change, before rules.Calendar) error {
		after, warnings = before, nil
		in.Apply(&after)
		if before.Kind == rules.KindMaster {
			if after.Equal(before) {
				return nil // the client sends back what it read
			}
			return rules.ErrMasterImmutable
		}
		bound, err := s.bindings(ctx, after)
		if err != nil {
			return err
		}
		if err := after.Check(&before, bound); err != nil || after.Equal(before) {
			return err
		}
		if err := ch.saveCalendar(ctx, before, &after); err != nil {
			return err
		}
		if field.Same(after.Contract, before.Contract) && field.Same(after.RateContract, before.RateContract) {
			return nil
		}
		if err := errors.Join(ch.touchAll(ctx, before), ch.touchAll(ctx, after)); err != nil {
			return err
		}
		err = ch.pull(ctx, after)
		warnings = ch.warnings
		return err
	})
	if err != nil {
		return rules.NamedCalendar{}, err
	}
	updated, err = s.showCalendar(ctx, after)
	updated.Warnings = warnings
	return updated, err
}

// rebind is changeCalendar with the property locked, so that its rate contracts
// do not change.
func (s *Service) rebind(ctx context.Context, who auth.Caller, id int64, fn func(ctx context.Context, ch *change, c rules.Calendar) error) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		c, err := s.calendar(ctx, who, id)
		if err != nil {
			return err
		}
		if _, err := s.deps.Properties.Lock(ctx, who.OwnerID, c.PropertyID); err != nil {
			return err
		}
		return s.changeCalendar(ctx, who, id, Everything, fn)
	})
}

func (ch *change) saveCalendar(ctx context.Context, before rules.Calendar, after *rules.Calendar) error {
	after.UpdatedAt = ch.now()
	if err := ch.store.UpdateCalendar(ctx, *after); err != nil {
		return err
	}
	return ch.recordCalendar(ctx, "update", &before, after)
}

func (s *Service) recordCalendar(ctx context.Context, action string, before, after *rules.Calendar) error {
	change := audit.Change{Action: action, ObjectType: "allotment_calendar"}
	if before != nil {
		change.ObjectID, change.Before = before.ID, *before
	}
	if after != nil {
		change.ObjectID, change.After = after.ID, *after
	}
	return s.deps.Audit.Record(ctx, change)
}

// calendar returns a calendar of the caller's account that is in the caller's
// scope.
func (s *Service) calendar(ctx context.Context, who auth.Caller, id int64) (rules.Calendar, error) {
	c, err := s.store.Calendar(ctx, who.OwnerID, id)
	if err != nil {
		return rules.Calendar{}, err
	}
	return c, who.InScope(c.PropertyID)
}
