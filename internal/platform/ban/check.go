package ban

import (
	"context"
	"net/netip"
	"time"

	"allot/internal/platform/apperr"
)

// ErrBanned refuses every request of a banned address.
var ErrBanned = apperr.New(apperr.TooMany, "too_many_failed_logins",
	"too many failed log-ins from this address; it is shut out for a while")

// Check refuses a banned address with ErrBanned, which tells when the ban ends.
func Check(ctx context.Context, g Guard, ip netip.Addr) error { return refusal(g.Banned(ctx, ip)) }

// CheckNow is Check for whoever is about to verify a secret: a ban that another node has just made
// must not leave one more attempt.
func CheckNow(ctx context.Context, g Guard, ip netip.Addr) error {
	return refusal(g.BannedNow(ctx, ip))
}

func refusal(left time.Duration, banned bool, err error) error {
	if err != nil {
		return err
	}
	if banned {
		return ErrBanned.After(left)
	}
	return nil
}
