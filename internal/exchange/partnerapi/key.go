package partnerapi

import (
	"slices"
	"strings"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
)

// Key lets another system read data of the account. Its tokens are kept apart:
// after a rotation two may be alive.
type Key struct {
	ID          int64       `bun:"id,pk,autoincrement" json:"id"`
	OwnerID     int64       `bun:"owner_id" json:"-"`
	CreatedBy   int64       `bun:"created_by" json:"created_by"` // the user whose flags and scope bound the key
	Name        string      `bun:"name" json:"name"`
	TokenPrefix string      `bun:"token_prefix" json:"token_prefix"`
	ContractID  *int64      `bun:"contract_id" json:"contract"` // nil: every active contract of the account
	Permissions Permissions `bun:"embed:" json:"permissions"`
	LastUsedAt  time.Time   `bun:"last_used_at,nullzero" json:"-"`
	CreatedAt   time.Time   `bun:"created_at" json:"created_at"`
}

// Permissions are the kinds of data that a key opens.
type Permissions struct {
	FactSheet   bool `bun:"fact_sheet" json:"fact_sheet"`
	StopSale    bool `bun:"stop_sale" json:"stop_sale"`
	HotelPhotos bool `bun:"hotel_photos" json:"hotel_photos"`
	Invoices    bool `bun:"invoices" json:"invoices"`
	Rooming     bool `bun:"rooming" json:"rooming"`

	AvailabilityWrite bool `bun:"availability_write" json:"availability_write"`
	RoomingWrite      bool `bun:"rooming_write" json:"rooming_write"`
}

// field gives the place for a scope: the one list of what belongs to what.
func (p *Permissions) field(s auth.KeyScope) *bool {
	switch s {
	case auth.KeyFactSheet:
		return &p.FactSheet
	case auth.KeyStopSale:
		return &p.StopSale
	case auth.KeyHotelPhotos:
		return &p.HotelPhotos
	case auth.KeyInvoices:
		return &p.Invoices
	case auth.KeyRooming:
		return &p.Rooming
	case auth.KeyAvailabilityWrite:
		return &p.AvailabilityWrite
	case auth.KeyRoomingWrite:
		return &p.RoomingWrite
	}
	panic("key scope without a column: " + s)
}

// Scopes lists what the permissions open.
func (p Permissions) Scopes() []auth.KeyScope {
	var scopes []auth.KeyScope
	for _, s := range auth.KeyScopes {
		if *p.field(s) {
			scopes = append(scopes, s)
		}
	}
	return scopes
}

// Opens lists what a key with these permissions opens: of them those that its
// maker may read.
func (p Permissions) Opens(maker auth.Caller) []auth.KeyScope {
	return slices.DeleteFunc(p.Scopes(), func(s auth.KeyScope) bool { return !maker.May(s.Flag()) })
}

const (
	maxName      = 100
	tokenLength  = 43 // of 32 bytes in base64
	prefixLength = 8  // shown to tell keys apart; what is left cannot be guessed
	// keepOld is how long a token lives on after a rotation that asks for it.
	keepOld = 24 * time.Hour
)

// tokenAlphabet is that of base64 in URLs.
const tokenAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// KeyInput is what a key is made from or changed to; nil leaves a part as it is.
// Contract 0 is every active contract of the account.
type KeyInput struct {
	Name        *string
	Contract    *int64
	Permissions map[auth.KeyScope]bool
}

// apply puts the input onto a key and names every bad field but the contract,
// which only the database knows.
func (in KeyInput) apply(k *Key, f *apperr.Fields) {
	if in.Name != nil {
		k.Name = strings.TrimSpace(*in.Name)
	}
	f.Check(k.Name != "", "name", "is required")
	field.CheckLine(f, "name", k.Name, maxName)
	if in.Contract != nil {
		k.ContractID = nil
		if *in.Contract != 0 {
			k.ContractID = in.Contract
		}
	}
	for scope, on := range in.Permissions {
		*k.Permissions.field(scope) = on
	}
}

// wellFormed reports whether a text can be a token at all, before anything is
// computed of it.
func wellFormed(token string) bool {
	return len(token) == tokenLength && strings.Trim(token, tokenAlphabet) == ""
}
