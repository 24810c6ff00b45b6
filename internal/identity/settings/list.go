package settings

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
)

// MailingList is a named group of contacts.
type MailingList struct {
	ID            int64     `bun:"id,pk,autoincrement" json:"id"`
	OwnerID       int64     `bun:"owner_id" json:"-"`
	Name          string    `bun:"name" json:"name"`
	NameKey       string    `bun:"name_key" json:"-"`
	ContactsCount int       `bun:"contacts_count,scanonly" json:"contacts_count"`
	CreatedAt     time.Time `bun:"created_at" json:"created_at"`
	UpdatedAt     time.Time `bun:"updated_at" json:"updated_at"`
}

// MemberFilter narrows the contacts of a list.
type MemberFilter struct {
	After      int64 // only those with a higher id
	Limit      int
	Subscribed bool // only those who have not unsubscribed
}

// MailingListInput creates or changes a list; nil leaves a field as it is.
type MailingListInput struct {
	Name     *string
	Contacts *[]int64 // ids; replaces the contacts of the list
}

const (
	maxListName = 100
	// maxLists bounds the mailing lists of an account.
	maxLists = 500
	// MaxListContacts bounds a mailing list.
	MaxListContacts = 10_000
	// maxBadContacts bounds how many unknown ids are named at once.
	maxBadContacts = 20
)

var (
	// ErrListExists refuses a second list with one name.
	ErrListExists = apperr.New(apperr.Conflict, "already_exists", "there is already a mailing list with this name")
	// ErrListLimit refuses more lists than an account may have.
	ErrListLimit = apperr.Newf(apperr.Conflict, "list_limit", "an account has at most %d mailing lists", maxLists)
)

func (in MailingListInput) apply(l *MailingList) {
	set(&l.Name, in.Name, strings.TrimSpace)
	l.NameKey = strings.ToLower(l.Name)
}

// contactIDs returns the ids of the new contacts of the list, sorted and each once.
func (in MailingListInput) contactIDs() []int64 {
	if in.Contacts == nil {
		return nil
	}
	ids := slices.Sorted(slices.Values(*in.Contacts))
	return slices.Compact(ids)
}

func (in MailingListInput) check(l MailingList, known map[int64]bool) error {
	var f apperr.Fields
	f.Check(l.Name != "", "name", "is required")
	field.CheckLine(&f, "name", l.Name, maxListName)
	if in.Contacts != nil {
		checkMembers(&f, *in.Contacts, known)
	}
	return f.Err()
}

func checkMembers(f *apperr.Fields, ids []int64, known map[int64]bool) {
	if len(ids) > MaxListContacts {
		f.Checkf(false, "contacts", "must have at most %d entries", MaxListContacts)
		return
	}
	bad := 0
	for i, id := range ids {
		if !known[id] && bad < maxBadContacts {
			f.Check(false, fmt.Sprintf("contacts[%d]", i), "is no contact of your account")
			bad++
		}
	}
}
