package account

import (
	"time"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
)

// Session is one log-in of a user. Only the client knows its token; the hash is stored.
type Session struct {
	ID         int64     `bun:"id,pk,autoincrement" json:"id"`
	UserID     int64     `bun:"user_id" json:"user"`
	TokenHash  []byte    `bun:"token_hash" json:"-"`
	IPAddress  string    `bun:"ip_address" json:"ip_address"`
	Device     string    `bun:"device" json:"device"`
	RememberMe bool      `bun:"remember_me" json:"remember_me"`
	IsActive   bool      `bun:"is_active" json:"is_active"`
	CreatedAt  time.Time `bun:"created_at" json:"created_at"`
	LastSeen   time.Time `bun:"last_seen" json:"last_seen"`
	EndedAt    time.Time `bun:"ended_at,nullzero" json:"-"`
}

// The limits of sessions.
const (
	idleLimit         = 30 * time.Minute
	extendedIdleLimit = 7 * 24 * time.Hour
	maxSessions       = 2
	maxDevice         = 300
	// keepEnded is how long an ended session is still listed.
	keepEnded = 90 * 24 * time.Hour
)

// IdleLimit returns how long the session lives without a request.
func (s Session) IdleLimit() time.Duration {
	if s.RememberMe {
		return extendedIdleLimit
	}
	return idleLimit
}

// Expired reports whether the session has been idle for too long.
func (s Session) Expired(now time.Time) bool { return now.Sub(s.LastSeen) >= s.IdleLimit() }

// SessionUse is when a session was last used.
type SessionUse struct {
	SessionID, UserID int64
	At                time.Time
}

// surplus returns the sessions that a new one ends, given the active ones oldest first: those
// that have expired, and the oldest of the others. The order stays, because it is that in which
// everybody locks sessions.
func surplus(active []Session, now time.Time) (ended []Session) {
	tooMany := 1 - maxSessions
	for _, s := range active {
		if !s.Expired(now) {
			tooMany++
		}
	}
	for _, s := range active {
		switch {
		case s.Expired(now):
			ended = append(ended, s)
		case tooMany > 0:
			ended = append(ended, s)
			tooMany--
		}
	}
	return ended
}

// ActiveSession is an active session with its user and permissions. Of session and user it holds only
// what makes up the caller and the end of the session, because every request reads it.
type ActiveSession struct {
	Session    Session
	User       User
	Permission Permission
	Suspended  bool // the account of the user is
}

// Caller returns the caller of requests in the session.
func (l ActiveSession) Caller() auth.Caller {
	c := auth.Caller{
		UserID: l.User.ID, OwnerID: l.User.OwnerID, SessionID: l.Session.ID,
		AccountType: l.User.AccountType, Manager: l.User.IsManager, Suspended: l.Suspended, Language: l.User.Language,
	}
	if !c.Manager {
		c.Flags, c.PropertyIDs = l.Permission.Flags(), l.Permission.PropertyIDs
	}
	return c
}

// ErrInvalidCredentials answers every failed log-in, so that it does not reveal whether the
// e-mail address exists.
var ErrInvalidCredentials = apperr.New(apperr.Unauthorized, "invalid_credentials", "the e-mail address or the password is not right")
