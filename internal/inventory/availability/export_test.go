package availability

// ReadCursor reports whether a text is a cursor, and writes what it reads again.
func ReadCursor(text string) (again string, ok bool) {
	c, ok := parseCursor(text, "epoch")
	return c.text("epoch"), ok
}

// Kept is how many bytes of encoded properties are in memory.
func (s *Service) Kept() (plain, zipped int) {
	_, plain = s.plain.Kept()
	_, zipped = s.zipped.Kept()
	return plain, zipped
}

// DropFragments forgets the encoded properties.
func (s *Service) DropFragments() {
	s.plain.Clear()
	s.zipped.Clear()
}

// DropPortfolios empties the cache of portfolios.
func (s *Service) DropPortfolios() { s.portfolios.Clear() }
