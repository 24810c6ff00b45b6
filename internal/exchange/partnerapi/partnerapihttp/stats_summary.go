package partnerapihttp

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/platform/civil"
)

type (
	apiStatsSummaryRequest struct {
		From civil.Date `query:"from" doc:"First day; default 29 days before to"`
		To   civil.Date `query:"to" doc:"Last day, included; default today in UTC"`
	}
	apiStatsSummaryResponse struct{ Body apiStatsSummary }
	apiStatsSummary         struct {
		From      civil.Date         `json:"from"`
		To        civil.Date         `json:"to"`
		Totals    APIStatsCounts     `json:"totals"`
		Days      []apiStatsDay      `json:"days" nullable:"false" doc:"Every day of the window"`
		Keys      []apiStatsKey      `json:"keys" nullable:"false" doc:"Keys with calls, by id"`
		Endpoints []apiStatsEndpoint `json:"endpoints" nullable:"false" doc:"Endpoints with calls"`
	}
	apiStatsDay struct {
		Date civil.Date `json:"date"`
		APIStatsCounts
	}
	apiStatsKey struct {
		Key         int64  `json:"key"`
		KeyName     string `json:"key_name"`
		TokenPrefix string `json:"token_prefix"`
		APIStatsCounts
	}
	apiStatsEndpoint struct {
		Endpoint string `json:"endpoint"`
		APIStatsCounts
	}
)

func (h *statsHandlers) summary(ctx context.Context, req *apiStatsSummaryRequest) (*apiStatsSummaryResponse, error) {
	s, err := h.stats.Summary(ctx, auth.From(ctx), req.From, req.To)
	if err != nil {
		return nil, err
	}
	body := apiStatsSummary{
		From: s.Season.From, To: s.Season.To, Totals: APIStatsCounts(s.Totals),
		Days: make([]apiStatsDay, len(s.Days)), Keys: make([]apiStatsKey, len(s.Keys)), Endpoints: make([]apiStatsEndpoint, len(s.Endpoints)),
	}
	for i, d := range s.Days {
		body.Days[i] = apiStatsDay{d.Date, APIStatsCounts(d.Counts)}
	}
	for i, k := range s.Keys {
		label := s.Labels[k.KeyID]
		body.Keys[i] = apiStatsKey{k.KeyID, label.Name, label.TokenPrefix, APIStatsCounts(k.Counts)}
	}
	for i, e := range s.Endpoints {
		body.Endpoints[i] = apiStatsEndpoint{e.Endpoint, APIStatsCounts(e.Counts)}
	}
	return &apiStatsSummaryResponse{Body: body}, nil
}
