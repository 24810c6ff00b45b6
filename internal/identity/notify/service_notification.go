package notify

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/platform/audit"
	"allot/internal/platform/page"
)

// Notifications lists the caller's notifications, newest first.
func (s *Service) Notifications(ctx context.Context, who auth.Caller, f Filter, req page.Request) ([]Notification, int, error) {
	if err := f.check(); err != nil {
		return nil, 0, err
	}
	list, count, err := s.store.Notifications(ctx, who.OwnerID, who.UserID, f, req)
	for i := range list {
		list[i] = s.shown(list[i])
	}
	return list, count, err
}

// Unread counts the caller's unread notifications.
func (s *Service) Unread(ctx context.Context, who auth.Caller) (int, error) {
	return s.store.CountUnread(ctx, who.OwnerID, who.UserID)
}

// SetRead marks one notification of the caller as read or unread.
func (s *Service) SetRead(ctx context.Context, who auth.Caller, id int64, read bool) (n Notification, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if n, err = s.store.LockNotification(ctx, who.OwnerID, who.UserID, id); err != nil || n.IsRead == read {
			return err
		}
		before := n
		n.IsRead = read
		if err := s.store.SetRead(ctx, who.OwnerID, who.UserID, id, read); err != nil {
			return err
		}
		return s.deps.Audit.Record(ctx, audit.Change{Action: "update", ObjectType: "notification", ObjectID: id, Before: before, After: n})
	})
	return s.shown(n), err
}

// counted is the audit entry of a change to many notifications.
type counted struct {
	Count int     `json:"count"`
	IDs   []int64 `json:"ids,omitempty"`
}

// inbox is the object type of all notifications of one user in the audit trail.
const inbox = "notifications"

// SetAllRead marks the caller's notifications as read and returns how many were unread.
func (s *Service) SetAllRead(ctx context.Context, who auth.Caller) (n int, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if n, err = s.store.SetAllRead(ctx, who.OwnerID, who.UserID); err != nil || n == 0 {
			return err
		}
		return s.deps.Audit.Record(ctx, audit.Change{Action: "read", ObjectType: inbox, ObjectID: who.UserID, After: counted{Count: n}})
	})
	return n, err
}

// Dismiss removes notifications of the caller and returns how many. It ignores ids that do not
// exist, so that a repeat is no error.
func (s *Service) Dismiss(ctx context.Context, who auth.Caller, d Dismissal) (n int, err error) {
	if err := d.check(); err != nil {
		return 0, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if n, err = s.store.DeleteNotifications(ctx, who.OwnerID, who.UserID, d); err != nil || n == 0 {
			return err
		}
		return s.deps.Audit.Record(ctx, audit.Change{
			Action: "delete", ObjectType: inbox, ObjectID: who.UserID, Before: counted{Count: n, IDs: d.IDs},
		})
	})
	return n, err
}
