package ratelimit

// Windows is how many windows are kept.
func (m *Memory) Windows() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.windows)
}
