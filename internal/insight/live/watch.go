package live

import (
	"cmp"
	"context"
	"slices"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/platform/apperr"
	"allot/internal/platform/stamp"
)

// Name says what changed. Names are API: never rename one.
type Name string

// The names of changes, in the order in which they are told.
const (
	Availability  Name = "availability" // the days of a property
	StopSale      Name = "stop_sale"    // the legacy stop sale of the account
	Content       Name = "content"      // contracts, publications, mappings, overrides; of a hotel also its drafts
	Rooming       Name = "rooming"
	Invoices      Name = "invoices"
	Notifications Name = "notifications" // of the user
	Announcements Name = "announcements"
)

var order = []Name{Availability, StopSale, Content, Rooming, Invoices, Notifications, Announcements}

// Change is one thing that has changed.
type Change struct {
	Name     Name
	Property int64 // of Availability only
}

func compareChanges(a, b Change) int {
	return cmp.Or(cmp.Compare(slices.Index(order, a.Name), slices.Index(order, b.Name)), cmp.Compare(a.Property, b.Property))
}

// MaxProperties bounds the properties of one watch.
const MaxProperties = 100

// Watch is what one user is told of. It is immutable.
type Watch struct {
	user       int64
	owner      int64 // the user's account
	properties []int64
	own        map[int64]bool // those of properties that belong to the account
	targets    []target
}

// target is a stamp and what its change means.
type target struct {
	key    stamp.Key
	change Change // without a name: none
	// checks says that what the user may watch can have changed with it.
	checks bool
}

// Watch returns what a user is told of, with the days of some properties. It refuses
// properties that the user cannot see.
func (s *Service) Watch(ctx context.Context, who auth.Caller, properties []int64) (*Watch, error) {
	w := &Watch{user: who.UserID, owner: who.OwnerID, own: map[int64]bool{}, properties: slices.Compact(slices.Sorted(slices.Values(properties)))}
	if len(w.properties) > MaxProperties {
		return nil, apperr.Field("property", "must be at most %d ids, separated by commas; there are %d", MaxProperties, len(w.properties))
	}
	if len(w.properties) > 0 {
		if err := (auth.Rule{Flag: auth.StopSales}).Allow(who); err != nil {
			return nil, err
		}
	}
	visible, err := s.deps.Portfolios.Visible(ctx, who, w.properties)
	if err != nil {
		return nil, err
	}
	w.ofUser(who)
	if who.AccountType != auth.Admin {
		w.ofAccount(who)
	}
	for _, p := range visible {
		w.own[p.ID] = p.Owner == who.OwnerID
		if p.Days {
			w.tell(reading.Availability, p.ID, Change{Availability, p.ID})
		}
		// Whether an operator sees a property changes with its hotel, of which it is not told.
		w.check(account.Content, p.Owner)
	}
	return w, nil
}

// ofUser adds what everybody is told of.
func (w *Watch) ofUser(who auth.Caller) {
	w.check(account.Access, who.UserID)
	w.check(account.Access, who.OwnerID) // which tells of a suspension
	w.tell(notify.Inbox, who.UserID, Change{Name: Notifications})
	w.tell(notify.News, notify.NewsID, Change{Name: Announcements})
}

// ofAccount adds what changes in the account, as far as the user's permissions go.
func (w *Watch) ofAccount(who auth.Caller) {
	w.tell(account.Content, who.OwnerID, Change{Name: Content})
	w.check(account.Content, who.OwnerID)
	if who.AccountType == auth.Accommodation {
		w.tell(account.Draft, who.OwnerID, Change{Name: Content})
		if who.May(auth.StopSales) {
			w.tell(account.StopSale, who.OwnerID, Change{Name: StopSale})
		}
	}
	if who.May(auth.Rooming) {
		w.tell(account.Rooming, who.OwnerID, Change{Name: Rooming})
	}
	if who.May(auth.Invoicing) {
		w.tell(account.Invoices, who.OwnerID, Change{Name: Invoices})
	}
}

func (w *Watch) tell(kind stamp.Kind, id int64, c Change) { w.target(kind, id).change = c }

func (w *Watch) check(kind stamp.Kind, id int64) { w.target(kind, id).checks = true }

// target returns the target of a key, which it adds if it is new.
func (w *Watch) target(kind stamp.Kind, id int64) *target {
	key := stamp.Key{Kind: kind, ID: id}
	i := slices.IndexFunc(w.targets, func(t target) bool { return t.key == key })
	if i < 0 {
		i = len(w.targets)
		w.targets = append(w.targets, target{key: key})
	}
	return &w.targets[i]
}

func (w *Watch) keys() []stamp.Key {
	keys := make([]stamp.Key, len(w.targets))
	for i, t := range w.targets {
		keys[i] = t.key
	}
	return keys
}

// equal reports whether both tell of the same.
func (w *Watch) equal(other *Watch) bool { return slices.Equal(w.targets, other.targets) }
