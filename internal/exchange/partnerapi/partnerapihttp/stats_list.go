package partnerapihttp

import (
	"context"
	"io"
	"strconv"

	"allot/internal/exchange/partnerapi"
	"allot/internal/identity/auth"
	"allot/internal/platform/civil"
	"allot/internal/platform/csvfile"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	// APIStatsFilter is what list and file are asked with; exported because the
	// API framework sees embedded fields of exported types only.
	APIStatsFilter struct {
		From     civil.Date `query:"from" doc:"First day"`
		To       civil.Date `query:"to" doc:"Last day, included"`
		Key      int64      `query:"key" minimum:"1" doc:"Id of an API key"`
		Endpoint string     `query:"endpoint" maxLength:"100" example:"facts" doc:"The part of the path after /api/v1/"`
	}
	apiStatsRequest struct {
		page.Query
		APIStatsFilter
	}
	apiStatsExportRequest struct{ APIStatsFilter }
	apiStatsResponse      struct{ Body page.Page[apiStatsRow] }
	apiStatsRow           struct {
		Date        civil.Date `json:"date" doc:"Day in UTC"`
		Key         int64      `json:"key" doc:"Id of the API key, which may be revoked"`
		KeyName     string     `json:"key_name" doc:"As it is, or as it was when the key was revoked"`
		TokenPrefix string     `json:"token_prefix" doc:"The first characters of the token, likewise"`
		Endpoint    string     `json:"endpoint" example:"facts" doc:"The part of the path after /api/v1/, without the token"`
		APIStatsCounts
	}
	// APIStatsCounts is exported for the same reason.
	APIStatsCounts struct {
		HitsOK           int64 `json:"hits_ok" doc:"Calls that were answered"`
		HitsError        int64 `json:"hits_error" doc:"Calls that were refused, or whose answer broke off"`
		BytesTransferred int64 `json:"bytes_transferred" doc:"Of the answers, as they went out"`
	}
)

func (f APIStatsFilter) filter() partnerapi.Filter {
	return partnerapi.Filter{From: f.From, To: f.To, KeyID: f.Key, Endpoint: f.Endpoint}
}

func (h *statsHandlers) list(ctx context.Context, req *apiStatsRequest) (*apiStatsResponse, error) {
	rows, keys, count, err := h.stats.List(ctx, auth.From(ctx), req.filter(), req.Request())
	if err != nil {
		return nil, err
	}
	bodies := make([]apiStatsRow, len(rows))
	for i, r := range rows {
		k := keys[r.KeyID]
		bodies[i] = apiStatsRow{r.Date, r.KeyID, k.Name, k.TokenPrefix, r.Endpoint, APIStatsCounts(r.Counts)}
	}
	return &apiStatsResponse{Body: httpx.Page(ctx, &req.Query, count, bodies)}, nil
}

func (h *statsHandlers) export(ctx context.Context, req *apiStatsExportRequest) (*httpx.Download, error) {
	file, err := h.stats.Export(ctx, auth.From(ctx), req.filter())
	if err != nil {
		return nil, err
	}
	name := "api-stats " + file.Season.From.String() + " " + file.Season.To.String() + ".csv"
	return &httpx.Download{Name: name, Write: func(ctx context.Context, w io.Writer) error {
		table, err := csvfile.NewWriter(w, "date", "key", "key_name", "token_prefix", "endpoint", "hits_ok", "hits_error", "bytes_transferred")
		if err != nil {
			return err
		}
		err = file.Each(ctx, func(r partnerapi.Row, k partnerapi.Label) error {
			return table.Write(r.Date.String(), number(r.KeyID), k.Name, k.TokenPrefix, r.Endpoint,
				number(r.HitsOK), number(r.HitsError), number(r.BytesTransferred))
		})
		if err != nil {
			return err
		}
		return table.Flush()
	}}, nil
}

func number(n int64) string { return strconv.FormatInt(n, 10) }
