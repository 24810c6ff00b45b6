package ratelimit

// Windows is how many windows are kept.
func (a *Addresses) Windows() int { return a.windows.Kept() }

// Bound changes how many addresses are remembered.
func (a *Addresses) Bound(most int) { a.windows.most = most }

// Kept is how many windows are kept.
func (l *Windows[K]) Kept() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.open)
}
