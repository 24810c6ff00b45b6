package allotment

import (
	"context"
	"errors"

	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/civil"
	"allot/internal/platform/page"
)

// ShareStore is the database of sharing rules.
type ShareStore interface {
	Share(ctx context.Context, owner, id int64) (rules.Share, error)
	// ListShares returns a page of an account's rules by age: of one property if
	// property is not 0, and of the properties in only if it is not empty.
	// Shares are the rules of a property by age, those at rest too.
	Shares(ctx context.Context, owner, property int64) ([]rules.Share, error)
	ListShares(ctx context.Context, owner, property int64, only []int64, req page.Request) ([]rules.Share, int, error)
	InsertShare(ctx context.Context, s *rules.Share) error
	UpdateShare(ctx context.Context, s rules.Share) error
	DeleteShare(ctx context.Context, owner, id int64) error
}

// ListShares returns a page of the rules in the caller's scope, of one property if
// it is not 0.
func (s *Service) ListShares(ctx context.Context, who auth.Caller, property int64, req page.Request) ([]rules.Share, int, error) {
	if property != 0 {
		if _, err := s.deps.Properties.Get(ctx, who.OwnerID, property); err != nil {
			return nil, 0, err
		}
		if err := who.InScope(property); err != nil {
			return nil, 0, err
		}
	}
	return s.store.ListShares(ctx, who.OwnerID, property, who.Scope(), req)
}

// Share returns one rule.
func (s *Service) Share(ctx context.Context, who auth.Caller, id int64) (rules.Share, error) {
	found, err := s.store.Share(ctx, who.OwnerID, id)
	if err != nil {
		return rules.Share{}, err
	}
	return found, who.InScope(found.PropertyID)
}

// AddShare creates a rule. Reported units of the recipient that did not fit before
// are counted if they fit now.
func (s *Service) AddShare(ctx context.Context, who auth.Caller, c rules.ShareChange) (rules.Share, error) {
	rule := rules.Share{OwnerID: who.OwnerID, IsActive: true}
	c.Apply(&rule)
	_, err := s.deps.Properties.Get(ctx, who.OwnerID, rule.PropertyID)
	if errors.Is(err, apperr.ErrNotFound) {
		return rules.Share{}, apperr.Field("property", "must be the id of one of your properties")
	}
	if err != nil {
		return rules.Share{}, err
	}
	err = s.changeOwn(ctx, who, rule.PropertyID, Everything, func(ctx context.Context, ch *change) error {
		ch.kind = WriteShare
		if err := ch.checkShare(ctx, nil, rule); err != nil {
			return err
		}
		if err := s.store.InsertShare(ctx, &rule); err != nil {
			return err
		}
		return ch.shareChanged(ctx, "create", nil, &rule)
	})
	return rule, err
}

// UpdateShare changes a rule, but not its rooms. It refuses to lower the rule below
// what it lends from today on.
func (s *Service) UpdateShare(ctx context.Context, who auth.Caller, id int64, c rules.ShareChange) (after rules.Share, err error) {
	err = s.changeShare(ctx, who, id, func(ctx context.Context, ch *change, before rules.Share) error {
		after = before
		c.Apply(&after)
		if err := ch.checkShare(ctx, &before, after); err != nil || after == before {
			return err
		}
		if err := ch.checkLoans(ctx, after.ID, after.Limit); err != nil {
			return err
		}
		if err := s.store.UpdateShare(ctx, after); err != nil {
			return err
		}
		return ch.shareChanged(ctx, "update", &before, &after)
	})
	return after, err
}

// DeleteShare deletes a rule that lends nothing from today on.
func (s *Service) DeleteShare(ctx context.Context, who auth.Caller, id int64) error {
	return s.changeShare(ctx, who, id, func(ctx context.Context, ch *change, before rules.Share) error {
		if err := ch.checkLoans(ctx, id, func(civil.Date) int { return 0 }); err != nil {
			return err
		}
		if err := s.store.DeleteShare(ctx, who.OwnerID, id); err != nil {
			return err
		}
		return ch.shareChanged(ctx, "delete", &before, nil)
	})
}

// changeShare is change for one rule, which it reads again under the lock.
func (s *Service) changeShare(ctx context.Context, who auth.Caller, id int64, fn func(ctx context.Context, ch *change, before rules.Share) error) error {
	found, err := s.Share(ctx, who, id)
	if err != nil {
		return err
	}
	return s.changeOwn(ctx, who, found.PropertyID, Everything, func(ctx context.Context, ch *change) error {
		ch.kind = WriteShare
		before, err := s.store.Share(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		return fn(ctx, ch, before)
	})
}

// checkShare refuses a rule with bad fields, one above MaxShares, or one that
// overlaps another. before is nil for a new one.
func (ch *change) checkShare(ctx context.Context, before *rules.Share, after rules.Share) error {
	rooms, err := ch.allRooms(ctx)
	if err != nil {
		return err
	}
	if err := after.Check(before, rooms); err != nil {
		return err
	}
	others, err := ch.store.Shares(ctx, ch.owner, ch.property)
	if err != nil {
		return err
	}
	if before == nil && len(others) >= rules.MaxShares {
		return rules.ErrTooManyShares
	}
	for _, o := range others {
		if after.Overlaps(o) {
			return rules.ErrShareExists.Withf("rule %d lends between these rooms on some of these days: change that one", o.ID)
		}
	}
	return nil
}

// checkLoans refuses to lower a rule below what it lends from today on.
func (ch *change) checkLoans(ctx context.Context, id int64, limit func(date civil.Date) int) error {
	loans, err := ch.store.Loans(ctx, ch.property, civil.Range{From: ch.today, To: civil.Max})
	if err != nil {
		return err
	}
	var dates []civil.Date
	for _, l := range loans {
		if l.ShareID == id && l.Units > limit(l.Date) {
			dates = append(dates, l.Date)
		}
	}
	if len(dates) == 0 {
		return nil
	}
	return rules.ErrShareInUse.Withf("the rule lends more than that on %s: give those units back first", dates[0]).
		With("dates", dates[:min(len(dates), maxNamed)])
}

// shareChanged records an audit entry for a rule, marks the days of the recipient
// as changed and settles them again.
func (ch *change) shareChanged(ctx context.Context, action string, before, after *rules.Share) error {
	change := audit.Change{Action: action, ObjectType: "allotment_share"}
	for _, s := range []*rules.Share{before, after} {
		if s == nil {
			continue
		}
		change.ObjectID = s.ID
		if season, ok := s.Season().Intersect(horizonFrom(ch.today)); ok && s.IsActive {
			ch.touchSeason(s.RecipientRoom, season)
		}
	}
	if before != nil {
		change.Before = *before
	}
	if after != nil {
		change.After = *after
	}
	if err := ch.deps.Audit.Record(ctx, change); err != nil || after == nil {
		return err
	}
	return ch.resettle(ctx, func(p rules.Pool) bool { return p.RoomID == after.RecipientRoom && p.Overbooked() > 0 })
}
