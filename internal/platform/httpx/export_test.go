package httpx

// Attachment is the Content-Disposition of a file.
func Attachment(name string) string { return attachment(name) }

// Understood is how many addresses are kept.
func (s *Server) Understood() int {
	s.understoods.mu.RLock()
	defer s.understoods.mu.RUnlock()
	return len(s.understoods.byURI)
}
