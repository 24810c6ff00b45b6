package settings

import (
	"fmt"
	"strings"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
	"allot/internal/platform/fold"
	"allot/internal/platform/iso"
)

// Contact is somebody outside the account who can be written to. An account has at most one
// contact with an e-mail address.
type Contact struct {
	ID        int64     `bun:"id,pk,autoincrement" json:"id"`
	OwnerID   int64     `bun:"owner_id" json:"-"`
	FirstName string    `bun:"first_name" json:"first_name"`
	LastName  string    `bun:"last_name" json:"last_name"`
	Email     string    `bun:"email" json:"email"`
	Company   string    `bun:"company" json:"company"`
	Phone     string    `bun:"phone" json:"phone"`
	Tags      []string  `bun:"tags,type:text" json:"tags" nullable:"false"`
	Language  string    `bun:"language" json:"language" doc:"Language of letters to the contact; empty: that of the sender"`
	CreatedAt time.Time `bun:"created_at" json:"created_at"`
	UpdatedAt time.Time `bun:"updated_at" json:"updated_at"`
	// UnsubscribedAt is set by the contact, never by the account.
	UnsubscribedAt *time.Time `bun:"unsubscribed_at,scanonly" json:"unsubscribed_at" doc:"Since when the contact wants no list mail of yours; only the contact can change it"`
}

// ContactInput creates or changes a contact; nil leaves a field as it is.
type ContactInput struct {
	FirstName, LastName, Email, Company, Phone, Language *string
	Tags                                                 *[]string
}

// ContactFilter narrows the list; a zero field does not narrow.
type ContactFilter struct {
	Query string // part of name, e-mail address or company
	Tag   string
	List  int64
}

const (
	maxContactName    = 100
	maxContactCompany = 200
	maxTags           = 20
	maxTag            = 50
)

// ErrContactExists refuses a second contact with one e-mail address.
var ErrContactExists = apperr.New(apperr.Conflict, "already_exists", "there is already a contact with this e-mail address")

func (in ContactInput) apply(c *Contact) {
	set(&c.FirstName, in.FirstName, strings.TrimSpace)
	set(&c.LastName, in.LastName, strings.TrimSpace)
	set(&c.Email, in.Email, field.CleanEmail)
	set(&c.Company, in.Company, strings.TrimSpace)
	set(&c.Phone, in.Phone, cleanPhone)
	set(&c.Language, in.Language, iso.CleanLanguage)
	if in.Tags != nil {
		c.Tags = cleanTags(*in.Tags)
	}
	if c.Tags == nil {
		c.Tags = []string{}
	}
}

// cleanPhone replaces every run of white space, such as that of spreadsheets, with one space.
func cleanPhone(s string) string { return strings.Join(strings.Fields(s), " ") }

// cleanTags removes empty tags and those that are equal under TagKey.
func cleanTags(tags []string) []string {
	clean := make([]string, 0, len(tags))
	seen := map[string]bool{}
	for _, t := range tags {
		t = strings.TrimSpace(t)
		if key := TagKey(t); t != "" && !seen[key] {
			seen[key] = true
			clean = append(clean, t)
		}
	}
	return clean
}

// TagKey returns the form in which tags are compared.
func TagKey(tag string) string { return fold.Fold(strings.TrimSpace(tag)) }

// SearchText returns the text that a search looks at.
func (c Contact) SearchText() string {
	return fold.Fold(c.FirstName + " " + c.LastName + " " + c.FirstName + "\n" + c.Email + "\n" + c.Company)
}

func (c Contact) check() error {
	var f apperr.Fields
	field.CheckLine(&f, "first_name", c.FirstName, maxContactName)
	field.CheckLine(&f, "last_name", c.LastName, maxContactName)
	f.Check(c.Email != "", "email", "is required")
	field.CheckEmail(&f, "email", c.Email)
	field.CheckLine(&f, "company", c.Company, maxContactCompany)
	field.CheckPhone(&f, "phone", c.Phone)
	f.Check(c.Language == "" || iso.IsLanguage(c.Language), "language", "must be a language code such as en, de, tr or el")
	f.Checkf(len(c.Tags) <= maxTags, "tags", "must have at most %d entries", maxTags)
	for i, t := range c.Tags[:min(len(c.Tags), maxTags)] {
		field.CheckLine(&f, fmt.Sprintf("tags[%d]", i), t, maxTag)
	}
	return f.Err()
}
