package account

import (
	"context"
	"errors"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/ban"
	"allot/internal/platform/field"
	"allot/internal/platform/page"
	"allot/internal/platform/request"
	"allot/internal/platform/secret"
)

// LoginInput is what a user enters.
type LoginInput struct {
	Email      string
	Password   string
	RememberMe bool
}

// Login checks the password and opens a session. An unknown address and a wrong password take
// the same time and give the same answer. Only who knows the password learns that the account is
// suspended.
func (s *Service) Login(ctx context.Context, in LoginInput) (token string, u User, err error) {
	ip := request.From(ctx).ClientIP
	// The client may have been banned while this log-in waited for the hasher.
	notBanned := func() error { return ban.CheckNow(ctx, s.deps.Bans, ip) }

	u, err = s.store.UserByEmail(ctx, field.CleanEmail(in.Email))
	ok := false
	switch {
	case errors.Is(err, apperr.ErrNotFound):
		err = s.deps.Hasher.VerifyNone(ctx, in.Password, notBanned)
	case err == nil:
		ok, err = s.deps.Hasher.Verify(ctx, in.Password, u.PasswordHash, notBanned)
	}
	if err != nil {
		return "", User{}, err
	}
	if !ok {
		if err := s.deps.Bans.Failed(ctx, ip); err != nil {
			return "", User{}, err
		}
		return "", User{}, ErrInvalidCredentials
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		// Locked, so that two log-ins at once do not both keep the old sessions.
		locked, err := s.store.LockUser(ctx, u.ID)
		if errors.Is(err, apperr.ErrNotFound) || err == nil && locked.PasswordHash != u.PasswordHash {
			return ErrInvalidCredentials // removed, or its password changed, while this one was verified
		}
		if err != nil {
			return err
		}
		u = locked
		suspended, err := s.Suspended(ctx, u.OwnerID)
		if err != nil {
			return err
		}
		if len(suspended) > 0 {
			return auth.ErrSuspended
		}
		token, err = s.openSession(ctx, &u, in.RememberMe)
		return err
	})
	return token, u, err
}

// openSession creates a session for a user whose row is locked and ends the oldest ones beyond
// the limit.
func (s *Service) openSession(ctx context.Context, u *User, remember bool) (token string, err error) {
	now, req := s.now(), request.From(ctx)
	active, err := s.store.ActiveSessions(ctx, u.ID)
	if err != nil {
		return "", err
	}
	for i := range active {
		active[i].LastSeen = s.activity.latest(active[i])
	}
	for _, old := range surplus(active, now) {
		if err := s.store.EndSession(ctx, u.ID, old.ID, now); err != nil {
			return "", err
		}
	}
	token = secret.Token()
	session := &Session{
		UserID: u.ID, TokenHash: secret.Hash(token), IPAddress: req.IP(), Device: cut(req.UserAgent, maxDevice),
		RememberMe: remember, IsActive: true, CreatedAt: now, LastSeen: now,
	}
	if err := s.store.InsertSession(ctx, session); err != nil {
		return "", err
	}
	if err := s.store.TouchSessions(ctx, SessionUse{SessionID: session.ID, UserID: u.ID, At: now}); err != nil {
		return "", err
	}
	u.LastSeen = now
	return token, s.record(ctx, audit.Change{
		OwnerID: u.OwnerID, UserID: u.ID, Action: "login", ObjectType: "session", ObjectID: session.ID, After: session,
	})
}

// Authenticate returns the caller that a token belongs to. Every request of a user calls it.
func (s *Service) Authenticate(ctx context.Context, token string) (auth.Caller, error) {
	now := s.now()
	live, err := s.liveAt(ctx, token, now)
	if err != nil {
		return auth.Caller{}, err
	}
	if s.activity.note(live.Session, now) {
		if err := s.touch(ctx, live.User.ID, live.Session.ID); err != nil {
			// The request can go on; the session only seems a minute older.
			s.deps.Logger.WarnContext(ctx, "sign of life not written", "error", err)
		}
	}
	return live.Caller(), nil
}

// Recognize is Authenticate for what the dashboard asks without its user: it is no activity, so
// the session does not live longer for it.
func (s *Service) Recognize(ctx context.Context, token string) (auth.Caller, error) {
	live, err := s.liveAt(ctx, token, s.now())
	return live.Caller(), err
}

// liveAt returns the session of a token, as the database has it, unless it has expired.
func (s *Service) liveAt(ctx context.Context, token string, now time.Time) (ActiveSession, error) {
	live, err := s.store.LiveByToken(ctx, secret.Hash(token))
	if errors.Is(err, apperr.ErrNotFound) {
		return ActiveSession{}, apperr.ErrNotAuthenticated
	}
	if err != nil {
		return ActiveSession{}, err
	}
	used := live.Session
	used.LastSeen = s.activity.latest(used)
	if used.Expired(now) {
		return ActiveSession{}, apperr.ErrNotAuthenticated // the clean-up job stores that it ended
	}
	return live, nil
}

func (s *Service) touch(ctx context.Context, user, session int64) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		return s.store.TouchSessions(ctx, SessionUse{SessionID: session, UserID: user, At: s.now()})
	})
}

// Heartbeat stores that the caller's dashboard is open.
func (s *Service) Heartbeat(ctx context.Context, who auth.Caller) error {
	return s.touch(ctx, who.UserID, who.SessionID)
}

// Logout ends the caller's session.
func (s *Service) Logout(ctx context.Context, who auth.Caller) error {
	return s.RevokeSession(ctx, who, who.SessionID)
}

// Sessions lists the caller's own sessions, newest first.
func (s *Service) Sessions(ctx context.Context, who auth.Caller, req page.Request) ([]Session, int, error) {
	list, count, err := s.store.Sessions(ctx, who.UserID, req)
	now := s.now()
	for i := range list {
		list[i].LastSeen = s.activity.latest(list[i])
		list[i].IsActive = list[i].IsActive && !list[i].Expired(now)
	}
	return list, count, err
}

// RevokeSession ends one of the caller's own sessions.
func (s *Service) RevokeSession(ctx context.Context, who auth.Caller, id int64) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		if err := s.store.EndSession(ctx, who.UserID, id, s.now()); err != nil {
			return err
		}
		return s.record(ctx, audit.Change{Action: "end", ObjectType: "session", ObjectID: id})
	})
}

// Close stores the last uses of sessions that only this process holds.
func (s *Service) Close(ctx context.Context) error {
	seen := s.activity.drainUses()
	if len(seen) == 0 {
		return nil
	}
	return s.store.InTx(ctx, func(ctx context.Context) error { return s.store.TouchSessions(ctx, seen...) })
}

// cut shortens a text to at most limit bytes, at the border of a character.
func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	for limit > 0 && text[limit]&0xC0 == 0x80 {
		limit--
	}
	return text[:limit]
}
