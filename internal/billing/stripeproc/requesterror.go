package stripeproc

import "fmt"

// RequestError is a request that Stripe calls wrong, which is a fault of this program. Stripe's
// own text is left out because it repeats what was sent.
type RequestError struct {
	Call    string
	Status  int
	Code    string
	Param   string
	Request string // Stripe's id of the request, for its dashboard
}

func (e *RequestError) Error() string {
	return fmt.Sprintf("stripe refused to %s: status %d, code %q, parameter %q, request %s", e.Call, e.Status, e.Code, e.Param, e.Request)
}
