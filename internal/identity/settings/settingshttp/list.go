package settingshttp

import (
	"context"
	"io"

	"allot/internal/identity/auth"
	"allot/internal/identity/settings"
	"allot/internal/platform/apperr"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	mailingListsRequest      struct{ page.Query }
	createMailingListRequest struct {
		Body struct {
			Name      string        `json:"name"`
			Contacts  []listContact `json:"contacts,omitempty" maxItems:"10000" doc:"Ids of contacts, at most 10,000"`
			Truncated bool          `json:"contacts_truncated,omitempty" doc:"As it was read; with true, contacts are refused"`
		}
	}
	mailingListIDRequest struct {
		ID int64 `path:"id" minimum:"1"`
	}
	updateMailingListRequest struct {
		ID   int64 `path:"id" minimum:"1"`
		Body struct {
			Name      httpx.Patch[string]        `json:"name,omitempty"`
			Contacts  httpx.Patch[[]listContact] `json:"contacts,omitempty" maxItems:"10000" doc:"Ids of contacts, at most 10,000; replaces who is on the list"`
			Truncated bool                       `json:"contacts_truncated,omitempty" doc:"As it was read; with true, contacts are refused"`
		}
	}
	mailingListBody struct {
		settings.MailingList
		Contacts  []settings.Contact `json:"contacts" nullable:"false"`
		Truncated bool               `json:"contacts_truncated" doc:"Whether contacts are missing, as in the list of all mailing lists"`
	}
	mailingListResponse struct{ Body mailingListBody }
)

// shownContacts is how many contacts of each mailing list the list of all of them shows.
const shownContacts = 100

// checkWhole refuses contacts that are only a part of a list, as read from the list of all
// mailing lists: storing them would drop the others.
func checkWhole(contacts *[]int64, truncated bool) error {
	if truncated && contacts != nil {
		return apperr.Field("contacts_truncated", "must not be true beside contacts: read the mailing list itself, which has all of them")
	}
	return nil
}

// listLists streams a page of lists with the first contacts of each, reading the contacts of
// one list at a time.
func (h *handlers) listLists(ctx context.Context, req *mailingListsRequest) (httpx.JSONStream, error) {
	lists, count, err := h.Settings.MailingLists(ctx, auth.From(ctx), req.Request())
	if err != nil {
		return nil, err
	}
	head := httpx.Page(ctx, &req.Query, count, []struct{}{})
	return func(ctx context.Context, w io.Writer) error {
		return httpx.WritePage(w, head, len(lists), func(i int) (any, error) { return h.withContacts(ctx, lists[i], shownContacts) })
	}, nil
}

func (h *handlers) createList(ctx context.Context, req *createMailingListRequest) (*mailingListResponse, error) {
	in := settings.MailingListInput{Name: &req.Body.Name, Contacts: ids(&req.Body.Contacts)}
	if err := checkWhole(in.Contacts, req.Body.Truncated); err != nil {
		return nil, err
	}
	l, err := h.Settings.CreateList(ctx, auth.From(ctx), in)
	return h.toList(ctx, l, err)
}

func (h *handlers) getList(ctx context.Context, req *mailingListIDRequest) (*mailingListResponse, error) {
	l, err := h.Settings.MailingList(ctx, auth.From(ctx).OwnerID, req.ID)
	return h.toList(ctx, l, err)
}

func (h *handlers) updateList(ctx context.Context, req *updateMailingListRequest) (*mailingListResponse, error) {
	in := settings.MailingListInput{Name: req.Body.Name.Pointer(), Contacts: ids(req.Body.Contacts.Pointer())}
	if err := checkWhole(in.Contacts, req.Body.Truncated); err != nil {
		return nil, err
	}
	l, err := h.Settings.UpdateList(ctx, auth.From(ctx), req.ID, in)
	return h.toList(ctx, l, err)
}

func (h *handlers) deleteList(ctx context.Context, req *mailingListIDRequest) (*struct{}, error) {
	return nil, h.Settings.DeleteList(ctx, auth.From(ctx), req.ID)
}

func (h *handlers) toList(ctx context.Context, l settings.MailingList, err error) (*mailingListResponse, error) {
	if err != nil {
		return nil, err
	}
	body, err := h.withContacts(ctx, l, settings.MaxListContacts)
	if err != nil {
		return nil, err
	}
	return &mailingListResponse{Body: body}, nil
}

// withContacts returns a list with its first contacts.
func (h *handlers) withContacts(ctx context.Context, l settings.MailingList, limit int) (mailingListBody, error) {
	contacts, err := h.Settings.ListContacts(ctx, auth.From(ctx).OwnerID, l.ID, limit)
	return mailingListBody{MailingList: l, Contacts: contacts, Truncated: l.ContactsCount > limit}, err
}
