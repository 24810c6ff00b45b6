package ratelimit

// Windows is how many windows are kept.
func (m *Memory) Windows() int { return m.windows.kept() }

// Windows is how many windows are kept.
func (a *Addresses) Windows() int { return a.windows.kept() }

// Bound changes how many addresses are remembered.
func (a *Addresses) Bound(most int) { a.windows.most = most }

func (l *windows[K]) kept() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.open)
}
