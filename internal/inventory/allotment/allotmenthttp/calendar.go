package allotmenthttp

import (
	"context"
	"net/http"

	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	calendarsRequest struct {
		page.Query
		Property int64 `query:"property" minimum:"1" doc:"Id of a property; without it the calendars of all are listed"`
	}
	calendarsResponse struct {
		Body page.Page[rules.NamedCalendar]
	}
	calendarIDRequest struct {
		ID int64 `path:"id" minimum:"1" doc:"Id of the calendar"`
	}
	createCalendarRequest struct {
		Property int64 `query:"property" minimum:"1" doc:"Id of one of your properties, unless the body has it"`
		Body     struct {
			Property        int64      `json:"property,omitempty" doc:"Id of one of your properties, unless the query has it"`
			Name            string     `json:"name" doc:"At most 200 characters, such as the operator or channel"`
			Kind            rules.Kind `json:"kind" enum:"connected,contracted,allotment,standalone"`
			Contract        *int64     `json:"counterparty_contract,omitempty" doc:"Connected: a partnership contract in force, required"`
			RateContract    *int64     `json:"rate_contract,omitempty" doc:"Contracted: a rate contract of the property, required; connected: one with the same operator"`
			ExternalName    string     `json:"external_name,omitempty" doc:"Allotment: the counterparty, at most 200 characters"`
			ExternalDetails string     `json:"external_details,omitempty" doc:"Allotment: at most 2,000 characters"`
			MailingGroup    *int64     `json:"mailing_group,omitempty" doc:"One of your mailing lists"`
		}
	}
	updateCalendarRequest struct {
		ID   int64 `path:"id" minimum:"1" doc:"Id of the calendar"`
		Body struct {
			Property        httpx.Patch[int64]      `json:"property,omitempty" doc:"Cannot be changed"`
			Kind            httpx.Patch[rules.Kind] `json:"kind,omitempty" enum:"master,connected,contracted,allotment,standalone" doc:"Cannot be changed"`
			Name            httpx.Patch[string]     `json:"name,omitempty" doc:"At most 200 characters"`
			Contract        httpx.Patch[int64]      `json:"counterparty_contract,omitempty" doc:"Connected: a partnership contract in force"`
			RateContract    httpx.Patch[int64]      `json:"rate_contract,omitempty" doc:"Contracted: a rate contract of the property; connected: one with the same operator, or null"`
			ExternalName    httpx.Patch[string]     `json:"external_name,omitempty" doc:"Allotment: at most 200 characters"`
			ExternalDetails httpx.Patch[string]     `json:"external_details,omitempty" doc:"Allotment: at most 2,000 characters"`
			MailingGroup    httpx.Patch[int64]      `json:"mailing_group,omitempty" doc:"One of your mailing lists"`
		}
	}
	calendarResponse struct{ Body rules.NamedCalendar }
)

func (h *handlers) registerCalendars(s *httpx.Server) {
	const path, one = "/api/allotment/calendars/", "/api/allotment/calendars/{id}/"
	httpx.Register(s, httpx.Op{
		ID: "listCalendars", Method: http.MethodGet, Path: path, Tag: tag, Rule: hotel,
		Summary: "List calendars",
		Description: "By property, the Master first, which every property has by itself, then the others by age. " +
			"Properties that a sub-user may not work on are left out; asking for one of them is 403.",
		Refusals: map[int]string{http.StatusNotFound: "The account has no such property"},
	}, h.listCalendars)
	httpx.Register(s, httpx.Op{
		ID: "createCalendar", Method: http.MethodPost, Path: path, Tag: tag, Rule: hotel, Status: http.StatusCreated, Creates: true,
		Summary: "Create a calendar",
		Description: "`connected` is for an operator under a partnership contract in force, one calendar a contract and property. " +
			"`contracted` is fed by a rate contract of the property, active or still a draft, one calendar a contract; a draft allots nothing before it is active. " +
			"`allotment` is for an operator that is not on the platform, `standalone` has day statuses only. Fields that do not belong to the kind are refused. " +
			"Where a rate contract feeds the calendar its blocks are pulled at once. The plan limits the calendars of a property, the Master included: 403 `plan_limit_reached`.",
		Refusals: map[int]string{http.StatusConflict: "`already_exists`: the property has a calendar for this contract"},
	}, h.createCalendar)
	httpx.Register(s, httpx.Op{
		ID: "getCalendar", Method: http.MethodGet, Path: one, Tag: tag, Rule: hotel,
		Summary: "Read a calendar", Description: "With the name of its counterparty and whether a rate contract feeds it.",
	}, h.getCalendar)
	httpx.Register(s, httpx.Op{
		ID: "updateCalendar", Method: http.MethodPatch, Path: one, Tag: tag, Rule: hotel,
		Summary: "Update a calendar",
		Description: "What is missing stays, null clears. Property and kind cannot be changed. Another `counterparty_contract` or `rate_contract`, " +
			"by the rules of the kind, has the blocks built anew. The Master cannot be edited. " +
			"One of the newest calendars beyond the plan, with its blocks and days, is read-only: 403 `plan_limit_reached`; it can be deleted.",
		Refusals: map[int]string{http.StatusConflict: "`master_immutable`, or `already_exists`: another calendar is bound to this contract"},
	}, h.updateCalendar)
	httpx.Register(s, httpx.Op{
		ID: "deleteCalendar", Method: http.MethodDelete, Path: one, Tag: tag, Rule: hotel, Status: http.StatusNoContent,
		Summary: "Delete a calendar",
		Description: "With its blocks and days; what it held returns to the pool. The Master cannot be deleted, " +
			"nor a calendar of which confirmed rooming entries hold units from today on.",
		Refusals: map[int]string{http.StatusConflict: "`master_immutable`, or `rooming_holds` with the dates"},
	}, h.deleteCalendar)
	h.registerBindings(s)
}

func (h *handlers) listCalendars(ctx context.Context, req *calendarsRequest) (*calendarsResponse, error) {
	list, count, err := h.Allotments.Calendars(ctx, auth.From(ctx), req.Property, req.Request())
	if err != nil {
		return nil, err
	}
	return &calendarsResponse{Body: httpx.Page(ctx, &req.Query, count, list)}, nil
}

func (h *handlers) createCalendar(ctx context.Context, req *createCalendarRequest) (*calendarResponse, error) {
	b := &req.Body
	switch {
	case b.Property == 0:
		b.Property = req.Property
	case req.Property != 0 && req.Property != b.Property:
		return nil, apperr.Field("property", "must be the same in query and body")
	}
	if b.Property == 0 {
		return nil, apperr.Field("property", "is required, in query or body")
	}
	return calendarOf(h.Allotments.CreateCalendar(ctx, auth.From(ctx), rules.CalendarChange{
		PropertyID: &b.Property, Kind: &b.Kind, Name: &b.Name, Contract: &b.Contract, RateContract: &b.RateContract,
		ExternalName: &b.ExternalName, ExternalDetails: &b.ExternalDetails, MailingGroup: &b.MailingGroup,
	}))
}

func (h *handlers) getCalendar(ctx context.Context, req *calendarIDRequest) (*calendarResponse, error) {
	return calendarOf(h.Allotments.Calendar(ctx, auth.From(ctx), req.ID))
}

func (h *handlers) updateCalendar(ctx context.Context, req *updateCalendarRequest) (*calendarResponse, error) {
	b := &req.Body
	return calendarOf(h.Allotments.UpdateCalendar(ctx, auth.From(ctx), req.ID, rules.CalendarChange{
		PropertyID: b.Property.Pointer(), Kind: b.Kind.Pointer(), Name: b.Name.Pointer(),
		Contract: b.Contract.PointerOrNull(), RateContract: b.RateContract.PointerOrNull(),
		ExternalName: b.ExternalName.Pointer(), ExternalDetails: b.ExternalDetails.Pointer(), MailingGroup: b.MailingGroup.PointerOrNull(),
	}))
}

func (h *handlers) deleteCalendar(ctx context.Context, req *calendarIDRequest) (*struct{}, error) {
	return nil, h.Allotments.DeleteCalendar(ctx, auth.From(ctx), req.ID)
}

// calendarOf wraps the result of a service method in a response.
func calendarOf(c rules.NamedCalendar, err error) (*calendarResponse, error) {
	if err != nil {
		return nil, err
	}
	return &calendarResponse{Body: c}, nil
}
