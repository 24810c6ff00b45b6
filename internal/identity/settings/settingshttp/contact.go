package settingshttp

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/identity/settings"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	contactsRequest struct {
		page.Query
		Text string `query:"q" maxLength:"200" doc:"Part of name, e-mail address or company"`
		Tag  string `query:"tag" maxLength:"50"`
		List int64  `query:"list" minimum:"1" doc:"Id of a mailing list"`
	}
	contactsResponse struct{ Body page.Page[settings.Contact] }
	contactResponse  struct{ Body settings.Contact }
	contactIDRequest struct {
		ID int64 `path:"id" minimum:"1"`
	}
	createContactRequest struct {
		Body struct {
			FirstName string   `json:"first_name,omitempty"`
			LastName  string   `json:"last_name,omitempty"`
			Email     string   `json:"email"`
			Company   string   `json:"company,omitempty"`
			Phone     string   `json:"phone,omitempty"`
			Tags      []string `json:"tags,omitempty" maxItems:"100" doc:"At most 20, of at most 50 characters"`
			Language  string   `json:"language,omitempty" doc:"Such as de; letters to the contact are in it, if we speak it"`
		}
	}
	updateContactRequest struct {
		ID   int64 `path:"id" minimum:"1"`
		Body struct {
			FirstName httpx.Patch[string]   `json:"first_name,omitempty"`
			LastName  httpx.Patch[string]   `json:"last_name,omitempty"`
			Email     httpx.Patch[string]   `json:"email,omitempty"`
			Company   httpx.Patch[string]   `json:"company,omitempty"`
			Phone     httpx.Patch[string]   `json:"phone,omitempty"`
			Tags      httpx.Patch[[]string] `json:"tags,omitempty" maxItems:"100"`
			Language  httpx.Patch[string]   `json:"language,omitempty" doc:"Null: that of the sender"`
		}
	}
	importContactsRequest struct {
		List          int64 `query:"list" minimum:"1" doc:"Id of a mailing list that the contacts join"`
		Update        bool  `query:"update" default:"true" doc:"Take the filled columns over for contacts that exist already; else skip those"`
		IgnoreUnknown bool  `query:"ignore_unknown" doc:"Take a file with columns that are not known, such as the export of an address book: they are left out and named in unknown_columns"`
	}
	importContactsResponse struct{ Body settings.ImportResult }
)

func (h *handlers) listContacts(ctx context.Context, req *contactsRequest) (*contactsResponse, error) {
	f := settings.ContactFilter{Query: req.Text, Tag: req.Tag, List: req.List}
	list, count, err := h.Settings.Contacts(ctx, auth.From(ctx), f, req.Request())
	if err != nil {
		return nil, err
	}
	return &contactsResponse{Body: httpx.Page(ctx, &req.Query, count, list)}, nil
}

func (h *handlers) createContact(ctx context.Context, req *createContactRequest) (*contactResponse, error) {
	b := &req.Body
	c, err := h.Settings.CreateContact(ctx, auth.From(ctx), settings.ContactInput{
		FirstName: &b.FirstName, LastName: &b.LastName, Email: &b.Email, Company: &b.Company, Phone: &b.Phone, Tags: &b.Tags,
		Language: &b.Language,
	})
	return toContact(c, err)
}

func (h *handlers) getContact(ctx context.Context, req *contactIDRequest) (*contactResponse, error) {
	return toContact(h.Settings.Contact(ctx, auth.From(ctx), req.ID))
}

func (h *handlers) updateContact(ctx context.Context, req *updateContactRequest) (*contactResponse, error) {
	b := req.Body
	return toContact(h.Settings.UpdateContact(ctx, auth.From(ctx), req.ID, settings.ContactInput{
		FirstName: b.FirstName.Pointer(), LastName: b.LastName.Pointer(), Email: b.Email.Pointer(),
		Company: b.Company.Pointer(), Phone: b.Phone.Pointer(), Tags: b.Tags.Pointer(),
		Language: b.Language.Pointer(),
	}))
}

func (h *handlers) deleteContact(ctx context.Context, req *contactIDRequest) (*struct{}, error) {
	return nil, h.Settings.DeleteContact(ctx, auth.From(ctx), req.ID)
}

func (h *handlers) importContacts(ctx context.Context, req *importContactsRequest) (*importContactsResponse, error) {
	result, err := h.Settings.ImportContacts(ctx, auth.From(ctx), httpx.StreamFrom(ctx), settings.ImportInput{
		List: req.List, Update: req.Update, IgnoreUnknown: req.IgnoreUnknown,
	})
	if err != nil {
		return nil, err
	}
	return &importContactsResponse{Body: result}, nil
}

func toContact(c settings.Contact, err error) (*contactResponse, error) {
	if err != nil {
		return nil, err
	}
	return &contactResponse{Body: c}, nil
}
