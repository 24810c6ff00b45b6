package account

import (
	"strings"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
	"allot/internal/platform/iso"
)

// User is a person who logs in: the manager of an account or a sub-user.
type User struct {
	ID           int64            `bun:"id,pk,autoincrement" json:"id"`
	OwnerID      int64            `bun:"owner_id" json:"owner_id"`
	Email        string           `bun:"email" json:"email"`
	EmailState   EmailState       `bun:"email_state" json:"email_state"`
	PasswordHash string           `bun:"password_hash" json:"-"`
	FirstName    string           `bun:"first_name" json:"first_name"`
	LastName     string           `bun:"last_name" json:"last_name"`
	AvatarKey    string           `bun:"avatar_key" json:"avatar_key"`
	AccountType  auth.AccountType `bun:"account_type" json:"account_type"`
	IsManager    bool             `bun:"is_manager" json:"is_manager"`
	Language     string           `bun:"language" json:"language"`
	LastSeen     time.Time        `bun:"last_seen,nullzero,scanonly" json:"-"`
	CreatedAt    time.Time        `bun:"created_at" json:"-"`
	UpdatedAt    time.Time        `bun:"updated_at" json:"-"`
	DeletedAt    time.Time        `bun:"deleted_at,nullzero" json:"-"`
	// SuspendedAt is since when the account is suspended, zero if it is not. Only the manager of
	// an account has it.
	SuspendedAt   time.Time `bun:"suspended_at,nullzero" json:"-"`
	SuspendedNote string    `bun:"suspended_note" json:"-"`
}

// Name returns the user's first and last name, as far as they are set.
func (u User) Name() string { return strings.TrimSpace(u.FirstName + " " + u.LastName) }

// Salutation returns the name, or else the address, that a letter greets the user with.
func (u User) Salutation() string {
	if name := u.Name(); name != "" {
		return name
	}
	return u.Email
}

// onlineFor is how long after its last request a user counts as online: one heartbeat of the
// dashboard and some slack.
const onlineFor = 11 * time.Minute

const (
	maxName         = 100
	defaultLanguage = "en"
)

// ErrEmailTaken refuses a second user with one e-mail address.
var ErrEmailTaken = apperr.New(apperr.Conflict, "already_exists", "there is already a user with this e-mail address")

func checkEmail(f *apperr.Fields, email string) {
	f.Check(email != "", "email", "is required")
	f.Check(field.IsEmail(email), "email", "must be an e-mail address such as name@example.com")
}

func checkNames(f *apperr.Fields, first, last string) {
	field.CheckLine(f, "first_name", first, maxName)
	field.CheckLine(f, "last_name", last, maxName)
}

func checkLanguage(f *apperr.Fields, tag string) {
	f.Check(iso.IsLanguage(tag), "language", "must be a language code such as en, de, tr or el")
}
