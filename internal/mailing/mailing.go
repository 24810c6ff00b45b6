package mailing

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
	"allot/internal/platform/lang"
	"allot/internal/platform/mailer"
)

// ErrListEmpty refuses a mailing to nobody.
var ErrListEmpty = apperr.New(apperr.Conflict, "list_empty", "the mailing list has no contacts")

// Rules documents what holds for every operation that sends list mail.
const Rules = " Each letter is in the contact's `language`, if there is one that we speak, else in that of the request or the sender. " +
	"Contacts who have unsubscribed are left out. All letters count against the plan's `letters_per_day`: a list that does not fit whole is refused whole."

// TooManyLetters documents the refusal of letters beyond the plan.
const TooManyLetters = "The plan allows fewer letters a day: `letter_limit_reached` names `limit`, `used`, `wanted` and `ends_at`"

// Request is what somebody wants to send to a list.
type Request struct {
	ListID   int64
	Note     string // the sender's own words
	Language string // empty: the sender's
	// What names the maker of the messages.
	What string
	// About is what the maker needs to know. It is stored as JSON until the
	// messages are written.
	About any
	// Property is whose trail tells of the mailing.
	Property int64
}

// Mailing is a request that was accepted and whose letters have not all gone.
type Mailing struct {
	ID       int64           `bun:"id,pk,autoincrement" json:"id"`
	OwnerID  int64           `bun:"owner_id" json:"owner_id"`
	UserID   int64           `bun:"user_id" json:"user_id"`
	ListID   int64           `bun:"list_id" json:"list_id"`
	What     string          `bun:"what" json:"what"`
	About    json.RawMessage `bun:"about,type:text" json:"about"`
	Note     string          `bun:"note" json:"note"`
	Language string          `bun:"language" json:"language"`
	// Letters is how many were counted against the plan and may still go: who
	// joins the list meanwhile does not make it more.
	Letters int `bun:"letters" json:"letters"`
	// AfterContact is who was written to last.
	AfterContact int64 `bun:"after_contact" json:"-"`
	// Turn numbers the jobs of a mailing: only that of the current turn works on it.
	Turn int `bun:"turn" json:"-"`
	// MovedAt is when a letter went last or a turn was asked for.
	MovedAt time.Time `bun:"moved_at" json:"-"`
	// FailingSince is when the mail server began to take nothing; zero while
	// letters go.
	FailingSince time.Time `bun:"failing_since,nullzero" json:"-"`
	CreatedAt    time.Time `bun:"created_at" json:"-"`
}

const (
	minPause = time.Minute
	maxPause = time.Hour
	// giveUpAfter is how long a mailing is tried while no letter goes.
	giveUpAfter = 72 * time.Hour
)

// pause is how long a mailing that fails waits for its next turn: as long as it
// has failed so far, within the bounds.
func (m Mailing) pause(now time.Time) time.Duration {
	return min(max(now.Sub(m.FailingSince), minPause), maxPause)
}

// hopeless tells that a mailing has failed for too long.
func (m Mailing) hopeless(now time.Time) bool {
	return !m.FailingSince.IsZero() && now.Sub(m.FailingSince) >= giveUpAfter
}

const maxNote = 2000

// check names what is wrong with a request.
func (r *Request) check() error {
	r.Note = strings.TrimSpace(r.Note)
	var f apperr.Fields
	field.CheckText(&f, "message", r.Note, maxNote)
	_, spoken := lang.Find(r.Language)
	f.Check(r.Language == "" || spoken, "language", lang.NotOffered)
	return f.Err()
}

// Message is one that shall be written.
type Message struct {
	OwnerID   int64
	MailingID int64 // the same for all letters of a mailing
	Language  string
	about     json.RawMessage
}

// About reads what the request said.
func (m Message) About(into any) error {
	if err := json.Unmarshal(m.about, into); err != nil {
		return fmt.Errorf("decode what mailing %d is about: %w", m.MailingID, err)
	}
	return nil
}

// Content is what a module has to say and to give.
type Content struct {
	Subject     string
	Paragraphs  []string
	Action      *mailer.Action
	Attachments []mailer.Attachment
}

// Words are what a module says in one language; names in braces stand for what
// Fill is given.
type Words struct {
	Subject    string   `json:"subject"`
	Paragraphs []string `json:"paragraphs"`
}

// Fill puts values in the place of their names, given in turns as
// strings.NewReplacer takes them. What is filled in is not filled in again.
func (w Words) Fill(namesAndValues ...string) Content {
	fill := strings.NewReplacer(namesAndValues...).Replace
	c := Content{Subject: fill(w.Subject)}
	for _, p := range w.Paragraphs {
		c.Paragraphs = append(c.Paragraphs, fill(p))
	}
	return c
}

// Maker makes the content of messages of one kind. What it is about may be gone
// by then: with apperr.ErrNotFound nothing is sent.
type Maker func(ctx context.Context, m Message) (Content, error)
