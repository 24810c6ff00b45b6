package account

// Registered is published when an account is opened.
type Registered struct {
	UserID      int64  `json:"user_id"`
	Email       string `json:"email"`
	AccountType string `json:"account_type"`
	// ByStaff is set if staff opened the account.
	ByStaff bool `json:"by_staff,omitempty"`
}

// EventKind returns the kind of the event.
func (Registered) EventKind() string { return "account.registered" }

// EventOwner returns the new account.
func (e Registered) EventOwner() int64 { return e.UserID }

// ProfileUpdated is published when a user changed its name, address, language or avatar.
type ProfileUpdated struct {
	OwnerID       int64    `json:"owner_id"`
	UserID        int64    `json:"user_id"`
	ChangedFields []string `json:"changed_fields"`
	PreviousEmail string   `json:"previous_email,omitempty"` // only if it changed
	// PreviousState is the state of the previous address.
	PreviousState EmailState `json:"previous_state,omitempty"`
}

// EventKind returns the kind of the event.
func (ProfileUpdated) EventKind() string { return "account.profile_updated" }

// EventOwner returns the account of the user.
func (e ProfileUpdated) EventOwner() int64 { return e.OwnerID }

// EmailStateChanged is published when a user's address is confirmed, waived or replaced.
type EmailStateChanged struct {
	OwnerID int64      `json:"owner_id"`
	UserID  int64      `json:"user_id"`
	Email   string     `json:"email"`
	State   EmailState `json:"state"`
}

func newEmailStateChanged(u User) EmailStateChanged {
	return EmailStateChanged{OwnerID: u.OwnerID, UserID: u.ID, Email: u.Email, State: u.EmailState}
}

// EventKind returns the kind of the event.
func (EmailStateChanged) EventKind() string { return "account.email_state_changed" }

// EventOwner returns the account of the user.
func (e EmailStateChanged) EventOwner() int64 { return e.OwnerID }

// SubUserCreated is published when a manager created a sub-user.
type SubUserCreated struct {
	OwnerID int64 `json:"owner_id"`
	UserID  int64 `json:"user_id"`
}

// EventKind returns the kind of the event.
func (SubUserCreated) EventKind() string { return "account.sub_user_created" }

// EventOwner returns the account of the user.
func (e SubUserCreated) EventOwner() int64 { return e.OwnerID }

// PasswordChanged is published when a password was changed or reset.
type PasswordChanged struct {
	OwnerID int64 `json:"owner_id"`
	UserID  int64 `json:"user_id"`
}

// EventKind returns the kind of the event.
func (PasswordChanged) EventKind() string { return "account.password_changed" }

// EventOwner returns the account of the user.
func (e PasswordChanged) EventOwner() int64 { return e.OwnerID }
