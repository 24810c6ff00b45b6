package settings

import (
	"time"

	"allot/internal/identity/plan"
	"allot/internal/platform/apperr"
)

// batchWork merges the rows of one batch into contacts.
type batchWork struct {
	owner int64
	in    ImportInput
	now   time.Time
	known map[string]Contact // of the account, by e-mail address
	// allowance counts the new contacts that the plan allows.
	allowance *plan.Allowance
	// lastWritable is the newest contact that the plan, with its limit, lets be changed.
	lastWritable int64
	limit        int

	// order holds each contact once, and line the first row that it came from.
	order []*Contact
	line  map[*Contact]int
	dirty map[*Contact]bool

	created, updated, skipped int
	errors                    []rowError
}

// email returns the address of a row that has passed its check.
func (r row) email() string {
	var c Contact
	r.in.apply(&c)
	return c.Email
}

// merge applies the rows one after the other: of two with the same address, the later one wins.
func (b *batchWork) merge(rows []row) {
	b.line, b.dirty = map[*Contact]int{}, map[*Contact]bool{}
	byEmail := map[string]*Contact{}
	for _, r := range rows {
		email := r.email()
		c, seen := byEmail[email]
		if !seen {
			existing, known := b.known[email]
			if !known && !b.admit(r.line) {
				continue
			}
			if known && existing.ID > b.lastWritable {
				b.errors = append(b.errors, rowError{r.line, apperr.Field("",
					"the contact is beyond the %d that your plan allows, so it can be read and deleted but not changed", b.limit)})
				continue
			}
			c = &existing
			byEmail[email] = c
			b.order, b.line[c] = append(b.order, c), r.line
		}
		b.apply(c, r)
	}
}

// rowError is a row that was not taken, or not wholly.
type rowError struct {
	line int
	err  error
}

// admit reports whether the plan allows one more contact, and adds an error for the row
// otherwise.
func (b *batchWork) admit(line int) bool {
	err := b.allowance.Take()
	if err != nil {
		b.errors = append(b.errors, rowError{line, err})
	}
	return err == nil
}

func (b *batchWork) apply(c *Contact, r row) {
	switch {
	case c.Email == "":
		b.created++
		c.OwnerID, c.CreatedAt = b.owner, b.now
	case !b.in.Update:
		b.skipped++
		return
	default:
		b.updated++
	}
	before := *c
	r.in.apply(c)
	if before.Email == "" || !sameContact(before, *c) {
		c.UpdatedAt = b.now
		b.dirty[c] = true
	}
}

// changed lists the contacts that must be stored.
func (b *batchWork) changed() []*Contact {
	var list []*Contact
	for _, c := range b.order {
		if b.dirty[c] {
			list = append(list, c)
		}
	}
	return list
}

// newMembers lists the contacts that are not on the list yet. A contact that does not fit on it
// is reported and stored all the same.
func (b *batchWork) newMembers(members []int64) []int64 {
	on := make(map[int64]bool, len(members))
	for _, id := range members {
		on[id] = true
	}
	var ids []int64
	for _, c := range b.order {
		switch {
		case on[c.ID]:
		case len(members)+len(ids) < MaxListContacts:
			ids = append(ids, c.ID)
		default:
			b.errors = append(b.errors, rowError{b.line[c], apperr.Field("", "the contact was kept but not put on the list, which has its %d contacts", MaxListContacts)})
		}
	}
	return ids
}
