package allotmenthttp

import "allot/internal/platform/httpx"

func (h *handlers) registerReads(_ *httpx.Server) {}
