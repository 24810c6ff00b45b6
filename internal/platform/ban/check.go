package ban

import (
	"context"
	"net/netip"

	"allot/internal/platform/apperr"
)

// ErrBanned refuses every request of a banned address.
var ErrBanned = apperr.New(apperr.TooMany, "too_many_failed_logins",
	"too many failed log-ins from this address; it is shut out for a while")

// Check refuses a banned address with ErrBanned, which tells when the ban ends.
func Check(ctx context.Context, g Guard, ip netip.Addr) error {
	left, banned, err := g.Banned(ctx, ip)
	if err != nil {
		return err
	}
	if banned {
		return ErrBanned.After(left)
	}
	return nil
}
