package allotmenthttp

import (
	"context"
	"net/http"

	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/warning"
	"allot/internal/platform/civil"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	// AllotmentSettingInput holds the new values of days: a missing one stays, null clears.
	AllotmentSettingInput struct {
		Closed    httpx.Patch[int]               `json:"closed,omitempty" minimum:"0" maximum:"10000" doc:"Units taken off sale"`
		Confirmed httpx.Patch[int]               `json:"confirmed,omitempty" minimum:"0" maximum:"10000" doc:"Units sold; not fewer than confirmed rooming entries hold"`
		Add       httpx.Patch[allotmentAddInput] `json:"add,omitempty" doc:"Units more or fewer than the day has when it is written, where others may write too; not together with a new value of the same count"`
		Status    httpx.Patch[rules.Status]      `json:"status,omitempty" enum:"free,open,request,stop,block" doc:"Goes before the numbers; null clears it, and its reason"`
		Reason    httpx.Patch[rules.Reason]      `json:"reason,omitempty" enum:"renovation,group_hold,allotment_expired,hotel_event,force_majeure,peak_exclusion" doc:"Of a request, stop or block; another status without a reason has none"`
		Note      httpx.Patch[string]            `json:"note,omitempty" doc:"At most 1,000 characters; never shown to an operator"`
	}
	allotmentAddInput struct {
		Closed    int `json:"closed,omitempty" minimum:"-10000" maximum:"10000" doc:"Units more taken off sale; a negative number opens as many, at most those that are closed"`
		Confirmed int `json:"confirmed,omitempty" minimum:"-10000" maximum:"10000" doc:"Units more sold; a negative number takes them back, never below 0 nor below what confirmed rooming entries hold"`
	}
	allotmentDayInput struct {
		Room int64      `json:"room" doc:"Id of a room of the property"`
		Date civil.Date `json:"date"`
		AllotmentSettingInput
	}
	saveAllotmentDayRequest struct {
		ID   int64 `path:"id" minimum:"1" doc:"Id of the calendar"`
		Body allotmentDayInput
	}
	saveAllotmentDaysRequest struct {
		ID   int64 `path:"id" minimum:"1" doc:"Id of the calendar"`
		Body struct {
			Days []allotmentDayInput `json:"days" nullable:"false" maxItems:"20000"`
		}
	}
	saveAllotmentRangeRequest struct {
		ID   int64 `path:"id" minimum:"1" doc:"Id of the calendar"`
		Body struct {
			Rooms    []int64    `json:"rooms,omitempty" nullable:"true" maxItems:"1000" doc:"Ids of rooms of the property; null or missing: all"`
			From     civil.Date `json:"from"`
			To       civil.Date `json:"to" doc:"Last day, included; at most 1,100 days"`
			Weekdays []int      `json:"weekdays,omitempty" nullable:"true" maxItems:"7" doc:"1, Monday, to 7, Sunday; null or missing: all"`
			AllotmentSettingInput
		}
	}
	// AllotmentDayBody is a day as it is set.
	AllotmentDayBody struct {
		Calendar  int64         `json:"calendar"`
		Room      int64         `json:"room"`
		Date      civil.Date    `json:"date"`
		Closed    int           `json:"closed"`
		Confirmed int           `json:"confirmed"`
		Rooming   int           `json:"rooming" doc:"The part of confirmed that rooming entries hold"`
		Status    *rules.Status `json:"status" enum:"free,open,request,stop,block"`
		Reason    *rules.Reason `json:"reason" enum:"renovation,group_hold,allotment_expired,hotel_event,force_majeure,peak_exclusion"`
		Note      string        `json:"note" doc:"The hotel's own, never shown to an operator"`
	}
	savedAllotmentDayBody struct {
		AllotmentDayBody
		Version  int64             `json:"version" doc:"The version of the property's availability that the write made"`
		Warnings []warning.Warning `json:"warnings,omitempty" nullable:"false" doc:"What the write breaks, such as the agreed notice of a stop sale; missing where there is nothing to say"`
	}
	allotmentDayResponse struct{ Body savedAllotmentDayBody }

	savedAllotmentDaysBody struct {
		Saved    int                `json:"saved" doc:"Entries that are in force now"`
		Skipped  int                `json:"skipped" doc:"Entries for days that have passed"`
		Days     []AllotmentDayBody `json:"days" nullable:"false" doc:"The days that were named and not skipped as they are now, each once, by room and date"`
		Version  int64              `json:"version" doc:"The version of the property's availability that the write made"`
		Warnings []warning.Warning  `json:"warnings,omitempty" doc:"What the write breaks; missing where there is nothing to say"`
	}
	savedAllotmentDaysResponse  struct{ Body savedAllotmentDaysBody }
	savedAllotmentRangeResponse struct {
		Body struct {
			Saved    int               `json:"saved" doc:"Room-days that are so now"`
			Skipped  int               `json:"skipped" doc:"Room-days that have passed"`
			Version  int64             `json:"version" doc:"The version of the property's availability that the write made"`
			Warnings []warning.Warning `json:"warnings,omitempty" nullable:"false" doc:"What the write breaks; missing where there is nothing to say"`
		}
	}
	allotmentDaysRequest struct {
		page.Query
		ID   int64      `path:"id" minimum:"1" doc:"Id of the calendar"`
		From civil.Date `query:"from" doc:"First day"`
		To   civil.Date `query:"to" doc:"Last day, included"`
		Room int64      `query:"room" minimum:"1" doc:"Id of a room"`

		ByHand bool `query:"by_hand" doc:"Only days with a status, closed units or a note: without those that only hold units sold"`
	}
	allotmentDaysResponse struct {
		Body page.Page[AllotmentDayBody]
	}
)

const (
	// maxBatchBody holds 20,000 days, many of them with a note.
	maxBatchBody = 8 << 20
	// maxBatchValues is as many days with every member.
	maxBatchValues = 200_000
)

const settingRules = " What is missing stays, null clears. `add` changes a count by a number of units instead of setting it: of two that add at the same time neither is lost. A reason is for `request`, `stop` and `block` and goes with its status: " +
	"another status without a `reason` has none. On the Master a status applies to every calendar. " +
	"A standalone calendar takes no counts. More than the pool has is 409 `pool_exceeded` with the `dates` and nothing is written; " +
	"`confirmed` below what confirmed rooming entries hold is 409 `rooming_holds` with the `dates` and the units `held`. " +
	"A day that is taken off sale (`stop`, `block`, or `closed` units that leave nothing) with less notice than `ss_deadline` of a contract is done, " +
	"with the warning `stop_sale_deadline` that names the contract and the dates; on the Master every contract in force counts, on an operator's calendar its own."

func (h *handlers) registerDays(s *httpx.Server) {
	refusals := map[int]string{http.StatusConflict: "There are not so many units left, or rooming entries hold more"}
	const path = "/api/allotment/calendars/{id}/"
	httpx.Register(s, httpx.Op{
		ID: "listDays", Method: http.MethodGet, Path: path + "daily/", Tag: tag, Rule: hotel,
		Summary: "List what is set on a calendar",
		Description: "The records of single days with their reasons and notes, by room and date; days on which nothing is set are left out. " +
			"What a day comes to is in the grid.",
	}, h.listDays)
	httpx.Register(s, httpx.Op{
		ID: "updateDay", Method: http.MethodPost, Path: path + "daily/", Tag: tag, Rule: hotel, Refusals: refusals, Creates: true,
		Summary:     "Set one day: stop sale, units, reason",
		Description: "Creates or updates the record of a room and date and answers it as it is then." + settingRules + " A day before today where the property is is 400 `past_date`.",
	}, h.saveDay)
	httpx.Register(s, httpx.Op{
		ID: "batchUpdateDays", Method: http.MethodPost, Path: path + "daily/batch/", Tag: tag, Rule: hotel, Refusals: refusals, Creates: true, MaxBody: maxBatchBody, MaxValues: maxBatchValues,
		Summary: "Set many days, each to its own: stop sales, units, reasons",
		Description: "At most 20,000 entries, all of them or none. Entries count in their order: a day that is named twice ends as the later one leaves it. " +
			"Days before today where the property is are skipped and counted." + settingRules,
	}, h.saveDays)
	httpx.Register(s, httpx.Op{
		ID: "bulkUpdateDays", Method: http.MethodPost, Path: path + "bulk/", Tag: tag, Rule: hotel, Refusals: refusals, Creates: true,
		Summary: "Set many days to the same: stop sale, units, reason",
		Description: "A range of at most 1,100 days and 40,000 room-days, all of it or nothing. At least one of `status`, `reason`, `closed`, `confirmed`, `add` and `note` is to be set. " +
			"Days before today where the property is are skipped and counted." + settingRules,
	}, h.saveRange)
}

func (in AllotmentSettingInput) setting() rules.Setting {
	return rules.Setting{
		Closed: in.Closed.Pointer(), Confirmed: in.Confirmed.Pointer(), Add: rules.Counts(in.Add.Value),
		Status: in.Status.Pointer(), Reason: in.Reason.Pointer(), Note: in.Note.Pointer(),
	}
}

func (in allotmentDayInput) day() rules.DayInput {
	return rules.DayInput{RoomID: in.Room, Date: in.Date, Setting: in.setting()}
}

func dayBody(d rules.Day) AllotmentDayBody {
	b := AllotmentDayBody{
		Calendar: d.CalendarID, Room: d.RoomID, Date: d.Date,
		Closed: d.Closed, Confirmed: d.Confirmed, Rooming: d.Rooming, Note: d.Note,
	}
	if d.Status != rules.StatusNone {
		b.Status = &d.Status
	}
	if d.Reason != "" {
		b.Reason = &d.Reason
	}
	return b
}

func dayBodies(days []rules.Day) []AllotmentDayBody {
	bodies := make([]AllotmentDayBody, len(days))
	for i, d := range days {
		bodies[i] = dayBody(d)
	}
	return bodies
}

func (h *handlers) saveDay(ctx context.Context, req *saveAllotmentDayRequest) (*allotmentDayResponse, error) {
	d, err := h.Allotments.SaveDay(ctx, auth.From(ctx), req.ID, req.Body.day())
	if err != nil {
		return nil, err
	}
	return &allotmentDayResponse{Body: savedAllotmentDayBody{dayBody(d.Day), d.Version, d.Warnings}}, nil
}

func (h *handlers) saveDays(ctx context.Context, req *saveAllotmentDaysRequest) (*savedAllotmentDaysResponse, error) {
	days := make([]rules.DayInput, len(req.Body.Days))
	for i, d := range req.Body.Days {
		days[i] = d.day()
	}
	saved, err := h.Allotments.SaveDays(ctx, auth.From(ctx), req.ID, days)
	if err != nil {
		return nil, err
	}
	return &savedAllotmentDaysResponse{Body: savedAllotmentDaysBody{saved.Saved, saved.Skipped, dayBodies(saved.Days), saved.Version, saved.Warnings}}, nil
}

func (h *handlers) saveRange(ctx context.Context, req *saveAllotmentRangeRequest) (*savedAllotmentRangeResponse, error) {
	b := &req.Body
	saved, err := h.Allotments.SaveRange(ctx, auth.From(ctx), req.ID, rules.RangeInput{
		Rooms: b.Rooms, Season: civil.Range{From: b.From, To: b.To}, Weekdays: b.Weekdays, Setting: b.setting(),
	})
	if err != nil {
		return nil, err
	}
	res := &savedAllotmentRangeResponse{}
	res.Body.Saved, res.Body.Skipped, res.Body.Version, res.Body.Warnings = saved.Saved, saved.Skipped, saved.Version, saved.Warnings
	return res, nil
}

func (h *handlers) listDays(ctx context.Context, req *allotmentDaysRequest) (*allotmentDaysResponse, error) {
	f := reading.DayFilter{RoomID: req.Room, Season: civil.Range{From: req.From, To: req.To}, ByHand: req.ByHand}
	list, count, err := h.Allotments.Days(ctx, auth.From(ctx), req.ID, f, req.Request())
	if err != nil {
		return nil, err
	}
	return &allotmentDaysResponse{Body: httpx.Page(ctx, &req.Query, count, dayBodies(list))}, nil
}
