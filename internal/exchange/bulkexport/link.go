package bulkexport

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/blob"
)

// DownloadPath is the path of links, before the sealed part.
const DownloadPath = "/api/v1/integrations/exports/download/"

const linkRecord = "bulk_exports/link"

// link is the content of a link to a file. It is for one user: what that user may not
// read any more, the link does not open.
type link struct {
	OwnerID  int64     `json:"o"`
	UserID   int64     `json:"u"`
	ExportID int64     `json:"e"`
	Until    time.Time `json:"t"`
}

// Link returns the path under which a user can download the file without a session for a
// day, and until when; empty if there is no file.
func (s *Service) Link(who auth.Caller, x Export) (path string, until time.Time, err error) {
	now := s.now()
	if x.at(now).Status != StatusDone {
		return "", time.Time{}, nil
	}
	until = now.Add(LinkLife)
	if x.ExpiresAt.Before(until) {
		until = *x.ExpiresAt
	}
	raw, err := json.Marshal(link{OwnerID: x.OwnerID, UserID: who.UserID, ExportID: x.ID, Until: until})
	if err != nil {
		return "", time.Time{}, fmt.Errorf("write a link: %w", err)
	}
	return DownloadPath + s.deps.Box.Seal(raw, linkRecord) + "/", until, nil
}

// Open opens the file of a link and counts the download. The caller closes the file.
func (s *Service) Open(ctx context.Context, sealed string) (Export, *blob.Object, error) {
	raw, err := s.deps.Box.Open(sealed, linkRecord)
	if err != nil {
		return Export{}, nil, ErrNoFile
	}
	var l link
	if err := json.Unmarshal(raw, &l); err != nil {
		return Export{}, nil, fmt.Errorf("read a link: %w", err)
	}
	if !s.now().Before(l.Until) {
		return Export{}, nil, ErrNoFile
	}
	x, err := s.admitted(ctx, l)
	if err != nil {
		return Export{}, nil, err
	}
	f, err := s.deps.Blobs.Open(ctx, x.key())
	if err != nil {
		return Export{}, nil, none(err)
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error { return s.store.CountDownload(ctx, x.OwnerID, x.ID) })
	if err != nil {
		return Export{}, nil, errors.Join(err, f.Close())
	}
	return x, f, nil
}

// admitted returns the export of a link, if its user may read it now.
func (s *Service) admitted(ctx context.Context, l link) (Export, error) {
	x, err := s.store.Export(ctx, l.OwnerID, l.ExportID)
	if err != nil {
		return x, none(err)
	}
	if x.at(s.now()).Status != StatusDone {
		return x, ErrNoFile
	}
	who, err := s.caller(ctx, l.OwnerID, l.UserID)
	if err != nil {
		return x, err
	}
	suspended, err := s.deps.Accounts.Suspended(ctx, l.OwnerID)
	if err != nil {
		return x, err
	}
	if len(suspended) > 0 {
		return x, auth.ErrSuspended
	}
	return x, x.admit(who)
}

func none(err error) error {
	if errors.Is(err, apperr.ErrNotFound) || errors.Is(err, blob.ErrNotFound) {
		return ErrNoFile
	}
	return err
}
