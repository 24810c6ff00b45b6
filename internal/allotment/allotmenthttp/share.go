package allotmenthttp

import "allot/internal/platform/httpx"

func (h *handlers) registerShares(_ *httpx.Server) {}
