package adminhttp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/mail"
	"slices"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/httpx"
	"allot/internal/platform/mailer"
	"allot/internal/platform/page"
)

func (h *handlers) registerMail(s *httpx.Server) {
	const path = "/api/admin/mail/"
	httpx.Register(s, httpx.Op{
		ID: "listKeptMails", Method: http.MethodGet, Path: path, Tag: tag, Rule: staff,
		Summary: "List kept mails", Description: "Newest first. Mails are kept as files when no mail server is configured. `q` finds part of the recipient or of the subject.",
	}, h.listMail)
	httpx.RegisterDownload(s, httpx.Op{
		ID: "downloadKeptMail", Method: http.MethodGet, Path: path + "{id}/", Tag: tag, Rule: staff,
		Summary: "Download a kept mail", Description: "The whole message as message/rfc822. It is recorded in your audit trail, and in that of every account that it is from or to.",
	}, "message/rfc822", h.downloadMail)
	httpx.Register(s, httpx.Op{
		ID: "readKeptMail", Method: http.MethodGet, Path: path + "{id}/message/", Tag: tag, Rule: staff,
		Summary: "Read a kept mail", Description: "Its text, its HTML and the names of what is attached. It is recorded in your audit trail, and in that of every account that it is from or to.",
	}, h.readMail)
}

type (
	mailRequest struct {
		page.Query
		Q string `query:"q" maxLength:"200" doc:"Part of the recipient or of the subject, without regard to case and accents"`
	}
	mailResponse struct{ Body page.Page[KeptMail] }
	// KeptMail has a name that other packages see, because members of an embedded type without one are in no schema.
	KeptMail struct {
		ID      string    `json:"id"`
		From    string    `json:"from" doc:"Who it is from"`
		To      string    `json:"to"`
		Subject string    `json:"subject"`
		Date    time.Time `json:"date"`
		Size    int64     `json:"size" doc:"Bytes"`
	}
	mailID struct {
		ID string `path:"id"`
	}
	keptLetterResponse struct{ Body keptLetter }
	keptLetter         struct {
		KeptMail
		Text        string          `json:"text" doc:"The message as plain text"`
		HTML        string          `json:"html" doc:"The message as HTML; empty: it is text only. Show it without scripts"`
		Attachments []keptEnclosure `json:"attachments" nullable:"false" doc:"What is attached; the whole mail can be downloaded"`
	}
	keptEnclosure struct {
		Name string `json:"name"`
		Size int64  `json:"size" doc:"Bytes"`
	}
)

func (h *handlers) listMail(ctx context.Context, req *mailRequest) (*mailResponse, error) {
	if h.Kept == nil {
		return &mailResponse{Body: httpx.Page(ctx, &req.Query, 0, []KeptMail{})}, nil
	}
	r := req.Request()
	list, count, err := h.Kept.List(ctx, req.Q, int(r.Limit()), int(r.Offset()))
	if err != nil {
		return nil, err
	}
	bodies := make([]KeptMail, len(list))
	for i, k := range list {
		bodies[i] = KeptMail(k)
	}
	return &mailResponse{Body: httpx.Page(ctx, &req.Query, count, bodies)}, nil
}

func (h *handlers) downloadMail(ctx context.Context, req *mailID) (*httpx.Download, error) {
	if _, err := h.letter(ctx, req.ID); err != nil {
		return nil, err
	}
	f, err := h.Kept.Open(req.ID)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	message, err := io.ReadAll(f)
	if err != nil {
		return nil, fmt.Errorf("read kept mail: %w", err)
	}
	return httpx.FileDownload(req.ID+".eml", message), nil
}

func (h *handlers) readMail(ctx context.Context, req *mailID) (*keptLetterResponse, error) {
	l, err := h.letter(ctx, req.ID)
	if err != nil {
		return nil, err
	}
	body := keptLetter{KeptMail: KeptMail(l.Kept), Text: l.Text, HTML: l.HTML, Attachments: make([]keptEnclosure, len(l.Enclosures))}
	for i, e := range l.Enclosures {
		body.Attachments[i] = keptEnclosure(e)
	}
	return &keptLetterResponse{body}, nil
}

// letter reads a kept mail and records who did: it may hold the link that opens an account.
func (h *handlers) letter(ctx context.Context, id string) (mailer.Letter, error) {
	if h.Kept == nil {
		return mailer.Letter{}, apperr.ErrNotFound
	}
	l, err := h.Kept.Read(id)
	if err != nil {
		return mailer.Letter{}, err
	}
	c := audit.Change{Action: read, ObjectType: "mail", ObjectName: id, After: readLetter{To: l.To, Subject: l.Subject, Date: l.Date}}
	return l, h.DB.InTx(ctx, func(ctx context.Context) error {
		owners, err := h.customers(ctx, l)
		if err != nil {
			return err
		}
		for _, owner := range owners {
			theirs := c
			theirs.OwnerID = owner
			if err := h.Audit.Record(ctx, theirs); err != nil {
				return err
			}
		}
		return h.Audit.Record(ctx, c)
	})
}

// customers returns the accounts that a kept mail is from or to, and the account of the address
// today, which is all that is known of mails from older versions.
func (h *handlers) customers(ctx context.Context, l mailer.Letter) ([]int64, error) {
	ids := slices.Clone(l.Accounts)
	if to, err := mail.ParseAddress(l.To); err == nil {
		owner, err := h.Accounts.OwnerOfAddress(ctx, to.Address)
		if err != nil {
			return nil, err
		}
		ids = append(ids, owner)
	}
	slices.Sort(ids)
	var owners []int64
	for _, id := range slices.Compact(ids) {
		switch _, err := h.Accounts.Account(ctx, id); {
		case err == nil:
			owners = append(owners, id)
		case !errors.Is(err, apperr.ErrNotFound): // staff, or gone
			return nil, err
		}
	}
	return owners, nil
}

// read is the action of the entries of the audit trail about what staff have looked at.
const read = "read"

// readLetter is what the trail says of a letter.
type readLetter struct {
	To      string    `json:"to"`
	Subject string    `json:"subject"`
	Date    time.Time `json:"date"`
}
