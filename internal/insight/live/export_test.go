package live

// SetLimits changes how many streams a user and the process can have.
func (s *Service) SetLimits(perUser, all int) { s.perUser, s.most = perUser, all }

// IDOf returns the id of an event for a reading of the clock.
func (s *Service) IDOf(clock int64) string { return s.ids.text(clock) }

// ClockOf returns the reading of the clock that an id stands for.
func (s *Service) ClockOf(id string) (int64, bool) { return s.ids.parse(id) }

// Watchers returns how many keys are read.
func (s *Service) Watchers() int { return len(s.watched()) }
