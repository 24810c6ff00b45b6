package mailing

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"allot/internal/identity/letter"
	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
	"allot/internal/platform/lang"
	"allot/internal/platform/mailer"
)

// ErrListEmpty refuses a mailing to nobody.
var ErrListEmpty = apperr.New(apperr.Conflict, "list_empty", "the mailing list has no contacts")

// Rules documents every operation that sends list mail.
const Rules = " Each letter is in the contact's `language`, if there is one that we speak, else in that of the request or the sender. " +
	"Contacts who have unsubscribed are left out. All letters count against the plan's `letters_per_day`: a list that does not fit whole is refused whole."

// TooManyLetters documents the refusal of letters beyond the plan.
const TooManyLetters = "The plan allows fewer letters a day: `letter_limit_reached` names `limit`, `used`, `wanted` and `ends_at`"

// Request asks for a mailing to a list.
type Request struct {
	ListID   int64
	Note     string // added by the sender
	Language string // empty: the sender's
	// Document names the kind of document that the letters carry.
	Document string
	// About is passed to the ContentFunc of the document. It is stored as JSON until the
	// letters are written.
	About any
	// Property is the object of the audit entry.
	Property int64
}

// Mailing is an accepted request with letters left to send.
type Mailing struct {
	ID       int64           `bun:"id,pk,autoincrement" json:"id"`
	OwnerID  int64           `bun:"owner_id" json:"owner_id"`
	UserID   int64           `bun:"user_id" json:"user_id"`
	ListID   int64           `bun:"list_id" json:"list_id"`
	Document string          `bun:"what" json:"what"`
	About    json.RawMessage `bun:"about,type:text" json:"about"`
	Note     string          `bun:"note" json:"note"`
	Language string          `bun:"language" json:"language"`
	// Letters is how many letters are left of those counted against the plan. Contacts that
	// join the list later do not add to it.
	Letters int `bun:"letters" json:"letters"`
	// AfterContact is the contact that was written to last.
	AfterContact int64 `bun:"after_contact" json:"-"`
	// Batch numbers the jobs of a mailing: only the job with the current number works on it.
	Batch int `bun:"turn" json:"-"`
	// MovedAt is when a letter was sent or a batch was enqueued last.
	MovedAt time.Time `bun:"moved_at" json:"-"`
	// FailingSince is when the mail server began to refuse every letter; zero while letters are
	// sent.
	FailingSince time.Time `bun:"failing_since,nullzero" json:"-"`
	CreatedAt    time.Time `bun:"created_at" json:"-"`
}

const (
	minPause = time.Minute
	maxPause = time.Hour
	// giveUpAfter is how long a mailing is tried while no letter can be sent.
	giveUpAfter = 72 * time.Hour
)

// pause returns how long a failing mailing waits for its next batch: as long as it has failed
// so far, within the bounds.
func (m Mailing) pause(now time.Time) time.Duration {
	return min(max(now.Sub(m.FailingSince), minPause), maxPause)
}

// failedTooLong reports whether a mailing has failed for giveUpAfter.
func (m Mailing) failedTooLong(now time.Time) bool {
	return !m.FailingSince.IsZero() && now.Sub(m.FailingSince) >= giveUpAfter
}

const maxNote = 2000

// check cleans the note and reports every bad field.
func (r *Request) check() error {
	r.Note = strings.TrimSpace(r.Note)
	var f apperr.Fields
	field.CheckText(&f, "message", r.Note, maxNote)
	_, spoken := lang.Find(r.Language)
	f.Check(r.Language == "" || spoken, "language", lang.NotOffered)
	return f.Err()
}

// Message describes a letter whose content is asked for.
type Message struct {
	OwnerID   int64
	MailingID int64 // the same for all letters of a mailing
	Language  string
	about     json.RawMessage
}

// About decodes Request.About.
func (m Message) About(into any) error {
	if err := json.Unmarshal(m.about, into); err != nil {
		return fmt.Errorf("decode what mailing %d is about: %w", m.MailingID, err)
	}
	return nil
}

// Content is what a module contributes to a letter.
type Content struct {
	Subject     string
	Paragraphs  []string
	Action      *letter.Action
	Attachments []mailer.Attachment
}

// Template is the text of a letter in one language, with placeholders in braces.
type Template struct {
	Subject    string   `json:"subject"`
	Paragraphs []string `json:"paragraphs"`
}

// Fill replaces the placeholders, given as for lang.Filler.
func (t Template) Fill(namesAndValues ...string) Content {
	fill := lang.Filler(namesAndValues...)
	c := Content{Subject: fill(t.Subject)}
	for _, p := range t.Paragraphs {
		c.Paragraphs = append(c.Paragraphs, fill(p))
	}
	return c
}

// ContentFunc returns the content of letters of one kind. Nothing is sent if it returns
// apperr.ErrNotFound, because the subject of the mailing was deleted.
type ContentFunc func(ctx context.Context, m Message) (Content, error)
