package stopsalehttp

import (
	"cmp"
	"context"

	"allot/internal/identity/auth"
	"allot/internal/inventory/stopsale"
	"allot/internal/platform/httpx"
)

type (
	stopSalePDFRequest struct {
		HotelID int64 `path:"hotel_id" minimum:"1" doc:"Id of the property"`
		WindowQuery
		httpx.LanguageQuery
	}
	sendStopSaleRequest struct {
		HotelID       int64 `path:"hotel_id" minimum:"1" doc:"Id of the property"`
		MailingListID int64 `path:"mailing_list_id" minimum:"1" doc:"Id of the mailing list"`
		WindowQuery
		Body *struct {
			Message  string `json:"message,omitempty" maxLength:"2000" doc:"Your own words, at the top of the mail"`
			Language string `json:"language,omitempty" maxLength:"35" doc:"en, de, tr or el; default: your own"`
		} `required:"false"`
		httpx.LanguageQuery
	}
	sentStopSaleResponse struct{ Body stopSaleSent }
	stopSaleSent         struct {
		Recipients int `json:"recipients" doc:"How many messages go out"`
	}
)

func (h *handlers) pdf(ctx context.Context, req *stopSalePDFRequest) (*httpx.Download, error) {
	doc, err := h.stops.PDF(ctx, auth.From(ctx), req.HotelID, req.window(), req.Tag())
	if err != nil {
		return nil, err
	}
	return httpx.FileDownload(doc.Name, doc.Data), nil
}

func (h *handlers) send(ctx context.Context, req *sendStopSaleRequest) (*sentStopSaleResponse, error) {
	m := stopsale.Mailing{ListID: req.MailingListID, PropertyID: req.HotelID, Window: req.window(), Language: req.Lang}
	if req.Body != nil {
		m.Note, m.Language = req.Body.Message, cmp.Or(req.Body.Language, req.Lang)
	}
	sent, err := h.stops.Send(ctx, auth.From(ctx), m)
	if err != nil {
		return nil, err
	}
	return &sentStopSaleResponse{Body: stopSaleSent{Recipients: sent}}, nil
}
