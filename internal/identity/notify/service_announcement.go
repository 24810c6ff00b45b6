package notify

import (
	"context"
	"fmt"

	"allot/internal/identity/auth"
	"allot/internal/platform/audit"
	"allot/internal/platform/page"
)

// Announcements lists every announcement for the staff, past and planned ones
// too, the latest start first.
func (s *Service) Announcements(ctx context.Context, req page.Request) ([]Announcement, int, error) {
	return s.store.Announcements(ctx, req)
}

// InForce lists the announcements that are for the caller and in force now, the latest start
// first, and returns the language to show them in.
func (s *Service) InForce(ctx context.Context, who auth.Caller, req page.Request) (list []Announcement, count int, lang string, err error) {
	u, err := s.deps.Accounts.Profile(ctx, who)
	if err != nil {
		return nil, 0, "", fmt.Errorf("read the caller's language: %w", err)
	}
	list, count, err = s.store.AnnouncementsInForce(ctx, reaches(who.AccountType), s.now(), req)
	return list, count, u.Language, err
}

// CreateAnnouncement creates an announcement: to all, of level info and from now on, unless the
// input says otherwise.
func (s *Service) CreateAnnouncement(ctx context.Context, in AnnouncementInput) (a Announcement, err error) {
	now := s.now()
	made := Announcement{Level: LevelInfo, Audience: ReachAll, StartsAt: now, CreatedAt: now, UpdatedAt: now}
	in.apply(&made)
	if err := made.check(); err != nil {
		return Announcement{}, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		a = made // a repeated transaction inserts a new row
		if err := s.store.InsertAnnouncement(ctx, &a); err != nil {
			return err
		}
		return s.deps.Audit.Record(ctx, audit.Change{Action: "create", ObjectType: "announcement", ObjectID: a.ID, After: a})
	})
	return a, err
}

// UpdateAnnouncement changes an announcement.
func (s *Service) UpdateAnnouncement(ctx context.Context, id int64, in AnnouncementInput) (a Announcement, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		before, err := s.store.LockAnnouncement(ctx, id)
		if err != nil {
			return err
		}
		a = before
		in.apply(&a)
		if err := a.check(); err != nil {
			return err
		}
		a.UpdatedAt = s.now()
		if err := s.store.UpdateAnnouncement(ctx, a); err != nil {
			return err
		}
		return s.deps.Audit.Record(ctx, audit.Change{Action: "update", ObjectType: "announcement", ObjectID: id, Before: before, After: a})
	})
	return a, err
}

// DeleteAnnouncement removes an announcement; the audit trail keeps it.
func (s *Service) DeleteAnnouncement(ctx context.Context, id int64) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		before, err := s.store.LockAnnouncement(ctx, id)
		if err != nil {
			return err
		}
		if err := s.store.DeleteAnnouncement(ctx, id); err != nil {
			return err
		}
		return s.deps.Audit.Record(ctx, audit.Change{Action: "delete", ObjectType: "announcement", ObjectID: id, Before: before})
	})
}
