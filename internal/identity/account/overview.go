package account

import (
	"time"

	"allot/internal/identity/auth"
)

// AccountFilter selects accounts for staff. What is zero selects all.
type AccountFilter struct {
	// Query is part of the address or name of a user, of the name of the company or of a
	// property, of a telephone number of either, or the id of the account.
	Query string
	// Also is an account that is found by something else, such as the number of a bill.
	Also        int64
	AccountType auth.AccountType
	Status      Status
	Among       *Selection
}

// Selection is some accounts, as another module selects them: those with the ids, or all others.
type Selection struct {
	IDs    []int64
	Others bool
}

// Use says how many users an account has, and when one of them was last seen.
type Use struct {
	Users    int
	LastSeen time.Time // zero: never
}

// Overview is an account as staff see it: its manager, and how it is used.
type Overview struct {
	User
	Use
}

// SignedIn is a user with the sessions that are open.
type SignedIn struct {
	User
	Sessions []Session
}

// maxShownUsers bounds the users of an account that staff see with their sessions.
const maxShownUsers = 500
