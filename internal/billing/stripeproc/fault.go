package stripeproc

import "fmt"

// Fault is a request that Stripe calls wrong, which is a fault of this program. Stripe's
// own text is left out because it repeats what was sent.
type Fault struct {
	Call    string
	Status  int
	Code    string
	Param   string
	Request string // Stripe's id of the request, for its dashboard
}

func (f *Fault) Error() string {
	return fmt.Sprintf("stripe refused to %s: status %d, code %q, parameter %q, request %s", f.Call, f.Status, f.Code, f.Param, f.Request)
}
