package auth

import (
	"context"
	"slices"

	"allot/internal/platform/apperr"
	"allot/internal/platform/request"
)

// KeyScope is a kind of data that an API key opens to another system, to be read or
// to be written.
type KeyScope string

// The scopes.
const (
	KeyFactSheet   KeyScope = "fact_sheet"
	KeyStopSale    KeyScope = "stop_sale"
	KeyHotelPhotos KeyScope = "hotel_photos"
	KeyInvoices    KeyScope = "invoices"
	KeyRooming     KeyScope = "rooming"

	// What a system writes with a key.
	KeyAvailabilityWrite KeyScope = "availability_write"
	KeyRoomingWrite      KeyScope = "rooming_write"
)

// KeyScopes lists every scope in the order the API shows them.
var KeyScopes = []KeyScope{KeyFactSheet, KeyStopSale, KeyHotelPhotos, KeyInvoices, KeyRooming, KeyAvailabilityWrite, KeyRoomingWrite}

// For reports whether accounts of a type can have keys with the scope: the
// availability of a property is written by its hotel alone.
func (s KeyScope) For(t AccountType) bool { return s != KeyAvailabilityWrite || t == Accommodation }

// Flag is what a user needs for the data of a scope, and so to make a key
// that opens it. This is the one table of it.
func (s KeyScope) Flag() Flag {
	switch s {
	case KeyFactSheet:
		return FactSheets
	case KeyStopSale, KeyAvailabilityWrite:
		return StopSales
	case KeyHotelPhotos:
		return Photos
	case KeyInvoices:
		return Invoicing
	case KeyRooming, KeyRoomingWrite:
		return Rooming
	}
	panic("key scope without a flag: " + s)
}

// KeyRequest is what a request shows of its key and of the page that uses it.
type KeyRequest struct {
	Token   string
	Origin  string // as the header has it
	Referer string
}

// KeyCaller is the system behind a request that carries an API key: it reads
// the data of an account without being one of its users.
type KeyCaller struct {
	KeyID       int64
	MadeBy      int64 // the user who made the key, for what has to be done by a user
	OwnerID     int64 // whose key it is, and whose plan applies
	AccountType AccountType
	// Suspended says that staff have suspended the account.
	Suspended  bool
	ContractID *int64 // the one contract it is for; nil: all active ones of the account
	Scopes     []KeyScope
	// Origin is the page whose scripts may read the answer; empty: none.
	Origin string
	// MaxProperties bounds how many properties are told, the first by id; zero:
	// all. It is for trying out.
	MaxProperties int
	// Properties are the only ones that are told; empty: all. They are the scope
	// of the user who made the key, or who tries out.
	Properties []int64
}

// Shown are the properties, in the order of their ids, that the caller is told
// of: those in its scope, and of these the first.
func (k KeyCaller) Shown(properties []int64) []int64 {
	if len(k.Properties) > 0 {
		properties = slices.DeleteFunc(slices.Clone(properties), func(id int64) bool { return !k.InScope(id) })
	}
	if k.MaxProperties > 0 && len(properties) > k.MaxProperties {
		return properties[:k.MaxProperties]
	}
	return properties
}

// InScope reports whether a property is one of those that the caller is told of.
func (k KeyCaller) InScope(property int64) bool {
	return len(k.Properties) == 0 || slices.Contains(k.Properties, property)
}

// Identity is what the platform is told of the caller.
func (k KeyCaller) Identity() request.Identity {
	return request.Identity{OwnerID: k.OwnerID, KeyID: k.KeyID}
}

// Known reports whether the request came with a live key.
func (k KeyCaller) Known() bool { return k.KeyID != 0 }

// May reports whether the key opens a kind of data.
func (k KeyCaller) May(s KeyScope) bool { return slices.Contains(k.Scopes, s) }

// ErrKeyUnknown is the answer to a token in a path that is no live key.
var ErrKeyUnknown = apperr.ErrNotAuthenticated.Withf("the API key is not known, or is not valid any more")

// ErrKeyPermission refuses data that the key does not open.
var ErrKeyPermission = apperr.New(apperr.Forbidden, "key_permission", "this API key lacks the permission")

// AllowKey refuses a key that the rule does not admit. A rule without a scope
// asks for none.
func (r Rule) AllowKey(k KeyCaller) error {
	if !k.Known() {
		return ErrKeyUnknown
	}
	if k.Suspended {
		return ErrSuspended
	}
	if err := r.AllowOwner(k); err != nil {
		return err
	}
	if r.Key != "" && !k.May(r.Key) {
		return ErrKeyPermission.Withf("this API key lacks the permission %q; its owner can grant it", r.Key).With("permission", r.Key)
	}
	return nil
}

// AllowOwner refuses a caller whose account is not of a type that the rule
// admits, whatever its key may.
func (r Rule) AllowOwner(k KeyCaller) error {
	if len(r.Types) > 0 && !slices.Contains(r.Types, k.AccountType) {
		return apperr.ErrForbidden.Withf("this is only for keys of %s", r.admitted())
	}
	return nil
}

// KeyUse is one request with a key that was known, for whoever counts them.
type KeyUse struct {
	KeyID    int64
	OwnerID  int64
	Endpoint string // the pattern of its path, such as /api/v1/facts/{token}/
	Failed   bool   // it was refused, or the answer broke off
	Bytes    int64  // of the answer's body as it went out
}

// WithKey puts the system behind a request into the context, in place of any other
// caller.
func WithKey(ctx context.Context, k KeyCaller) context.Context { return request.WithCaller(ctx, k) }

// KeyFrom returns the system behind a request, or an unknown one.
func KeyFrom(ctx context.Context) KeyCaller {
	k, _ := request.CallerFrom(ctx).(KeyCaller)
	return k
}

// Maker returns the user who made the key, as far as the key goes: with the flags of
// its scopes and in its properties. It is for what has to be done by a user.
func (k KeyCaller) Maker() Caller {
	who := Caller{UserID: k.MadeBy, OwnerID: k.OwnerID, AccountType: k.AccountType, Suspended: k.Suspended, PropertyIDs: k.Properties}
	for _, s := range k.Scopes {
		who.Flags = append(who.Flags, s.Flag())
	}
	return who
}
