package settingshttp

import (
	"context"

	"allot/internal/platform/auth"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
	"allot/internal/settings"
)

type (
	mailingListsRequest  struct{ page.Query }
	mailingListsResponse struct {
		Body page.Page[settings.MailingList]
	}
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
	mailingListResponse struct {
		Body struct {
			settings.MailingList
			Contacts []settings.Contact `json:"contacts" nullable:"false"`
		}
	}
)

func (h *handlers) listLists(ctx context.Context, req *mailingListsRequest) (*mailingListsResponse, error) {
	lists, count, err := h.Settings.MailingLists(ctx, auth.From(ctx), req.Request())
	if err != nil {
		return nil, err
	}
	return &mailingListsResponse{Body: httpx.Page(ctx, &req.Query, count, lists)}, nil
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

// toList shows a list with its contacts, which its limit bounds.
func (h *handlers) toList(ctx context.Context, l settings.MailingList, err error) (*mailingListResponse, error) {
	if err != nil {
		return nil, err
	}
	contacts, err := h.Settings.ListRecipients(ctx, auth.From(ctx).OwnerID, l.ID, 0, settings.MaxListContacts)
	if err != nil {
		return nil, err
	}
	res := &mailingListResponse{}
	res.Body.MailingList, res.Body.Contacts = l, contacts
	return res, nil
}
