// Package livehttp serves the changes that open dashboards are told of under
// /api/live/.
package livehttp

import (
	"context"
	"net/http"

	"allot/internal/identity/auth"
	"allot/internal/insight/live"
	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
	"allot/internal/platform/httpx"
)

type handlers struct{ live *live.Service }

// Register adds the path of the module.
func Register(s *httpx.Server, l *live.Service) {
	h := &handlers{l}
	httpx.RegisterEvents(s, httpx.Op{
		ID: "watchChanges", Method: http.MethodGet, Path: "/api/live/", Tag: "Notifications", Rule: auth.Rule{},
		Summary: "Listen for changes",
		Description: "Server-sent events (`EventSource`) that say what has changed and nothing of it: read it again then. A change may be told twice, but is never left out.\n\n" +
			"- `hello` `{\"resumed\": true}` is first. With false nobody knows what you have missed: read everything again.\n" +
			"- `availability` `{\"property\": 5, \"version\": 812}`: days of a property in `property`. `version` is sent to the hotel itself and is the latest one of its days; " +
			"the grid says which it is of, a write which it made: who knows all up to this one has nothing to read. Without it read again. " +
			"Of a property that your contract does not open there are no events.\n" +
			"- `stop_sale` `{}`: the legacy stop sale of the hotel (permission `stop_sales`).\n" +
			"- `content` `{}`: contracts, publications, mappings or overrides of the account; of a hotel also its properties and facts.\n" +
			"- `rooming` `{}` and `invoices` `{}`: with the permissions `rooming` and `invoicing`.\n" +
			"- `notifications` `{}`: yours; also when one is read or dismissed in another window.\n" +
			"- `announcements` `{}`: one was written, changed or deleted. One that begins or ends because its time has come makes no event: " +
			"read them when the window gets the focus and at every `hello`, which comes every ten minutes at least.\n" +
			"- `bye` `{\"reason\": \"time\"}` is last, if there is time for it: `time` after ten minutes at most, `stopping` if the server stops, `access` if the session has ended or the user " +
			"may see more or less than before, `replaced` if the user has opened ten newer streams. Connect again; after `replaced` only if the window is used.\n\n" +
			"Browsers connect again by themselves and send the `id` of the last event, so that they are told what they have missed. They give up after an answer other than 200, " +
			"such as 401, or 503 `too_many_streams`: then it is up to the page to try again. A comment every 20 seconds keeps the connection open. Listening is no activity: it does not prolong the session.",
		Refusals: map[int]string{http.StatusNotFound: "You see no such property"},
	}, "Events, until the stream ends", h.watch)
}

type watchRequest struct {
	Property    string `query:"property" maxLength:"2000" doc:"Ids of the properties whose days to watch, separated by commas; at most 100" example:"1"`
	LastEventID string `query:"last_event_id" doc:"The id of the last event that you know, where the header cannot be sent: if you listen for other properties now" example:"AQAAAAAAAAAAAAAAAAAA"`
	Once        bool   `query:"once" doc:"Tell what has changed since the last event that you know, and end: for clients that ask now and then"`
	Resume      string `header:"Last-Event-ID" doc:"The id of the last event that you know; browsers send it when they connect again. It wins over last_event_id"`
}

func (h *handlers) watch(ctx context.Context, req *watchRequest) (httpx.Events, error) {
	var bad apperr.Fields
	properties := field.IDs(&bad, "property", req.Property)
	if err := bad.Err(); err != nil {
		return nil, err
	}
	w, err := h.live.Watch(ctx, auth.From(ctx), properties)
	if err != nil {
		return nil, err
	}
	since := req.Resume
	if since == "" {
		since = req.LastEventID
	}
	return func(ctx context.Context, out *httpx.EventWriter) error {
		if req.Once {
			return h.live.Poll(ctx, w, since, client{out})
		}
		return h.live.Follow(ctx, w, since, client{out})
	}, nil
}

// client is the other end of a stream over HTTP.
type client struct{ out *httpx.EventWriter }

func (c client) Send(list []live.Message) error {
	events := make([]httpx.Event, len(list))
	for i, m := range list {
		events[i] = httpx.Event{ID: m.ID, Name: m.Event, Data: m.Data, Retry: m.Retry}
	}
	return c.out.Send(events...)
}

func (c client) Ping() error { return c.out.Ping() }

func (c client) Hurry() { c.out.Hurry() }

func (c client) Caller(ctx context.Context) (auth.Caller, error) {
	found, err := c.out.Caller(ctx)
	who, _ := found.(auth.Caller)
	return who, err
}
