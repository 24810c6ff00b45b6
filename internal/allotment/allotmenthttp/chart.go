package allotmenthttp

import "allot/internal/platform/httpx"

func (h *handlers) registerCharts(_ *httpx.Server) {}
