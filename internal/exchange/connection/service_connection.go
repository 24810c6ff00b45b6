package connection

import (
	"context"
	"time"

	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/field"
	"allot/internal/platform/page"
)

// Connections returns a page of the account's connections, newest first: those of the
// properties in the caller's scope.
func (s *Service) Connections(ctx context.Context, who auth.Caller, req page.Request) ([]Connection, int, error) {
	return s.store.Connections(ctx, who.OwnerID, who.Scope(), req)
}

// Connection returns a connection of the account.
func (s *Service) Connection(ctx context.Context, who auth.Caller, id int64) (Connection, error) {
	c, err := s.store.Connection(ctx, who.OwnerID, id)
	if err != nil {
		return c, err
	}
	return c, who.InScope(c.PropertyID)
}

// Create makes a connection. Its credentials are stored sealed.
func (s *Service) Create(ctx context.Context, who auth.Caller, in Change) (created Connection, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		now := s.now()
		c := Connection{OwnerID: who.OwnerID, Status: StatusActive, CreatedAt: now, UpdatedAt: now}
		field.Set(&c.PropertyID, in.Property)
		field.Set(&c.Provider, in.Provider)
		if c.PropertyID == 0 {
			return apperr.Field("property", "is required: the id of one of your properties")
		}
		if _, err := s.deps.Accounts.LockAccount(ctx, who.OwnerID); err != nil {
			return err
		}
		p, err := s.deps.Properties.LockOwn(ctx, who, c.PropertyID)
		if err != nil {
			return err
		}
		n, err := s.store.CountConnections(ctx, who.OwnerID)
		if err != nil {
			return err
		}
		if n >= MaxConnections {
			return ErrTooMany
		}
		keys, err := s.apply(ctx, &c, in, p, true)
		if err != nil {
			return err
		}
		if err := s.store.InsertConnection(ctx, &c); err != nil {
			return err
		}
		c.Source = sourceOf(c)
		s.seal(&c, *keys)
		if err := s.store.UpdateConnection(ctx, c); err != nil {
			return err
		}
		created = c
		return s.record(ctx, "create", nil, &c, true)
	})
	return created, err
}

// Update changes a connection. Property and provider cannot be changed.
func (s *Service) Update(ctx context.Context, who auth.Caller, id int64, in Change) (after Connection, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		found, err := s.Connection(ctx, who, id)
		if err != nil {
			return err
		}
		p, err := s.deps.Properties.LockOwn(ctx, who, found.PropertyID)
		if err != nil {
			return err
		}
		before, err := s.store.LockConnection(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		after = before
		keys, err := s.apply(ctx, &after, in, p, false)
		if err != nil {
			return err
		}
		if keys != nil {
			s.seal(&after, *keys)
		}
		after.UpdatedAt = s.now()
		if err := s.store.UpdateConnection(ctx, after); err != nil {
			return err
		}
		return s.record(ctx, "update", &before, &after, keys != nil)
	})
	return after, err
}

// Delete removes a connection and its log. Its units leave the pool: nobody would
// ever take them back, and they would keep rooms from being sold.
func (s *Service) Delete(ctx context.Context, who auth.Caller, id int64) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		found, err := s.Connection(ctx, who, id)
		if err != nil {
			return err
		}
		if _, err := s.deps.Properties.LockOwnToRemove(ctx, who, found.PropertyID); err != nil {
			return err
		}
		before, err := s.store.LockConnection(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		cleared, err := s.deps.Allotments.ImportUnits(ctx, who.OwnerID, before.PropertyID, rules.UnitsImport{Source: before.Source, Complete: true})
		if err != nil {
			return err
		}
		if err := s.store.DeleteConnection(ctx, who.OwnerID, id); err != nil {
			return err
		}
		return s.deps.Audit.Record(ctx, audit.Change{
			Action: "delete", ObjectType: "connection", ObjectID: id, Before: trace{Connection: before, UnitsCleared: len(cleared.Changes)},
		})
	})
}

// apply sets the changed values on a connection and checks it. It returns new
// credentials, nil if they stay.
func (s *Service) apply(ctx context.Context, c *Connection, in Change, p property.Property, created bool) (*credentials, error) {
	var f apperr.Fields
	if !created {
		f.Check(in.Property == nil || *in.Property == c.PropertyID, "property", "cannot be changed: make another connection")
		f.Check(in.Provider == nil || *in.Provider == c.Provider, "provider", "cannot be changed: make another connection")
	}
	if _, known := settingNames[c.Provider]; !known {
		f.Check(false, "provider", providers)
		return nil, f.Err()
	}
	field.Set(&c.Name, in.Name)
	field.Set(&c.IncludesPlatformBookings, in.IncludesPlatformBookings)
	settled := in.Status != nil || in.Settings != nil || in.Credentials != nil
	status, err := in.status(&f, *c, settled || created)
	if err != nil {
		return nil, err
	}
	plan, err := s.deps.Plans.PlanOf(ctx, c.OwnerID)
	if err != nil {
		return nil, err
	}
	refresh := 0
	if in.SyncInterval != nil && *in.SyncInterval != c.SyncInterval {
		refresh = plan.Features.DataRefreshMinutes
		c.SyncInterval = *in.SyncInterval
	}
	checked := *c
	if checked.Status = status; status == StatusError {
		checked.Status = StatusActive
	}
	checked.check(&f, refresh)
	c.Status = status
	before := c.Settings
	if created || in.Settings != nil {
		rooms, err := s.deps.Properties.Rooms(ctx, c.OwnerID, c.PropertyID)
		if err != nil {
			return nil, err
		}
		c.Settings = readSettings(&f, c.Provider, valueOf(in.Settings), before, p, rooms)
	}
	keys, err := s.changedCredentials(&f, c, before, in.Credentials, created)
	if err != nil {
		return nil, err
	}
	if settled {
		c.Failures, c.FailingSince = 0, nil
	}
	s.schedule(c, max(c.SyncInterval, plan.Features.DataRefreshMinutes))
	return keys, f.Err()
}

// status is the status that a change leads to; settled means that it may mend what failed.
func (in Change) status(f *apperr.Fields, c Connection, settled bool) (Status, error) {
	if in.Status == nil {
		if c.Status == StatusError && settled {
			return StatusActive, nil // what was changed may work now
		}
		return c.Status, nil
	}
	switch {
	case *in.Status == StatusActive && c.CredentialsDropped && in.Credentials == nil:
		return c.Status, ErrDropped
	case *in.Status != StatusError:
		return *in.Status, nil
	case c.Status != StatusError:
		f.Check(false, "status", "must be active or paused")
		return c.Status, nil
	}
	return StatusActive, nil
}

// schedule sets when the next automatic sync is.
func (s *Service) schedule(c *Connection, minutes int) {
	if c.SyncInterval == 0 || c.Status != StatusActive {
		c.NextSyncAt = nil
		return
	}
	next := s.now()
	if c.LastSyncAt != nil {
		next = c.LastSyncAt.Add(backOff(time.Duration(minutes)*time.Minute, c.Failures))
	}
	c.NextSyncAt = &next
}

func valueOf(m *map[string]any) map[string]any {
	if m == nil {
		return nil
	}
	return *m
}

// trace is a connection in the audit trail: without its credentials.
type trace struct {
	Connection
	CredentialsChanged bool `json:"credentials_changed,omitempty"`
	UnitsCleared       int  `json:"units_cleared,omitempty"` // days whose units left the pool
}

func (s *Service) record(ctx context.Context, action string, before, after *Connection, newKeys bool) error {
	c := audit.Change{Action: action, ObjectType: "connection", ObjectID: after.ID, After: trace{Connection: *after, CredentialsChanged: newKeys}}
	if before != nil {
		c.Before = trace{Connection: *before}
	}
	return s.deps.Audit.Record(ctx, c)
}
