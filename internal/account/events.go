package account

// Registered tells of a new account.
type Registered struct {
	UserID      int64  `json:"user_id"`
	Email       string `json:"email"`
	AccountType string `json:"account_type"`
	// ByStaff tells that staff opened it for its manager.
	ByStaff bool `json:"by_staff,omitempty"`
}

// EventKind names the event.
func (Registered) EventKind() string { return "account.registered" }

// EventOwner is the new account.
func (e Registered) EventOwner() int64 { return e.UserID }

// ProfileUpdated tells that a user changed its name, address, language or avatar.
type ProfileUpdated struct {
	OwnerID       int64    `json:"owner_id"`
	UserID        int64    `json:"user_id"`
	ChangedFields []string `json:"changed_fields"`
	PreviousEmail string   `json:"previous_email,omitempty"` // only if it changed
	// PreviousState is what was known of the previous address.
	PreviousState EmailState `json:"previous_state,omitempty"`
}

// EventKind names the event.
func (ProfileUpdated) EventKind() string { return "account.profile_updated" }

// EventOwner is the account of the user.
func (e ProfileUpdated) EventOwner() int64 { return e.OwnerID }

// EmailStateChanged tells that something else is known of a user's address: it is
// confirmed, or it is a new one.
type EmailStateChanged struct {
	OwnerID int64      `json:"owner_id"`
	UserID  int64      `json:"user_id"`
	Email   string     `json:"email"`
	State   EmailState `json:"state"`
}

func newEmailStateChanged(u User) EmailStateChanged {
	return EmailStateChanged{OwnerID: u.OwnerID, UserID: u.ID, Email: u.Email, State: u.EmailState}
}

// EventKind names the event.
func (EmailStateChanged) EventKind() string { return "account.email_state_changed" }

// EventOwner is the account of the user.
func (e EmailStateChanged) EventOwner() int64 { return e.OwnerID }

// SubUserCreated tells that a manager gave somebody a log-in.
type SubUserCreated struct {
	OwnerID int64 `json:"owner_id"`
	UserID  int64 `json:"user_id"`
}

// EventKind names the event.
func (SubUserCreated) EventKind() string { return "account.sub_user_created" }

// EventOwner is the account of the manager.
func (e SubUserCreated) EventOwner() int64 { return e.OwnerID }

// PasswordChanged tells that a password was replaced, by whichever way.
type PasswordChanged struct {
	OwnerID int64 `json:"owner_id"`
	UserID  int64 `json:"user_id"`
}

// EventKind names the event.
func (PasswordChanged) EventKind() string { return "account.password_changed" }

// EventOwner is the account of the user.
func (e PasswordChanged) EventOwner() int64 { return e.OwnerID }
