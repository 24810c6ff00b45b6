package portfoliohttp

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/partners/portfolio"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	waitingProperty struct {
		PropertyID   int64               `json:"property_id"`
		Code         string              `json:"code" doc:"As the hotel calls it"`
		Name         string              `json:"name"`
		Country      string              `json:"country" doc:"ISO 3166-1 alpha-2"`
		City         string              `json:"city"`
		Company      string              `json:"company_name" doc:"Company of the hotel; only the tour operator is told"`
		Contract     *int64              `json:"contract" doc:"The contract that would open it to you; null in a hotel's list"`
		PartnerCount int                 `json:"partner_count" doc:"How many partners wait for it; only the hotel is told"`
		Partners     []portfolio.Partner `json:"partners" nullable:"false" doc:"The first 100 of them, with what their contract would give them"`
	}
	waitingPropertiesResponse struct{ Body page.Page[waitingProperty] }
)

func (h *handlers) waiting(ctx context.Context, req *portfolioFilter) (*waitingPropertiesResponse, error) {
	f := portfolio.ListFilter{Query: req.Text, Country: req.Country}
	list, count, err := h.Portfolio.ListWaiting(ctx, auth.From(ctx), f, req.Request())
	if err != nil {
		return nil, err
	}
	rows := make([]waitingProperty, len(list))
	for i, w := range list {
		p := w.Property
		rows[i] = waitingProperty{
			PropertyID: p.ID, Code: p.Code, Name: p.Name, Country: p.Country, City: p.City,
			Company: w.Company, PartnerCount: w.PartnerCount, Partners: w.Partners,
		}
		if w.Contract != 0 {
			rows[i].Contract = &w.Contract
		}
	}
	return &waitingPropertiesResponse{Body: httpx.Page(ctx, &req.Query, count, rows)}, nil
}
