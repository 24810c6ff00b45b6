package notify

import (
	"strings"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/lang"
)

// Notification is one message to one user.
type Notification struct {
	ID       int64  `bun:"id,pk,autoincrement" json:"id"`
	OwnerID  int64  `bun:"owner_id" json:"-"`
	UserID   int64  `bun:"user_id" json:"-"`
	Kind     Kind   `bun:"kind" json:"kind" example:"publication_approved"`
	Language string `bun:"language" json:"-"`
	Title    string `bun:"title" json:"title" doc:"In the language asked for; those of long ago in that of then"`
	Body     string `bun:"body" json:"body" doc:"In the language of the title"`
	// Params are what the texts are filled with, so that they can be made in any language; nil
	// in notifications of before they were stored.
	Params    *Params   `bun:"params,type:text,nullzero" json:"-"`
	Link      string    `bun:"link" json:"link" doc:"Path of the page it is about; empty if there is none, or if this installation does not serve it"`
	IsRead    bool      `bun:"is_read" json:"is_read"`
	CreatedAt time.Time `bun:"created_at" json:"created_at"`
	MailedAt  time.Time `bun:"mailed_at,nullzero" json:"-"`
}

// In returns the notification as it is said in a language. It keeps its texts if it was stored
// without values, or if the texts of its kind want others now.
func (n Notification) In(language string) Notification {
	k, ok := FindKind(string(n.Kind))
	if !ok || n.Params == nil {
		return n
	}
	language = lang.Match(language)
	params := n.Params.in(language)
	if k.check(params) == nil {
		n.Language = language
		n.Title, n.Body = texts[language].Kinds[n.Kind].fill(params)
	}
	return n
}

// Filter narrows a list of notifications; the zero Filter does not narrow.
type Filter struct {
	IsRead *bool
	Kind   string
}

func (f Filter) check() error {
	if _, ok := FindKind(f.Kind); f.Kind != "" && !ok {
		return apperr.Field("kind", "must be one of %s", strings.Join(kindNames(), ", "))
	}
	return nil
}

const (
	// MaxDismiss is how many notifications one call dismisses by id.
	MaxDismiss = 500

	// keepRead and keepUnread are how long notifications are kept.
	keepRead   = 90 * 24 * time.Hour
	keepUnread = 365 * 24 * time.Hour
)

// Dismissal names the notifications to delete: some by id, or all.
type Dismissal struct {
	IDs []int64
	All bool
}

func (d Dismissal) check() error {
	var f apperr.Fields
	f.Check(!d.All || len(d.IDs) == 0, "ids", "must be left out together with all")
	f.Check(d.All || len(d.IDs) > 0, "ids", "must name at least one notification, unless all is true")
	f.Checkf(len(d.IDs) <= MaxDismiss, "ids", "must name at most %d notifications", MaxDismiss)
	return f.Err()
}
