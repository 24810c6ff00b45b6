package bulkexport

import (
	"archive/zip"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"allot/internal/invoicing/invoice"
	"allot/internal/platform/civil"
	"allot/internal/platform/csvfile"
)

// xeroColumns are those of Xero's import of sales invoices.
var xeroColumns = strings.Split("*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode,POCountry,"+
	"*InvoiceNumber,Reference,*InvoiceDate,*DueDate,InventoryItemCode,*Description,*Quantity,*UnitAmount,Discount,*AccountCode,*TaxType,"+
	"TrackingName1,TrackingOption1,TrackingName2,TrackingOption2,Currency,BrandingTheme", ",")

// xeroPerFile is how many invoices Xero takes at a time.
const xeroPerFile = 500

// errGrew ends a run for which one file became too few meanwhile; the next one writes more.
var errGrew = errors.New("more invoices were sent while the file was written")

// xeroWork writes a row for each line of an invoice, and above 500 documents a ZIP of several
// files. A cancelled invoice is followed, on the day of its cancellation, by a credit note
// with the same lines: Xero takes a document with a negative total for one.
func (s *Service) xeroWork(w *work, sel, cancelled *invoice.Selection, reversals int) {
	total := w.total + reversals
	w.name, w.contentType = "xero.csv", typeCSV
	if total > xeroPerFile {
		w.name, w.contentType = "xero.zip", typeZIP
	}
	w.write = func(ctx context.Context, out io.Writer, r *run) error {
		x := &xero{service: s, run: r, gaps: gaps{}}
		if total > xeroPerFile {
			x.zip = zip.NewWriter(out)
		} else if err := x.begin(out); err != nil {
			return err
		}
		err := sel.Each(ctx, func(v invoice.Listed) error {
			if err := x.document(v, xeroDocument{v.InvoiceNumber, v.IssueDate, v.DueDate, false}); err != nil {
				return err
			}
			return r.wrote(ctx)
		})
		if err != nil {
			return err
		}
		err = cancelled.Each(ctx, func(v invoice.Listed) error {
			day := civil.Of(v.CancelledAt.UTC())
			return x.document(v, xeroDocument{v.InvoiceNumber + xeroReversal, day, day, true})
		})
		if err != nil {
			return err
		}
		return x.end()
	}
}

// xero writes the files of one export.
type xero struct {
	service *Service
	run     *run
	gaps    gaps
	zip     *zip.Writer // nil: there is one file
	files   int
	written int // invoices in the current file
	csv     *csv.Writer
}

// begin begins a file. It has no byte order mark, which would belong to the first name.
func (x *xero) begin(w io.Writer) error {
	x.written = 0
	x.csv = csv.NewWriter(w)
	x.csv.UseCRLF = true
	return x.csv.Write(xeroColumns)
}

// next begins another file where the current one is full.
func (x *xero) next() error {
	if x.csv != nil && x.written < xeroPerFile {
		return nil
	}
	if x.zip == nil {
		return errGrew
	}
	if err := x.flush(); err != nil {
		return err
	}
	x.files++
	w, err := x.service.entry(x.zip, fmt.Sprintf("xero-%02d.csv", x.files))
	if err != nil {
		return err
	}
	return x.begin(w)
}

func (x *xero) flush() error {
	if x.csv == nil {
		return nil
	}
	x.csv.Flush()
	return x.csv.Error()
}

func (x *xero) end() error {
	if err := errors.Join(x.gaps.err(), x.flush()); err != nil || x.zip == nil {
		return err
	}
	return x.zip.Close()
}

// xeroReversal ends the number of the credit note that takes an invoice back.
const xeroReversal = "-CN"

// xeroDocument is how an invoice is written: as itself, or as what takes it back.
type xeroDocument struct {
	number      string
	issued, due civil.Date
	reversal    bool
}

func (x *xero) document(v invoice.Listed, d xeroDocument) error {
	if err := x.next(); err != nil {
		return err
	}
	x.written++
	set, b := x.run.export.Settings, buyer(v)
	layout := "02/01/2006"
	if set.DateFormat == "MM/DD/YYYY" {
		layout = "01/02/2006"
	}
	for _, l := range v.LineItems {
		category, rate := v.Tax(l)
		account, there := forTax(set.AccountCodes, category, rate)
		if !there {
			x.gaps.tax("account_codes", category, rate, v.InvoiceNumber)
		}
		tax, there := forTax(set.TaxTypes, category, rate)
		if !there {
			x.gaps.tax("tax_types", category, rate, v.InvoiceNumber)
		}
		row := []string{
			b.Name, b.ContactEmail, b.Street, "", "", "", b.City, "", b.PostalCode, x.service.deps.CountryName(b.Country),
			d.number, v.BuyerReference, dated(d.issued, layout), dated(d.due, layout), "", l.Description, "", "", "", account, tax,
			"", "", "", "", string(v.Currency), "",
		}
		for i := range row {
			row[i] = csvfile.Guard(row[i])
		}
		quantity := l.Quantity
		if d.reversal {
			quantity = quantity.Neg()
		}
		row[16], row[17] = quantity.String(), l.UnitPrice.String()
		if err := x.csv.Write(row); err != nil {
			return err
		}
	}
	return nil
}
