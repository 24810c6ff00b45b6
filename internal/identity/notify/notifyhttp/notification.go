package notifyhttp

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	notificationsRequest struct {
		page.Query
		httpx.LanguageQuery
		IsRead string `query:"is_read" enum:"true,false" doc:"Only read or only unread ones"`
		Kind   string `query:"kind" doc:"Only those of one kind" example:"publication_approved"`
	}
	notificationsResponse struct {
		Body page.Page[notify.Notification]
	}
	notificationCountResponse struct {
		Body struct {
			Count int `json:"count" minimum:"0" doc:"Unread notifications"`
		}
	}
	editNotificationRequest struct {
		httpx.LanguageQuery
		Body struct {
			ID     int64 `json:"id" minimum:"1"`
			IsRead *bool `json:"is_read,omitempty" doc:"Default true"`
		}
	}
	notificationResponse struct {
		Body notify.Notification
	}
	markNotificationsResponse struct {
		Body struct {
			Updated int `json:"updated" minimum:"0" doc:"How many were unread"`
		}
	}
	deleteNotificationsRequest struct {
		Body struct {
			IDs []int64 `json:"ids,omitempty" nullable:"false" maxItems:"500"`
			All bool    `json:"all,omitempty"`
		}
	}
	deleteNotificationsResponse struct {
		Body struct {
			Deleted int `json:"deleted" minimum:"0"`
		}
	}
)

func (h *handlers) listNotifications(ctx context.Context, req *notificationsRequest) (*notificationsResponse, error) {
	f := notify.Filter{Kind: req.Kind}
	if req.IsRead != "" {
		read := req.IsRead == "true"
		f.IsRead = &read
	}
	list, count, err := h.Notify.Notifications(ctx, auth.From(ctx), f, req.Request())
	if err != nil {
		return nil, err
	}
	for i := range list {
		list[i] = list[i].In(req.Language())
	}
	return &notificationsResponse{Body: httpx.Page(ctx, &req.Query, count, list)}, nil
}

func (h *handlers) countNotifications(ctx context.Context, _ *struct{}) (*notificationCountResponse, error) {
	res := &notificationCountResponse{}
	var err error
	res.Body.Count, err = h.Notify.Unread(ctx, auth.From(ctx))
	return res, err
}

func (h *handlers) editNotification(ctx context.Context, req *editNotificationRequest) (*notificationResponse, error) {
	read := req.Body.IsRead == nil || *req.Body.IsRead
	n, err := h.Notify.SetRead(ctx, auth.From(ctx), req.Body.ID, read)
	return &notificationResponse{Body: n.In(req.Language())}, err
}

func (h *handlers) markAllNotifications(ctx context.Context, _ *struct{}) (*markNotificationsResponse, error) {
	res := &markNotificationsResponse{}
	var err error
	res.Body.Updated, err = h.Notify.SetAllRead(ctx, auth.From(ctx))
	return res, err
}

func (h *handlers) deleteNotifications(ctx context.Context, req *deleteNotificationsRequest) (*deleteNotificationsResponse, error) {
	res := &deleteNotificationsResponse{}
	var err error
	res.Body.Deleted, err = h.Notify.Dismiss(ctx, auth.From(ctx), notify.Dismissal{IDs: req.Body.IDs, All: req.Body.All})
	return res, err
}
