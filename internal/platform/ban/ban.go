// Package ban counts failed log-ins by client address and bans addresses for a
// while.
//
// The tenth failure within the window bans. Users are not counted, so that nobody
// can lock somebody else out.
package ban

import (
	"context"
	"net/netip"
	"time"
)

// Guard decides which addresses are banned. Memory does so for one
// process, package redisx for several.
type Guard interface {
	// Banned reports whether ip is banned and for how much longer.
	Banned(ctx context.Context, ip netip.Addr) (retryAfter time.Duration, banned bool, err error)
	// BannedNow is Banned as all nodes know it at this moment.
	BannedNow(ctx context.Context, ip netip.Addr) (retryAfter time.Duration, banned bool, err error)
	// Failed counts one failed log-in from ip.
	Failed(ctx context.Context, ip netip.Addr) error
}

// Options are the limits; zero fields take the defaults.
type Options struct {
	MaxFailures int           // the failure that bans, 10
	Window      time.Duration // within which they are counted, 15 minutes
	Ban         time.Duration // how long the ban lasts, 15 minutes
	MaxEntries  int           // addresses that are remembered at once, 100,000
	OnFailure   func()        // called for every failed log-in; nil: nothing is
}

// WithDefaults returns the options with defaults for fields that are zero.
func (o Options) WithDefaults() Options {
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

// Key returns the address under which failures of ip are counted: an IPv4 address
// itself, of IPv6 the /64 network, because one customer has all its addresses. It
// is not valid for an unknown address, which is never counted: all unknown clients
// would share one ban.
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
