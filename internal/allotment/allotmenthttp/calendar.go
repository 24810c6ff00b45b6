package allotmenthttp

import "allot/internal/platform/httpx"

func (h *handlers) registerCalendars(_ *httpx.Server) {}
