package ratelimit

import (
	"net/netip"
	"time"

	"allot/internal/platform/ban"
)

// MaxStrangers bounds what is remembered of callers whom nobody knows.
const MaxStrangers = 100_000

// Addresses limits what strangers may do, by client address. What it knows is
// lost on restart, as with bans, and IPv6 is counted by the /64.
type Addresses struct{ windows *Windows[netip.Addr] }

// NewAddresses makes an Addresses that allows so many a window to each address;
// with a limit of zero, any number.
func NewAddresses(limit int, window time.Duration, now func() time.Time) *Addresses {
	return &Addresses{New[netip.Addr](limit, window, MaxStrangers, now)}
}

// Take charges one to an address. An unknown address is not counted: all unknown
// callers would share one limit.
func (a *Addresses) Take(ip netip.Addr) Charge {
	key := ban.Key(ip)
	if a.windows.limit == 0 || !key.IsValid() {
		return Charge{Allowed: true}
	}
	return a.windows.Take(key)
}

// Share is that of Windows.
func (a *Addresses) Share(c Counter, name string) *Addresses {
	a.windows.Share(c, name)
	return a
}
