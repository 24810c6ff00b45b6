package partnerapi

import (
	"context"

	"allot/internal/platform/jobs"
)

// Clean is the nightly job.
func (s *Stats) Clean(ctx context.Context) error { return s.clean(ctx, jobs.Job[cleanArgs]{}) }

// Endpoint is the short name of an operation.
func Endpoint(pattern string) string { return endpoint(pattern) }
