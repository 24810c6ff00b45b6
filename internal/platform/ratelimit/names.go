package ratelimit

import "time"

// Names limits what may be done to one named thing, such as the subscription of
// an e-mail address. What it knows is lost on restart.
type Names struct{ windows *windows[string] }

// NewNames makes a Names that allows so many a window to each name.
func NewNames(limit int, window time.Duration, now func() time.Time) *Names {
	return &Names{newWindows[string](limit, window, maxAddresses, now)}
}

// Take charges one to a name.
func (n *Names) Take(name string) Charge { return n.windows.take(name) }
