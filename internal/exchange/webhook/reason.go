package webhook

import (
	"strings"

	"allot/internal/platform/apperr"
)

// Reason says why something is not sent: the rule first, then what led to it. Each part has a
// code, so that it can be said in other languages.
type Reason []apperr.FieldError

// String returns the reason in English.
func (r Reason) String() string {
	parts := make([]string, len(r))
	for i, p := range r {
		parts[i] = p.Message
	}
	return strings.Join(parts, ": ")
}

// ledTo returns the reason for what follows from r.
func (r Reason) ledTo(what apperr.FieldError) Reason { return append(Reason{what}, r...) }

// why returns why the endpoint is not active. One that was disabled before reasons had codes
// has the words only.
func (e Endpoint) why() Reason {
	if len(e.DisabledProblems) == 0 && e.DisabledReason != "" {
		return Reason{{Message: e.DisabledReason}}
	}
	return e.DisabledProblems
}

// switchOff notes why the endpoint is not active any more.
func (e *Endpoint) switchOff(why Reason) {
	e.IsActive, e.DisabledReason, e.DisabledProblems = false, why.String(), why
}
