package settingshttp

import (
	"context"
	"io"

	"allot/internal/platform/auth"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
	"allot/internal/settings"
)

type (
	mailingListsRequest      struct{ page.Query }
	createMailingListRequest struct {
		Body struct {
			Name     string        `json:"name"`
			Contacts []listContact `json:"contacts,omitempty" doc:"Ids of contacts, at most 10,000"`
		}
	}
	mailingListIDRequest struct {
		ID int64 `path:"id" minimum:"1"`
	}
	updateMailingListRequest struct {
		ID   int64 `path:"id" minimum:"1"`
		Body struct {
			Name     httpx.Patch[string]        `json:"name,omitempty"`
			Contacts httpx.Patch[[]listContact] `json:"contacts,omitempty" doc:"Ids of contacts, at most 10,000; replaces who is on the list"`
		}
	}
	mailingListBody struct {
		settings.MailingList
		Contacts []settings.Contact `json:"contacts" nullable:"false"`
	}
	mailingListResponse struct{ Body mailingListBody }
)

// listLists streams a page: the contacts of one list are in memory at a time.
func (h *handlers) listLists(ctx context.Context, req *mailingListsRequest) (httpx.JSONStream, error) {
	lists, count, err := h.Settings.MailingLists(ctx, auth.From(ctx), req.Request())
	if err != nil {
		return nil, err
	}
	head := httpx.Page(ctx, &req.Query, count, []struct{}{})
	return func(ctx context.Context, w io.Writer) error {
		return httpx.WritePage(w, head, len(lists), func(i int) (any, error) { return h.whole(ctx, lists[i]) })
	}, nil
}

func (h *handlers) createList(ctx context.Context, req *createMailingListRequest) (*mailingListResponse, error) {
	l, err := h.Settings.CreateList(ctx, auth.From(ctx), settings.MailingListInput{Name: &req.Body.Name, Contacts: ids(&req.Body.Contacts)})
	return h.toList(ctx, l, err)
}

func (h *handlers) getList(ctx context.Context, req *mailingListIDRequest) (*mailingListResponse, error) {
	l, err := h.Settings.MailingList(ctx, auth.From(ctx).OwnerID, req.ID)
	return h.toList(ctx, l, err)
}

func (h *handlers) updateList(ctx context.Context, req *updateMailingListRequest) (*mailingListResponse, error) {
	l, err := h.Settings.UpdateList(ctx, auth.From(ctx), req.ID, settings.MailingListInput{
		Name: req.Body.Name.Pointer(), Contacts: ids(req.Body.Contacts.Pointer()),
	})
	return h.toList(ctx, l, err)
}

func (h *handlers) deleteList(ctx context.Context, req *mailingListIDRequest) (*struct{}, error) {
	return nil, h.Settings.DeleteList(ctx, auth.From(ctx), req.ID)
}

func (h *handlers) toList(ctx context.Context, l settings.MailingList, err error) (*mailingListResponse, error) {
	if err != nil {
		return nil, err
	}
	body, err := h.whole(ctx, l)
	if err != nil {
		return nil, err
	}
	return &mailingListResponse{Body: body}, nil
}

// whole is a list with its contacts, which its limit bounds.
func (h *handlers) whole(ctx context.Context, l settings.MailingList) (mailingListBody, error) {
	contacts, err := h.Settings.ListContacts(ctx, auth.From(ctx).OwnerID, l.ID)
	return mailingListBody{MailingList: l, Contacts: contacts}, err
}
