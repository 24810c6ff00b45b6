package allotmenthttp

import (
	"cmp"
	"context"
	"net/http"

	"allot/internal/identity/auth"
	"allot/internal/identity/mailing"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/chart"
	"allot/internal/platform/civil"
	"allot/internal/platform/httpx"
)

const (
	chartRules = "Whole months from that of `from` on (default: this month, where the property is), at most 12; `to` defaults to 12 months after `from`. " +
		"The chart shows the calendar that is addressed and nothing of the pool behind it: beside each month the units of its days, " +
		"and below the days of a room from when on it has how many, where that changes inside the month. Days that have passed are grey and count for nothing."
	mailRules = " One message goes to each contact, with the chart as it is when the messages are written. A browser's request from another site is refused."
)

// registerCharts adds the calendars on paper and by mail.
func (h *handlers) registerCharts(s *httpx.Server) {
	httpx.RegisterDownload(s, httpx.Op{
		ID: "downloadCalendarPdf", Method: http.MethodGet, Path: "/api/allotment/calendars/{id}/pdf/", Tag: tag, Rule: hotel,
		Summary: "Download a calendar as PDF", Description: chartRules,
	}, "application/pdf", h.pdf)
	httpx.Register(s, httpx.Op{
		ID: "mailCalendar", Method: http.MethodGet, Path: "/api/allotment/calendars/{id}/pdf/send-mail/{list_id}/", Tag: tag, Rule: hotel,
		Status: http.StatusAccepted, SendsMail: true,
		Summary: "Mail a calendar to a mailing list", Description: chartRules + mailRules + mailing.Rules,
		Refusals: map[int]string{http.StatusConflict: "The mailing list has no contacts", http.StatusTooManyRequests: mailing.TooManyLetters},
	}, h.sendChart)
	httpx.Register(s, httpx.Op{
		ID: "mailCalendarToPartner", Method: http.MethodGet, Path: "/api/allotment/calendars/{id}/send-partner/", Tag: tag, Rule: hotel,
		Status: http.StatusAccepted, SendsMail: true,
		Summary: "Mail a calendar to its mailing group", Description: chartRules + mailRules + mailing.Rules,
		Refusals: map[int]string{http.StatusConflict: "The calendar has no mailing group, or nobody is in it", http.StatusTooManyRequests: mailing.TooManyLetters},
	}, h.sendPartner)
	httpx.RegisterDownload(s, httpx.Op{
		ID: "downloadMasterCalendarPdf", Method: http.MethodGet, Path: "/api/allotment/property/{property_id}/pdf/", Tag: tag, Rule: hotel,
		Summary: "Download the Master calendar of a property as PDF", Description: chartRules,
	}, "application/pdf", h.masterPDF)
	httpx.Register(s, httpx.Op{
		ID: "mailMasterCalendar", Method: http.MethodGet, Path: "/api/allotment/property/{property_id}/pdf/send-mail/{list_id}/", Tag: tag, Rule: hotel,
		Status: http.StatusAccepted, SendsMail: true,
		Summary: "Mail the Master calendar of a property to a mailing list", Description: chartRules + mailRules + mailing.Rules,
		Refusals: map[int]string{http.StatusConflict: "The mailing list has no contacts", http.StatusTooManyRequests: mailing.TooManyLetters},
	}, h.sendMaster)
}

type (
	// ChartQuery is the months of a chart.
	ChartQuery struct {
		From civil.Date `query:"from" doc:"A day of the first month"`
		To   civil.Date `query:"to" doc:"A day of the last month"`
	}
	calendarPDFRequest struct {
		ID int64 `path:"id" minimum:"1" doc:"Id of the calendar"`
		ChartQuery
		httpx.LanguageQuery
	}
	masterPDFRequest struct {
		PropertyID int64 `path:"property_id" minimum:"1" doc:"Id of the property"`
		ChartQuery
		httpx.LanguageQuery
	}
	// ChartMailQuery is how a chart is mailed.
	ChartMailQuery struct {
		ChartQuery
		Message  string `query:"message" maxLength:"2000" doc:"Your own words, at the top of the mail"`
		Language string `query:"language" maxLength:"35" doc:"en, de, tr or el; default: lang, else your own"`
		httpx.LanguageQuery
	}
	sendChartRequest struct {
		ID     int64 `path:"id" minimum:"1" doc:"Id of the calendar"`
		ListID int64 `path:"list_id" minimum:"1" doc:"Id of the mailing list"`
		ChartMailQuery
	}
	sendPartnerRequest struct {
		ID int64 `path:"id" minimum:"1" doc:"Id of the calendar"`
		ChartMailQuery
	}
	sendMasterRequest struct {
		PropertyID int64 `path:"property_id" minimum:"1" doc:"Id of the property"`
		ListID     int64 `path:"list_id" minimum:"1" doc:"Id of the mailing list"`
		ChartMailQuery
	}
	chartSentResponse struct{ Body chartSent }
	chartSent         struct {
		Recipients int `json:"recipients" doc:"How many messages go out"`
	}
)

func (q ChartMailQuery) mail() allotment.ChartMail {
	return allotment.ChartMail{From: q.From, To: q.To, Note: q.Message, Language: cmp.Or(q.Language, q.Lang)}
}

func (h *handlers) pdf(ctx context.Context, req *calendarPDFRequest) (*httpx.Download, error) {
	return download(h.Allotments.Chart(ctx, auth.From(ctx), req.ID, req.From, req.To, req.Tag()))
}

func (h *handlers) masterPDF(ctx context.Context, req *masterPDFRequest) (*httpx.Download, error) {
	return download(h.Allotments.MasterChart(ctx, auth.From(ctx), req.PropertyID, req.From, req.To, req.Tag()))
}

func (h *handlers) sendChart(ctx context.Context, req *sendChartRequest) (*chartSentResponse, error) {
	return sent(h.Allotments.SendChart(ctx, auth.From(ctx), req.ID, req.ListID, req.mail()))
}

func (h *handlers) sendPartner(ctx context.Context, req *sendPartnerRequest) (*chartSentResponse, error) {
	return sent(h.Allotments.SendPartner(ctx, auth.From(ctx), req.ID, req.mail()))
}

func (h *handlers) sendMaster(ctx context.Context, req *sendMasterRequest) (*chartSentResponse, error) {
	return sent(h.Allotments.SendMasterChart(ctx, auth.From(ctx), req.PropertyID, req.ListID, req.mail()))
}

func download(doc chart.Document, err error) (*httpx.Download, error) {
	if err != nil {
		return nil, err
	}
	return httpx.FileDownload(doc.Name, doc.Data), nil
}

func sent(recipients int, err error) (*chartSentResponse, error) {
	if err != nil {
		return nil, err
	}
	return &chartSentResponse{Body: chartSent{Recipients: recipients}}, nil
}
