package webhook

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"allot/internal/exchange/event"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
)

// Ping is the event that only the test operation sends.
const Ping = "test.ping"

// EventTypes are what an endpoint can subscribe to. Every endpoint can be sent
// Ping, subscribed or not.
var EventTypes = append(slices.Clone(event.Kinds), Ping)

// Endpoint is an address that events are sent to.
type Endpoint struct {
	ID        int64 `bun:"id,pk,autoincrement" json:"id"`
	OwnerID   int64 `bun:"owner_id" json:"-"`
	CreatedBy int64 `bun:"created_by" json:"created_by"` // the user whose flags and scope bound what is sent

	Name           string   `bun:"name" json:"name"`
	URL            string   `bun:"url" json:"url"`
	EventTypes     []string `bun:"event_types,type:text" json:"event_types"`
	IsActive       bool     `bun:"is_active" json:"is_active"`
	DisabledReason string   `bun:"disabled_reason" json:"disabled_reason"`
	// DisabledProblems is DisabledReason with codes.
	DisabledProblems Reason     `bun:"disabled_problems,type:text,nullzero" json:"-"`
	FailingSince     *time.Time `bun:"failing_since" json:"-"` // the first failure since the last success

	Secret         string     `bun:"secret" json:"-"` // sealed
	SecretPrefix   string     `bun:"secret_prefix" json:"secret_prefix"`
	PreviousSecret string     `bun:"previous_secret" json:"-"` // sealed; it signs too until PreviousUntil
	PreviousUntil  *time.Time `bun:"previous_until" json:"previous_secret_until"`
	CreatedAt      time.Time  `bun:"created_at" json:"created_at"`
}

func (e Endpoint) due() Due { return Due{ID: e.ID, OwnerID: e.OwnerID, Failing: e.FailingSince != nil} }

// The limits of endpoints.
const (
	MaxEndpoints = 20
	maxName      = 100
	maxURL       = 1000
)

var (
	// ErrTooManyEndpoints refuses one more endpoint.
	ErrTooManyEndpoints = apperr.New(apperr.Conflict, "too_many_endpoints", "an account has at most 20 webhook endpoints")
	// ErrDisabled refuses what would send to an endpoint that is not active.
	ErrDisabled = apperr.New(apperr.Conflict, "endpoint_disabled", "the endpoint is not active: set is_active to true first")
	// ErrNotMaker refuses a sub-user an endpoint of somebody else: what is sent there is what its
	// maker may see.
	ErrNotMaker = apperr.ErrForbidden.Withf("only the user who made this webhook endpoint and the manager of the account may do this; you may delete it and make one of your own")
	// ErrTooOften refuses what connects to addresses too often.
	ErrTooOften = apperr.New(apperr.TooMany, "too_many_requests", "too many tries to register or test webhook endpoints: wait a while")
)

// EndpointInput is what an endpoint is made from or changed to; nil leaves a
// part as it is.
type EndpointInput struct {
	Name       *string
	URL        *string
	EventTypes *[]string
	IsActive   *bool
}

// apply puts the input onto an endpoint and names every bad field.
func (in EndpointInput) apply(e *Endpoint) error {
	var f apperr.Fields
	if in.Name != nil {
		e.Name = strings.TrimSpace(*in.Name)
	}
	f.Check(e.Name != "", "name", "is required")
	field.CheckLine(&f, "name", e.Name, maxName)
	if in.URL != nil {
		e.URL = strings.TrimSpace(*in.URL)
		checkURL(&f, e.URL)
	}
	if in.EventTypes != nil {
		e.EventTypes = slices.Clone(*in.EventTypes)
		slices.Sort(e.EventTypes)
		e.EventTypes = slices.Compact(e.EventTypes)
	}
	f.Check(len(e.EventTypes) > 0, "event_types", "must name at least one event type")
	for _, kind := range e.EventTypes {
		f.Checkf(slices.Contains(EventTypes, kind), "event_types", "must be of: %s", strings.Join(EventTypes, ", "))
	}
	if in.IsActive != nil && *in.IsActive != e.IsActive {
		e.IsActive, e.FailingSince = *in.IsActive, nil
		e.DisabledReason, e.DisabledProblems = "", nil
		if !e.IsActive {
			e.switchOff(Reason{apperr.Problem("", "switched off by a user of the account")})
		}
	}
	return f.Err()
}

func checkURL(f *apperr.Fields, text string) {
	f.Check(text != "", "url", "is required")
	f.Checkf(len(text) <= maxURL, "url", "must have at most %d characters", maxURL)
	u, err := url.Parse(text)
	f.Check(err == nil && field.IsLine(text) && u.Hostname() != "", "url", "must be a complete address such as https://example.com/hook")
	if err != nil {
		return
	}
	f.Check(u.Scheme == "https", "url", "must begin with https://: events are not sent unencrypted")
	f.Check(u.User == nil, "url", "must not contain a user name or password: requests are authenticated by their signature")
	f.Check(u.Fragment == "" && !strings.Contains(text, "#"), "url", "must not have a part after #")
}

// wants reports whether the endpoint is subscribed to a kind of event.
func (e Endpoint) wants(kind string) bool { return slices.Contains(e.EventTypes, kind) }

// mayUse refuses a sub-user every endpoint but its own.
func mayUse(who auth.Caller, e Endpoint) error {
	if who.Manager || who.UserID == e.CreatedBy {
		return nil
	}
	return ErrNotMaker
}
