// Package ban counts failed log-ins by client address and says which addresses
// are shut out for a while.
//
// The tenth failure within the window bans; the ban ends by itself. It knows
// nothing of users: a ban must not let anybody lock somebody else out.
package ban

import (
	"context"
	"net/netip"
	"time"
)

// Guard is asked on every request and told of every failed log-in. One process
// uses Memory; several share their counts through another implementation.
type Guard interface {
	// Banned tells whether ip is shut out and for how much longer.
	Banned(ctx context.Context, ip netip.Addr) (retryAfter time.Duration, banned bool, err error)
	// Failed counts one failed log-in from ip.
	Failed(ctx context.Context, ip netip.Addr) error
}

// Options say what bans an address; zero fields take the defaults.
type Options struct {
	MaxFailures int           // the failure that bans, 10
	Window      time.Duration // within which they are counted, 15 minutes
	Ban         time.Duration // how long the ban lasts, 15 minutes
	MaxEntries  int           // addresses that are remembered at once, 100,000
}

func (o Options) withDefaults() Options {
	if o.MaxFailures <= 0 {
		o.MaxFailures = 10
	}
	if o.Window <= 0 {
		o.Window = 15 * time.Minute
	}
	if o.Ban <= 0 {
		o.Ban = 15 * time.Minute
	}
	if o.MaxEntries <= 0 {
		o.MaxEntries = 100_000
	}
	return o
}

// Key is what failures of ip are counted under: an IPv4 address itself, of IPv6
// the /64, because a single customer has that many addresses to change between.
// It is not valid for an unknown address, which is never counted: all unknown
// clients would share one ban.
func Key(ip netip.Addr) netip.Addr {
	ip = ip.Unmap().WithZone("")
	if !ip.Is6() {
		return ip
	}
	network, err := ip.Prefix(64)
	if err != nil { // only for a prefix longer than the address
		return ip
	}
	return network.Addr()
}
