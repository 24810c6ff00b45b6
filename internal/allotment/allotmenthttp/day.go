package allotmenthttp

import "allot/internal/platform/httpx"

func (h *handlers) registerDays(_ *httpx.Server) {}
