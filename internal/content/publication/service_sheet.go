package publication

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"allot/internal/content/factsheet"
	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/blob"
	"allot/internal/platform/lang"
)

// Copy selects the published version or the working copy of a sheet.
type Copy string

// The copies. CopyAny is the published version, or the working copy, marked as a
// draft, if nothing is published.
const (
	CopyAny       Copy = ""
	CopyPublished Copy = "published"
	CopyDraft     Copy = "draft"
)

// Document is a finished file.
type Document struct {
	Name string
	Data []byte
}

// SheetPDF draws the fact sheet of a property of the caller.
func (s *Service) SheetPDF(ctx context.Context, who auth.Caller, propertyID int64, which Copy, tag string) (Document, error) {
	p, err := s.deps.Properties.Own(ctx, who, propertyID)
	if err != nil {
		return Document{}, err
	}
	reader, err := s.deps.Settings.Format(ctx, who.UserID, tag)
	if err != nil {
		return Document{}, err
	}
	if which != CopyDraft {
		v, err := s.store.LastVersion(ctx, who.OwnerID, propertyID)
		if err == nil {
			return s.versionPDF(ctx, v, reader)
		}
		if !errors.Is(err, apperr.ErrNotFound) {
			return Document{}, err
		}
		if which == CopyPublished {
			return Document{}, ErrNotPublished
		}
	}
	snapshot, err := s.takeSnapshot(ctx, p)
	if err != nil {
		return Document{}, err
	}
	return s.draw(ctx, factsheet.Sheet{Draft: true}, snapshot, reader)
}

func (s *Service) versionPDF(ctx context.Context, v Version, reader lang.Format) (Document, error) {
	return s.draw(ctx, factsheet.Sheet{Version: v.Number(), PublishedAt: v.PublishedAt()}, v.Snapshot, reader)
}

// draw fills the sheet from a snapshot and draws it.
func (s *Service) draw(ctx context.Context, sheet factsheet.Sheet, from Snapshot, reader lang.Format) (Document, error) {
	company, err := s.deps.Settings.CompanyName(ctx, from.Property.OwnerID)
	if err != nil {
		return Document{}, err
	}
	sheet.Property, sheet.Company, sheet.Facts = from.Property, company, from.Facts
	sheet.Language, sheet.Format, sheet.GeneratedAt = reader.Language, reader, s.now()
	if from.LogoKey != "" {
		sheet.Logo = s.opener(ctx, from.LogoKey)
	}
	for _, p := range from.Photos {
		sheet.Photos = append(sheet.Photos, factsheet.Photo{
			Caption: p.Caption, Category: string(p.Category), Room: p.RoomID, IsCover: p.IsCover,
			Width: p.Width, Height: p.Height, Open: s.opener(ctx, p.MediumKey),
		})
	}
	var file bytes.Buffer
	if err := factsheet.Write(&file, s.deps.Catalogue, sheet); err != nil {
		return Document{}, err
	}
	return Document{Name: factsheet.FileName(from.Property, reader.Language), Data: file.Bytes()}, nil
}

func (s *Service) opener(ctx context.Context, key string) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) { return s.deps.Blobs.Open(ctx, key) }
}

// sheetFile returns versionPDF from a file in the blob store, so that a mailing draws it only
// once. The property module deletes the file later.
func (s *Service) sheetFile(ctx context.Context, v Version, language string) (Document, error) {
	key := fmt.Sprintf("%s/sheets/%d-%s.pdf", property.Folder(v.PropertyID), v.ID, language)
	f, err := s.deps.Blobs.Open(ctx, key)
	if errors.Is(err, blob.ErrNotFound) {
		doc, err := s.versionPDF(ctx, v, lang.In(language))
		if err != nil {
			return Document{}, err
		}
		_, err = s.deps.Blobs.Put(ctx, key, bytes.NewReader(doc.Data))
		return doc, err
	}
	if err != nil {
		return Document{}, err
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(f)
	return Document{Name: factsheet.FileName(v.Snapshot.Property, language), Data: data}, err
}
