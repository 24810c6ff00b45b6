package connection

import (
	"fmt"
	"net/netip"
	"time"

	"allot/internal/partners/warning"
	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
)

// Provider says how the other system is spoken to.
type Provider string

// The providers. The values are API and stored: never rename them.
const (
	GenericREST Provider = "generic_rest"
	AlpineBits  Provider = "alpinebits"
	CSVURL      Provider = "csv_url"
)

// Status says whether a connection is used.
type Status string

// The statuses.
const (
	StatusActive Status = "active"
	StatusPaused Status = "paused" // by the hotel
	StatusError  Status = "error"  // automatic syncs ended: they failed for days, or the credentials were dropped
)

// Connection is a hotel's link to the property management system of one property.
type Connection struct {
	ID         int64    `bun:"id,pk,autoincrement" json:"id"`
	OwnerID    int64    `bun:"owner_id" json:"-"`
	PropertyID int64    `bun:"property_id" json:"property"`
	Name       string   `bun:"name" json:"name"`
	Provider   Provider `bun:"provider" json:"provider"`
	Settings   Settings `bun:"settings,type:text" json:"settings"`
	// Username is that of AlpineBits, unique in the installation.
	Username *string `bun:"username" json:"username" doc:"AlpineBits: the user name with which the system signs in"`
	// Source names the system in the pool. It never changes, so that what the
	// connection reported is found after it was renamed.
	Source                   string     `bun:"source" json:"source" doc:"How its units are called in the allotment calendar"`
	Status                   Status     `bun:"status" json:"status"`
	SyncInterval             int        `bun:"sync_interval" json:"sync_interval" doc:"Minutes between automatic syncs; 0: none"`
	IncludesPlatformBookings bool       `bun:"includes_platform_bookings" json:"includes_platform_bookings" doc:"The counts of the system contain rooms sold through Allot"`
	LastSyncAt               *time.Time `bun:"last_sync_at" json:"last_sync_at"`
	NextSyncAt               *time.Time `bun:"next_sync_at" json:"next_sync_at"`
	SyncingSince             *time.Time `bun:"syncing_since" json:"-"`
	FailingSince             *time.Time `bun:"failing_since" json:"failing_since" doc:"Since when every sync has failed"`
	Failures                 int        `bun:"failures" json:"failures" doc:"Syncs that failed in a row"`
	// CredentialsDropped means that the credentials were removed with the place that they
	// were given for. The status is error or paused, and nothing is called.
	CredentialsDropped bool      `bun:"credentials_dropped" json:"credentials_dropped" doc:"An address was changed to another host, port or scheme, so the stored credentials were removed: send them again, or null if none are needed. Until then nothing is called"`
	CreatedAt          time.Time `bun:"created_at" json:"created_at"`
	UpdatedAt          time.Time `bun:"updated_at" json:"updated_at"`
	// Warnings are about the write that the connection is the answer of.
	Warnings []warning.Warning `bun:"-" json:"warnings,omitempty" nullable:"false" doc:"Only in the answer of a change: credentials_dropped where it removed the stored credentials"`

	// Sealed are the credentials, which only the module opens.
	Sealed string `bun:"credentials" json:"-"`
}

// Settings are those of all providers; each has some of them.
type Settings struct {
	URL       string            `json:"url,omitempty"`
	PullURL   string            `json:"pull_url,omitempty"`
	PushURL   string            `json:"push_url,omitempty"`
	HotelCode string            `json:"hotel_code,omitempty"`
	RoomCodes map[string]string `json:"room_codes,omitempty"`
	// Addresses are the only ones that the system may call from; none: all.
	Addresses []netip.Prefix `json:"addresses,omitempty"`
}

// Change holds new values of a connection; nil leaves a value as it is.
type Change struct {
	Property                 *int64
	Provider                 *Provider
	Name                     *string
	Settings                 *map[string]any
	Credentials              *map[string]any // an empty map removes them
	Status                   *Status
	SyncInterval             *int
	IncludesPlatformBookings *bool
}

// The limits.
const (
	MaxConnections  = 100 // of an account
	maxName         = 100
	MinInterval     = 5 // minutes
	maxInterval     = 7 * 24 * 60
	sourceNameRunes = 30
)

// The refusals.
var (
	ErrTooMany       = apperr.Newf(apperr.Conflict, "limit_reached", "an account can have %d connections", MaxConnections)
	ErrUsernameTaken = apperr.New(apperr.Conflict, "already_exists", "credentials.username: another connection has this user name, choose another").
				With("errors", []apperr.FieldError{apperr.Problem("credentials.username", "another connection has this user name, choose another")})
	ErrSyncRuns     = apperr.New(apperr.Conflict, "sync_running", "a sync of this connection is running: wait until it has finished")
	ErrSyncsRun     = apperr.Newf(apperr.Conflict, "sync_running", "%d syncs of your account are running: wait until one has finished", maxSyncing)
	ErrNoSync       = apperr.New(apperr.Conflict, "sync_not_possible", "the system of an AlpineBits connection calls Allot: there is nothing to call")
	ErrDropped      = apperr.New(apperr.Conflict, credentialsDropped, "the address was changed to another host, port or scheme, so the stored credentials were removed: send credentials, or null if none are needed")
	ErrImportRuns   = apperr.New(apperr.Conflict, "import_running", "an import of this account is running: wait until it has finished")
	ErrElsewhere    = apperr.New(apperr.Forbidden, "address_not_allowed", "this connection may not be used from here")
	ErrBasicUnknown = apperr.New(apperr.Unauthorized, "invalid_credentials", "user name or password is wrong, or the connection is paused")
)

func (c *Connection) check(f *apperr.Fields, refresh int) {
	f.Check(c.Name != "", "name", "is required")
	field.CheckLine(f, "name", c.Name, maxName)
	f.Check(c.Status == StatusActive || c.Status == StatusPaused, "status", "must be active or paused")
	if c.SyncInterval == 0 {
		return
	}
	f.Check(c.Provider != AlpineBits, "sync_interval", "must be 0: the system of an AlpineBits connection calls by itself")
	f.Checkf(c.SyncInterval >= MinInterval && c.SyncInterval <= maxInterval, "sync_interval", "must be 0 for none, or %d to %d minutes", MinInterval, maxInterval)
	f.Checkf(c.SyncInterval >= refresh, "sync_interval", "must be at least %d minutes, the data refresh interval of your plan", refresh)
}

// sourceOf names the system of a connection in the pool.
func sourceOf(c Connection) string {
	name := []rune(c.Name)
	return fmt.Sprintf("%s #%d", string(name[:min(len(name), sourceNameRunes)]), c.ID)
}
