package account

import (
	"time"

	"allot/internal/identity/auth"
	"allot/internal/identity/letter"
)

// What only the tests of the rules see.

type (
	Activity   = activity
	LetterText = letterText
)

const (
	MaxUnwritten = maxUnwritten
)

var (
	Surplus     = surplus
	NewActivity = newActivity
)

func (a *activity) Latest(s Session) time.Time         { return a.latest(s) }
func (a *activity) Note(s Session, now time.Time) bool { return a.note(s, now) }
func (a *activity) Len() int                           { return len(a.seen) }
func (a *activity) DrainUses() map[int64]time.Time {
	taken := map[int64]time.Time{}
	for _, use := range a.drainUses() {
		taken[use.SessionID] = use.At
	}
	return taken
}

func (p *Permission) Field(f auth.Flag) *bool { return p.field(f) }

func LetterTexts() map[string]map[letterKind]letterText { return letterTexts }

func Write(kind string, u User, link string) letter.Letter { return write(letterKind(kind), u, link) }
