package account

import (
	"net/mail"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"allot/internal/platform/apperr"
	"allot/internal/platform/auth"
	"allot/internal/platform/iso"
)

// User is a person who logs in: the manager of an account or a sub-user.
type User struct {
	ID           int64            `bun:"id,pk,autoincrement" json:"id"`
	OwnerID      int64            `bun:"owner_id" json:"owner_id"`
	Email        string           `bun:"email" json:"email"`
	PasswordHash string           `bun:"password_hash" json:"-"`
	FirstName    string           `bun:"first_name" json:"first_name"`
	LastName     string           `bun:"last_name" json:"last_name"`
	AvatarKey    string           `bun:"avatar_key" json:"avatar_key"`
	AccountType  auth.AccountType `bun:"account_type" json:"account_type"`
	IsManager    bool             `bun:"is_manager" json:"is_manager"`
	Language     string           `bun:"language" json:"language"`
	LastSeen     time.Time        `bun:"last_seen,nullzero" json:"-"`
	CreatedAt    time.Time        `bun:"created_at" json:"-"`
	UpdatedAt    time.Time        `bun:"updated_at" json:"-"`
	DeletedAt    time.Time        `bun:"deleted_at,nullzero" json:"-"`
}

// Name is the user's first and last name, as far as they are known.
func (u User) Name() string { return strings.TrimSpace(u.FirstName + " " + u.LastName) }

// Salutation is how a letter greets the user: by name, or else by address.
func (u User) Salutation() string {
	if name := u.Name(); name != "" {
		return name
	}
	return u.Email
}

// onlineFor is how long after its last sign of life a user counts as online:
// one heartbeat of the dashboard and some slack.
const onlineFor = 11 * time.Minute

const (
	maxName         = 100
	maxEmail        = 254
	maxLabel        = 63 // of one part of a host name
	defaultLanguage = "en"
)

// ErrEmailTaken refuses a second user with one e-mail address.
var ErrEmailTaken = apperr.New(apperr.Conflict, "already_exists", "there is already a user with this e-mail address")

// cleanEmail brings an address to the one form that is stored and compared.
func cleanEmail(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

const hostLabel = `[\p{L}\p{M}\p{Nd}]([\p{L}\p{M}\p{Nd}-]*[\p{L}\p{M}\p{Nd}])?`

// emailForm is narrower than the standard, which also knows quoted names,
// comments and numeric hosts: nobody has those, and mail servers refuse them.
var emailForm = regexp.MustCompile("^[\\p{L}\\p{M}\\p{Nd}!#$%&'*+/=?^_`{|}~.-]+@(" + hostLabel + `\.)+` + hostLabel + "$")

func validEmail(s string) bool {
	a, err := mail.ParseAddress(s)
	if err != nil || a.Address != s || len(s) > maxEmail || !emailForm.MatchString(s) {
		return false
	}
	for label := range strings.SplitSeq(s[strings.LastIndexByte(s, '@')+1:], ".") {
		if len(label) > maxLabel {
			return false
		}
	}
	return true
}

func checkEmail(f *apperr.Fields, email string) {
	f.Check(email != "", "email", "is required")
	f.Check(validEmail(email), "email", "must be an e-mail address such as name@example.com")
}

func checkNames(f *apperr.Fields, first, last string) {
	checkName(f, "first_name", first)
	checkName(f, "last_name", last)
}

func checkName(f *apperr.Fields, field, name string) {
	f.Checkf(utf8.RuneCountInString(name) <= maxName, field, "must have at most %d characters", maxName)
	f.Check(!strings.ContainsFunc(name, unicode.IsControl), field, "must be one line of text")
}

func checkLanguage(f *apperr.Fields, tag string) {
	f.Check(iso.IsLanguage(tag), "language", "must be a language code such as en, de, tr or el")
}
