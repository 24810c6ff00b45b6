package allotmenthttp

import "allot/internal/platform/httpx"

func (h *handlers) registerBlocks(_ *httpx.Server) {}
