package blob

import "time"

// SetPatience makes a test not wait for a server as long as a person would.
func (s *S3) SetPatience(d time.Duration) { s.patience = d }
