// Package widgethttp serves the widgets of properties: to their hotels the settings, to
// visitors of the hotels' sites what they show.
package widgethttp

import (
	"net/http"

	"allot/internal/exchange/widget"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
)

type handlers struct {
	svc *widget.Service
	srv *httpx.Server
}

const (
	tag      = "Widgets"
	settings = "/api/settings/widget/{property_id}/"
	public   = "/api/external/widget/{public_id}/"
	// Script is the path of the script that draws widgets: the dashboard's build has it.
	Script = "/widget.js"
)

var rule = auth.Rule{Types: []auth.AccountType{auth.Accommodation}, Flag: auth.Settings}

// Register adds every path of the module.
func Register(s *httpx.Server, svc *widget.Service) {
	h := &handlers{svc, s}
	httpx.Register(s, httpx.Op{
		ID: "createWidget", Method: http.MethodPost, Path: "/api/settings/widget/create/", Tag: tag, Rule: rule, Status: http.StatusCreated, Creates: true,
		Refusals: map[int]string{http.StatusNotFound: "The property is not one of the account's", http.StatusConflict: "The property has a widget already"},
		Summary:  "Create the widget of a property",
		Description: "A property has one widget at most. Put `embed_code` where the widget should stand on the hotel's site, and the host of the site " +
			"into `allowed_hosts`: without that the widget is refused there. Everything but `property` has a default.",
	}, h.create)
	httpx.Register(s, httpx.Op{
		ID: "getWidget", Method: http.MethodGet, Path: settings, Tag: tag, Rule: rule,
		Summary: "Read the widget of a property", Description: "404 while the property has none.",
	}, h.get)
	httpx.Register(s, httpx.Op{
		ID: "updateWidget", Method: http.MethodPatch, Path: settings, Tag: tag, Rule: rule,
		Summary: "Change the widget of a property", Description: "What is missing stays. Pages show the change when they are loaded next: their code stays as it is.",
	}, h.update)
	httpx.Register(s, httpx.Op{
		ID: "deleteWidget", Method: http.MethodDelete, Path: settings, Tag: tag, Rule: rule, Status: http.StatusNoContent,
		Summary: "Delete the widget of a property", Description: "Pages that have its code show nothing of the property any more. A new widget has another `public_id`.",
	}, h.delete)
	httpx.RegisterPrepared[shownRequest, shownBody](s, httpx.Op{
		ID: "showWidget", Method: http.MethodGet, Path: public, Tag: tag, Rule: auth.Rule{Public: true},
		Refusals: map[int]string{
			http.StatusForbidden: "The page's host is not in `allowed_hosts` of the widget",
			http.StatusNotFound:  "There is no such widget, or nothing of its property is published",
		},
		Summary: "Read what a widget shows",
		Description: "For the script on the hotel's site. Published facts and photos, and for a year from today which rooms are open, on request or closed: no number, note or " +
			"price, and nothing of partners. A page of another site is answered only if its host is in `allowed_hosts` of the widget " +
			"(`Access-Control-Allow-Origin`); else 403 `domain_not_allowed`. Nobody signs in. 429 after too many requests from one address.",
	}, h.show)
	s.Router().Options(public, h.preflight)
}
