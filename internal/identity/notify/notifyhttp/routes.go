// Package notifyhttp serves the notify module under /api/notification/.
package notifyhttp

import (
	"net/http"

	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/platform/httpx"
)

// Deps is what the handlers work with.
type Deps struct {
	Notify *notify.Service
}

type handlers struct{ Deps }

const tag = "Notifications"

var (
	signedIn = auth.Rule{}
	staff    = auth.Rule{Types: []auth.AccountType{auth.Admin}}
)

// Register adds every path of the module.
func Register(s *httpx.Server, d Deps) {
	h := &handlers{d}
	const get, post, put, patch, del = http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete
	const one, news = "/api/notification/notification/", "/api/notification/announce-app/"

	httpx.Register(s, httpx.Op{
		ID: "listNotifications", Method: get, Path: one, Tag: tag, Rule: signedIn,
		Summary: "List your notifications", Description: "Newest first. Read ones are kept for 90 days, unread ones for a year.",
	}, h.listNotifications)
	httpx.Register(s, httpx.Op{
		ID: "countUnreadNotifications", Method: get, Path: one + "count/", Tag: tag, Rule: signedIn,
		Summary: "Count your unread notifications", Description: "For a badge in the dashboard, without the notifications themselves.",
	}, h.countNotifications)
	httpx.Register(s, httpx.Op{
		ID: "markNotificationRead", Method: patch, Path: one + "edit/", Tag: tag, Rule: signedIn,
		Summary: "Mark a notification as read", Description: "With `\"is_read\": false` as unread again.",
		Refusals: map[int]string{http.StatusNotFound: "You have no such notification"},
	}, h.editNotification)
	httpx.Register(s, httpx.Op{
		ID: "markAllNotificationsRead", Method: post, Path: one + "mark-all-read/", Tag: tag, Rule: signedIn,
		Summary: "Mark all your notifications as read", Description: "Those of the signed-in user only. Repeating it changes nothing.",
	}, h.markAllNotifications)
	httpx.Register(s, httpx.Op{
		ID: "dismissNotifications", Method: del, Path: one + "delete/", Tag: tag, Rule: signedIn,
		Summary:     "Dismiss notifications",
		Description: "Either some by `ids` or, with `\"all\": true`, all of them. Ids that are not there, or not there any more, are passed over; the answer counts what was deleted.",
	}, h.deleteNotifications)

	httpx.Register(s, httpx.Op{
		ID: "listAnnouncements", Method: get, Path: news, Tag: tag, Rule: signedIn,
		Summary: "List the announcements in force", Description: "Those for your type of account, in your language or English, the latest first.",
	}, h.listAnnouncements)
	httpx.Register(s, httpx.Op{
		ID: "listAllAnnouncements", Method: get, Path: news + "all/", Tag: tag, Rule: staff,
		Summary: "List all announcements", Description: "Past and planned ones too, in all languages, the latest start first. For platform staff.",
	}, h.listAllAnnouncements)
	httpx.Register(s, httpx.Op{
		ID: "createAnnouncement", MaxBody: httpx.ListBody, Method: post, Path: news + "create/", Tag: tag, Rule: staff, Status: http.StatusCreated, Creates: true,
		Summary: "Create an announcement", Description: "For platform staff. Title and body need a text in English and may have German, Turkish and Greek ones.",
	}, h.createAnnouncement)
	httpx.Register(s, httpx.Op{
		ID: "updateAnnouncement", MaxBody: httpx.ListBody, Method: put, Path: news + "{id}/update/", Tag: tag, Rule: staff,
		Summary: "Update an announcement", Description: "For platform staff. What is missing stays; `\"ends_at\": null` removes the end.",
	}, h.updateAnnouncement)
	httpx.Register(s, httpx.Op{
		ID: "deleteAnnouncement", Method: del, Path: news + "{id}/delete/", Tag: tag, Rule: staff, Status: http.StatusNoContent,
		Summary: "Delete an announcement", Description: "For platform staff.",
	}, h.deleteAnnouncement)
}
