// Package bulkexporthttp serves bulk exports under /api/v1/integrations/exports/.
package bulkexporthttp

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"allot/internal/exchange/bulkexport"
	"allot/internal/identity/auth"
	"allot/internal/platform/civil"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
	"allot/internal/platform/request"
)

type handlers struct{ exports *bulkexport.Service }

const (
	tag  = "Bulk exports"
	root = "/api/v1/integrations/exports/"
)

var member = auth.Rule{Types: []auth.AccountType{auth.Accommodation, auth.TourOperator}, Flag: auth.Integrations}

const (
	what   = "It needs the permission of the target too: `stop_sales` for availability, `fact_sheets` for facts, `invoicing` for invoices."
	scoped = "You may not, or the file has properties that you may not work on"
)

// Register adds the routes of the module.
func Register(s *httpx.Server, exports *bulkexport.Service) {
	h := &handlers{exports}
	httpx.Register(s, httpx.Op{
		ID: "createBulkExport", MaxBody: httpx.ListBody, Method: http.MethodPost, Path: root + "create/", Tag: tag, Rule: member, Status: http.StatusAccepted, Creates: true,
		Summary: "Ask for a bulk export",
		Description: "A job writes the file; read the export until it is `done`. " + what + " Formats by target: availability `json`, `csv`, `xml_ota` (OTA_HotelAvailNotifRQ, for several properties a ZIP), `octo`; " +
			"facts `json`, `csv`; invoices `json`, `csv`, and for accommodations `datev` (a file for each month, for several a ZIP) and `xero` (for more than 500 invoices a ZIP). " +
			"An operator gets what its contracts open to systems, in its own codes, names and overrides; an accommodation its own. Availability is live; facts are as fresh as the plan says; " +
			"invoices are those sent or received, without drafts. In `datev` a cancelled invoice is booked on its day of issue and reversed on the day of its cancellation; in `xero` a credit note of that day takes it back. " +
			"Days: `from` to `to`, at most 1,100; for availability by default 365 days from today, for invoices both are needed, for facts there are none. " +
			"A file has at most 1,000,000 property days (properties times days), 10,000 properties of facts or 100,000 invoices, and takes at most 4 minutes to write. " +
			"3 exports of an account are written at a time, at most 20 others wait their turn; the newest 50 are listed. A file is kept for 7 days, an export is listed for 30. " +
			"The files of an account take at most 1 GiB: the oldest are removed first, and their exports are `expired`.",
		Refusals: map[int]string{
			http.StatusForbidden: scoped,
			http.StatusConflict:  "`too_many_exports`: 20 exports of the account wait",
		},
	}, h.create)
	httpx.Register(s, httpx.Op{
		ID: "listBulkExports", Method: http.MethodGet, Path: root, Tag: tag, Rule: member,
		Summary: "List bulk exports", Description: "Newest first: those of your account whose data you may read. Each answer has new links to the files, which work for 24 hours without a session.",
	}, h.list)
	httpx.Register(s, httpx.Op{
		ID: "getBulkExport", Method: http.MethodGet, Path: root + "{id}/", Tag: tag, Rule: member,
		Summary: "Read a bulk export", Description: "With a new link to the file once it is `done`. The link works for 24 hours without a session.",
		Refusals: map[int]string{http.StatusForbidden: scoped},
	}, h.get)
	httpx.Register(s, httpx.Op{
		ID: "deleteBulkExport", Method: http.MethodDelete, Path: root + "{id}/", Tag: tag, Rule: member, Status: http.StatusNoContent,
		Summary: "Delete a bulk export", Description: "With its file. One that waits or runs ends.",
		Refusals: map[int]string{http.StatusForbidden: scoped},
	}, h.delete)
	httpx.RegisterDownload(s, httpx.Op{
		ID: "downloadBulkExport", Method: http.MethodGet, Path: bulkexport.DownloadPath + "{link}/", Tag: tag, Rule: auth.Rule{Public: true},
		Summary:     "Download the file of a bulk export",
		Description: "By the link of the export, without a session. It works for 24 hours, until the export is deleted, and as long as the user who got the link may read the data.",
		Refusals: map[int]string{
			http.StatusNotFound:  "There is no such file, or the link has expired",
			http.StatusForbidden: "The user who got the link may not read the data any more",
		},
	}, "application/json", h.download, "text/csv", "application/xml", "application/zip")
}

type (
	createExportRequest struct {
		Body struct {
			Format      bulkexport.Format         `json:"format" enum:"json,csv,xml_ota,octo,datev,xero"`
			Target      bulkexport.Target         `json:"target" enum:"availability,facts,invoices"`
			From        civil.Date                `json:"from,omitempty" doc:"First day; of invoices, of issue"`
			To          civil.Date                `json:"to,omitempty" doc:"Last day, included"`
			PropertyIDs []int64                   `json:"property_ids,omitempty" maxItems:"1000" doc:"Empty: all that you see"`
			Settings    bulkexport.ExportSettings `json:"settings,omitempty" doc:"Details of the format"`
		}
	}
	exportIDRequest struct {
		ID int64 `path:"id" minimum:"1" doc:"Id of the export"`
	}
	exportsRequest      struct{ page.Query }
	exportsPageResponse struct{ Body page.Page[bulkExportBody] }
	bulkExportResponse  struct{ Body bulkExportBody }
	downloadRequest     struct {
		Link string `path:"link" maxLength:"1000" doc:"The sealed part of the link"`
	}
	bulkExportBody struct {
		bulkexport.Export
		DownloadURL       *string    `json:"download_url" doc:"Address of the file; null unless it is done"`
		DownloadExpiresAt *time.Time `json:"download_expires_at" doc:"Until when the address works"`
	}
)

func (h *handlers) body(ctx context.Context, x bulkexport.Export) (bulkExportBody, error) {
	b := bulkExportBody{Export: x}
	path, until, err := h.exports.Link(auth.From(ctx), x)
	if path != "" {
		address := request.From(ctx).BaseURL + path
		b.DownloadURL, b.DownloadExpiresAt = &address, &until
	}
	return b, err
}

func (h *handlers) answer(ctx context.Context, x bulkexport.Export, err error) (*bulkExportResponse, error) {
	if err != nil {
		return nil, err
	}
	b, err := h.body(ctx, x)
	return &bulkExportResponse{b}, err
}

func (h *handlers) create(ctx context.Context, req *createExportRequest) (*bulkExportResponse, error) {
	b := req.Body
	x, err := h.exports.Create(ctx, auth.From(ctx), bulkexport.CreateInput{
		Format: b.Format, Target: b.Target, From: b.From, To: b.To, PropertyIDs: b.PropertyIDs, Settings: b.Settings,
	})
	return h.answer(ctx, x, err)
}

func (h *handlers) list(ctx context.Context, req *exportsRequest) (*exportsPageResponse, error) {
	all, count, err := h.exports.List(ctx, auth.From(ctx), req.Request())
	if err != nil {
		return nil, err
	}
	rows := make([]bulkExportBody, len(all))
	for i, x := range all {
		if rows[i], err = h.body(ctx, x); err != nil {
			return nil, err
		}
	}
	return &exportsPageResponse{httpx.Page(ctx, &req.Query, count, rows)}, nil
}

func (h *handlers) get(ctx context.Context, req *exportIDRequest) (*bulkExportResponse, error) {
	x, err := h.exports.Export(ctx, auth.From(ctx), req.ID)
	return h.answer(ctx, x, err)
}

func (h *handlers) delete(ctx context.Context, req *exportIDRequest) (*struct{}, error) {
	return nil, h.exports.Delete(ctx, auth.From(ctx), req.ID)
}

func (h *handlers) download(ctx context.Context, req *downloadRequest) (*httpx.Download, error) {
	x, f, err := h.exports.Open(ctx, req.Link)
	if err != nil {
		return nil, err
	}
	return &httpx.Download{Name: x.FileName, Size: x.Size, ContentType: x.ContentType, Write: func(_ context.Context, w io.Writer) error {
		_, err := io.Copy(w, f)
		return errors.Join(err, f.Close())
	}}, nil
}
