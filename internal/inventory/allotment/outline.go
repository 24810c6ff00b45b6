package allotment

import (
	"context"
	"slices"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// Outline is what a property is at one version, besides its days and blocks.
// Whatever is in it changes only with the version, so that readers and writers
// of days go by the one in memory; except that a calendar may still name a
// contract or mailing list that was deleted since.
type Outline struct {
	OwnerID    int64
	PropertyID int64
	Version    int64
	Name       string // of the property
	Timezone   string
	Rooms      []Room     // in the hotel's order
	Calendars  []Calendar // the Master first
	Shares     []Share
}

// outlineBytes bounds the outlines in memory.
const outlineBytes = 32 << 20

// bytes is about what the outline takes of memory.
func (o *Outline) bytes() int {
	const share, text = 120, 256
	return share*len(o.Shares) + text*(len(o.Calendars)+len(o.Rooms)+1)
}

// outline reads what a property is at a version.
func (s *Service) outline(ctx context.Context, owner, id, version int64) (*Outline, error) {
	p, err := s.Properties.Get(ctx, owner, id)
	if err != nil {
		return nil, err
	}
	o := &Outline{OwnerID: owner, PropertyID: id, Version: version, Name: p.Name, Timezone: p.Timezone}
	if o.Rooms, err = s.rooms(ctx, owner, id); err != nil {
		return nil, err
	}
	if o.Calendars, err = s.store.Calendars(ctx, owner, id); err != nil {
		return nil, err
	}
	o.Shares, err = s.store.Shares(ctx, owner, id)
	return o, err
}

// outlineAt is the outline of a version, nil if this node does not have it.
func (e *engine) outlineAt(owner, property, version int64) *Outline {
	if o, found := e.outlines.Get(property); found && o.OwnerID == owner && o.Version == version {
		return o
	}
	if h, found := e.snapshots.Get(property); found && h.OwnerID == owner && h.Version == version {
		return &h.Outline
	}
	return nil
}

// keepOutline keeps what a property is, unless a later version is here already.
func (e *engine) keepOutline(o Outline) {
	if had, found := e.outlines.Get(o.PropertyID); found && had.Version >= o.Version {
		return
	}
	e.outlines.Put(o.PropertyID, &o, o.bytes())
}

// changeDays is changeCalendar for a write that leaves everything but days as it
// is. What the version before was is still true then, and is so of the version
// that the write makes: of one write after the other, none asks.
func (s *Service) changeDays(ctx context.Context, who auth.Caller, id int64, fn func(ctx context.Context, h *hotel, c Calendar) error) error {
	first := !s.store.Writing(ctx)
	return s.store.InTx(ctx, func(ctx context.Context) error {
		property, version, err := s.store.RaiseOf(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		if err := who.InScope(property); err != nil {
			return err
		}
		h, o, err := s.lockedDays(ctx, who.OwnerID, property, version, first)
		if err != nil {
			return err
		}
		place := slices.IndexFunc(o.Calendars, func(c Calendar) bool { return c.ID == id })
		if place < 0 { // it went while this write waited for the lock
			return apperr.ErrNotFound
		}
		if err := fn(ctx, h, o.Calendars[place]); err != nil {
			return err
		}
		if first {
			next := *o
			next.Version = version
			s.store.AfterCommit(ctx, func() { s.engine.keepOutline(next) })
		}
		return h.publish(ctx)
	})
}

// lockedDays is locked for a write of days.
func (s *Service) lockedDays(ctx context.Context, owner, id, version int64, first bool) (h *hotel, o *Outline, err error) {
	s.store.Forget(ctx, func() { s.engine.changed(id) })
	if first {
		o = s.engine.outlineAt(owner, id, version-1)
	}
	if o == nil {
		if o, err = s.outline(ctx, owner, id, version); err != nil {
			return nil, nil, err
		}
	}
	h = &hotel{Service: s, owner: owner, property: id, version: version, known: o.Rooms, rules: &o.Shares}
	h.today, err = civil.Today(s.now(), o.Timezone)
	return h, o, err
}
