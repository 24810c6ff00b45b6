package reporthttp

import (
	"context"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/platform/civil"
)

type (
	activityRequest struct {
		From civil.Date `query:"from" doc:"First day; default 29 days before to"`
		To   civil.Date `query:"to" doc:"Last day, included; default today in UTC"`
	}
	activityResponse struct{ Body activityBody }
	activityBody     struct {
		From    civil.Date       `json:"from"`
		To      civil.Date       `json:"to"`
		Total   int              `json:"total" doc:"All changes"`
		Days    []activityDay    `json:"days" nullable:"false" doc:"Every day of the window"`
		Users   []activityByUser `json:"users" nullable:"false" doc:"The busiest first"`
		Objects []activityObject `json:"objects" nullable:"false" doc:"Kinds of objects, the most changed first"`
		Latest  []activityEntry  `json:"latest" nullable:"false" doc:"The latest 20 changes, newest first"`
	}
	activityDay struct {
		Date  civil.Date `json:"date"`
		Count int        `json:"count"`
	}
	activityByUser struct {
		User  *activityUser `json:"user" doc:"null for what the service did by itself"`
		Count int           `json:"count"`
	}
	activityUser struct {
		ID    int64   `json:"id"`
		Email *string `json:"email" doc:"null for a removed user and for platform staff"`
	}
	activityObject struct {
		ObjectType string `json:"object_type"`
		Count      int    `json:"count"`
	}
	activityEntry struct {
		ID         int64         `json:"id" doc:"Of the entry of the audit trail"`
		User       *activityUser `json:"user" doc:"null for what the service did by itself"`
		Action     string        `json:"action"`
		ObjectType string        `json:"object_type"`
		ObjectID   string        `json:"object_id"`
		CreatedAt  time.Time     `json:"created_at"`
	}
)

func (h *handlers) activity(ctx context.Context, req *activityRequest) (*activityResponse, error) {
	a, err := h.reports.Activity(ctx, auth.From(ctx), req.From, req.To)
	if err != nil {
		return nil, err
	}
	body := activityBody{
		From: a.Season.From, To: a.Season.To, Total: a.Total, Days: make([]activityDay, len(a.Days)),
		Users: make([]activityByUser, len(a.Users)), Objects: make([]activityObject, len(a.Objects)), Latest: make([]activityEntry, len(a.Latest)),
	}
	for i, n := range a.Days {
		body.Days[i] = activityDay{a.Season.From.Add(i), n}
	}
	for i, u := range a.Users {
		body.Users[i] = activityByUser{userOf(u.UserID, a.Emails), u.Count}
	}
	for i, o := range a.Objects {
		body.Objects[i] = activityObject(o)
	}
	for i, e := range a.Latest {
		body.Latest[i] = activityEntry{e.ID, userOf(e.UserID, a.Emails), e.Action, e.ObjectType, e.ObjectID, e.CreatedAt}
	}
	return &activityResponse{Body: body}, nil
}

func userOf(id int64, emails map[int64]string) *activityUser {
	if id == 0 {
		return nil
	}
	u := &activityUser{ID: id}
	if email, ok := emails[id]; ok {
		u.Email = &email
	}
	return u
}
