package notifyhttp

import (
	"context"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	announcementsRequest  struct{ page.Query }
	announcementsResponse struct {
		Body page.Page[announcementBody]
	}
	// announcementBody is an announcement in the language of one reader.
	announcementBody struct {
		ID        int64        `json:"id"`
		Title     string       `json:"title"`
		Body      string       `json:"body"`
		Link      string       `json:"link" doc:"https address, path of ours, or empty"`
		Level     notify.Level `json:"level" enum:"info,warning,maintenance"`
		StartsAt  time.Time    `json:"starts_at"`
		EndsAt    *time.Time   `json:"ends_at" doc:"null: until it is deleted"`
		CreatedAt time.Time    `json:"created_at"`
	}
	allAnnouncementsResponse struct {
		Body page.Page[notify.Announcement]
	}
	createAnnouncementRequest struct {
		Body struct {
			Title    map[string]string `json:"title" nullable:"false" doc:"Text by language: en, and any of de, tr, el"`
			Body     map[string]string `json:"body" nullable:"false" doc:"In the same languages as the title"`
			Link     string            `json:"link,omitempty" doc:"https address, or a path of ours that begins with /"`
			Level    notify.Level      `json:"level,omitempty" enum:"info,warning,maintenance" doc:"Default info"`
			Audience notify.Reach      `json:"audience,omitempty" enum:"all,accommodation,tour_operator" doc:"Default all"`
			StartsAt *time.Time        `json:"starts_at,omitempty" doc:"Default now"`
			EndsAt   *time.Time        `json:"ends_at,omitempty" nullable:"true" doc:"Default null: until it is deleted"`
		}
	}
	updateAnnouncementRequest struct {
		ID   int64 `path:"id" minimum:"1"`
		Body struct {
			Title    httpx.Patch[map[string]string] `json:"title,omitempty"`
			Body     httpx.Patch[map[string]string] `json:"body,omitempty"`
			Link     httpx.Patch[string]            `json:"link,omitempty"`
			Level    httpx.Patch[notify.Level]      `json:"level,omitempty"`
			Audience httpx.Patch[notify.Reach]      `json:"audience,omitempty"`
			StartsAt httpx.Patch[time.Time]         `json:"starts_at,omitempty"`
			EndsAt   httpx.Patch[time.Time]         `json:"ends_at,omitempty"`
		}
	}
	announcementIDRequest struct {
		ID int64 `path:"id" minimum:"1"`
	}
	announcementResponse struct {
		Body notify.Announcement
	}
)

func (h *handlers) listAnnouncements(ctx context.Context, req *announcementsRequest) (*announcementsResponse, error) {
	list, count, lang, err := h.Notify.InForce(ctx, auth.From(ctx), req.Request())
	if err != nil {
		return nil, err
	}
	bodies := make([]announcementBody, len(list))
	for i, a := range list {
		title, body := a.In(lang)
		bodies[i] = announcementBody{
			ID: a.ID, Title: title, Body: body, Link: a.Link, Level: a.Level,
			StartsAt: a.StartsAt, EndsAt: a.EndsAt, CreatedAt: a.CreatedAt,
		}
	}
	return &announcementsResponse{Body: httpx.Page(ctx, &req.Query, count, bodies)}, nil
}

func (h *handlers) listAllAnnouncements(ctx context.Context, req *announcementsRequest) (*allAnnouncementsResponse, error) {
	list, count, err := h.Notify.Announcements(ctx, req.Request())
	if err != nil {
		return nil, err
	}
	return &allAnnouncementsResponse{Body: httpx.Page(ctx, &req.Query, count, list)}, nil
}

func (h *handlers) createAnnouncement(ctx context.Context, req *createAnnouncementRequest) (*announcementResponse, error) {
	b := req.Body
	in := notify.AnnouncementInput{Title: &b.Title, Body: &b.Body, Link: &b.Link, StartsAt: b.StartsAt, EndsAt: b.EndsAt}
	if b.Level != "" {
		in.Level = &b.Level
	}
	if b.Audience != "" {
		in.Audience = &b.Audience
	}
	a, err := h.Notify.CreateAnnouncement(ctx, in)
	return &announcementResponse{Body: a}, err
}

func (h *handlers) updateAnnouncement(ctx context.Context, req *updateAnnouncementRequest) (*announcementResponse, error) {
	b := req.Body
	a, err := h.Notify.UpdateAnnouncement(ctx, req.ID, notify.AnnouncementInput{
		Title: b.Title.Pointer(), Body: b.Body.Pointer(), Link: b.Link.Pointer(), Level: b.Level.Pointer(),
		Audience: b.Audience.Pointer(), StartsAt: b.StartsAt.Pointer(), EndsAt: b.EndsAt.Pointer(),
	})
	return &announcementResponse{Body: a}, err
}

func (h *handlers) deleteAnnouncement(ctx context.Context, req *announcementIDRequest) (*struct{}, error) {
	return nil, h.Notify.DeleteAnnouncement(ctx, req.ID)
}
