package bulkexport

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"

	"allot/internal/identity/auth"
	"allot/internal/invoicing/document"
	"allot/internal/invoicing/invoice"
	"allot/internal/platform/civil"
	"allot/internal/platform/money"
)

// The columns that rows have, from 1.
const (
	datevAmount      = 1
	datevSide        = 2
	datevCurrency    = 3
	datevAccount     = 7
	datevContra      = 8
	datevTaxKey      = 9
	datevDate        = 10
	datevNumber      = 11
	datevDue         = 12
	datevText        = 14
	datevVATID       = 40
	datevLocked      = 114
	datevServiceDate = 115
	datevDueDate     = 117

	datevDecimals = 2
	maxDATEVText  = 60
	maxDATEVField = 36
	maxDATEVVAT   = 15
)

// datevWork writes a file for each month: DATEV takes one booking period at a time, and a
// day of a booking has no year.
func (s *Service) datevWork(w *work, who auth.Caller, x Export) {
	months := monthsOf(x.season())
	w.name, w.contentType = "datev.zip", typeZIP
	d := &datev{service: s, who: who, gaps: gaps{}}
	if len(months) == 1 {
		w.name, w.contentType = datevName(months[0]), typeCSV
		w.write = func(ctx context.Context, out io.Writer, r *run) error {
			d.begin(r)
			return d.one(ctx, months[0], out)
		}
		return
	}
	w.write = func(ctx context.Context, out io.Writer, r *run) error {
		d.begin(r)
		return d.all(ctx, months, out)
	}
}

func monthsOf(season civil.Range) (list []civil.Range) {
	for from := season.From; from <= season.To; {
		year, month, _ := from.YMD()
		next := civil.New(year, month, 1).AddMonths(1)
		list = append(list, civil.Range{From: from, To: min(next.Add(-1), season.To)})
		from = next
	}
	return list
}

func datevName(month civil.Range) string {
	return fmt.Sprintf("EXTF_Buchungsstapel_%s.csv", month.From.Time(time.UTC).Format("2006-01"))
}

// datev writes the files of one export.
type datev struct {
	service *Service
	who     auth.Caller
	run     *run
	gaps    gaps
	other   map[money.Currency]int // invoices that are left out for their currency
}

func (d *datev) begin(r *run) { d.run, d.other = r, map[money.Currency]int{} }

// one writes the only month.
func (d *datev) one(ctx context.Context, month civil.Range, w io.Writer) error {
	if err := d.head(w, month); err != nil {
		return err
	}
	if err := d.rows(ctx, month, func() (io.Writer, error) { return w, nil }); err != nil {
		return err
	}
	return d.end()
}

// all writes the months that have bookings, or else the first.
func (d *datev) all(ctx context.Context, months []civil.Range, w io.Writer) error {
	out := zip.NewWriter(w)
	any := false
	begin := func(month civil.Range) (io.Writer, error) {
		any = true
		entry, err := d.service.entry(out, datevName(month))
		if err != nil {
			return nil, err
		}
		return entry, d.head(entry, month)
	}
	for _, month := range months {
		var entry io.Writer
		err := d.rows(ctx, month, func() (_ io.Writer, err error) {
			if entry == nil {
				entry, err = begin(month)
			}
			return entry, err
		})
		if err != nil {
			return err
		}
	}
	if !any {
		if _, err := begin(months[0]); err != nil {
			return err
		}
	}
	if err := d.end(); err != nil {
		return err
	}
	return out.Close()
}

// end refuses the file if a setting was missing, and says what is not in it.
func (d *datev) end() error {
	for currency, n := range d.other {
		d.run.warn("other_currency", "%d invoices in %s are not in the file: DATEV would need an exchange rate. Ask for them with settings.currency", n, currency)
	}
	return d.gaps.err()
}

// rows writes the bookings of a month: each invoice on its day of issue, and again, on the
// other side, on the day on which it was cancelled.
func (d *datev) rows(ctx context.Context, month civil.Range, out func() (io.Writer, error)) error {
	x := d.run.export
	for _, f := range []invoice.Filter{
		{Direction: invoice.Sent, Issued: true, From: month.From, To: month.To, Properties: x.PropertyIDs},
		{Direction: invoice.Sent, Issued: true, Status: invoice.StatusCancelled, CancelledFrom: month.From, CancelledTo: month.To, Properties: x.PropertyIDs},
	} {
		sel, err := d.service.deps.Invoices.SelectFor(ctx, d.who, f)
		if err != nil {
			return err
		}
		reversal := f.Status != ""
		err = sel.Each(ctx, func(v invoice.Listed) error {
			if err := d.invoice(v, reversal, out); err != nil || reversal {
				return err
			}
			return d.run.wrote(ctx)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// invoice writes a booking for each tax of an invoice.
func (d *datev) invoice(v invoice.Listed, reversal bool, out func() (io.Writer, error)) error {
	set := d.run.export.Settings
	if v.Currency != set.Currency {
		if !reversal {
			d.other[v.Currency]++
		}
		return nil
	}
	debtor := set.DebtorAccount
	if v.PartnerID != nil {
		if own, ok := set.DebtorAccounts[id(*v.PartnerID)]; ok {
			debtor = own
		}
	}
	if debtor == 0 {
		name := "settings.debtor_account"
		if v.PartnerID != nil {
			name = "settings.debtor_accounts." + id(*v.PartnerID)
		}
		d.gaps.add(name, v.InvoiceNumber)
	}
	for _, t := range v.TaxBreakdown() {
		account, ok := forTax(set.RevenueAccounts, t.Category, t.Rate)
		if !ok {
			d.gaps.tax("revenue_accounts", t.Category, t.Rate, v.InvoiceNumber)
		}
		gross := t.Base.Add(t.Amount)
		if gross.IsZero() || len(d.gaps) > 0 { // the file is refused in the end
			continue
		}
		w, err := out()
		if err != nil {
			return err
		}
		if err := writeDATEV(w, datevTable, booking(v, t, gross, debtor, account, reversal, set)); err != nil {
			return err
		}
	}
	return nil
}

// booking returns the columns of a booking: the debtor owes, or with a negative amount or
// a reversal is owed.
func booking(v invoice.Listed, t document.Tax, gross money.Amount, debtor, account int64, reversal bool, set ExportSettings) map[int]string {
	side, day := "S", v.IssueDate
	if (gross.Sign() < 0) != reversal {
		side = "H"
	}
	text := v.InvoiceNumber + " " + buyer(v).Name
	if reversal {
		day = civil.Of(v.CancelledAt.UTC())
		text = "Storno " + text
	}
	key, _ := forTax(set.TaxKeys, t.Category, t.Rate)
	service := v.ServiceTo
	if service.IsZero() {
		service = v.IssueDate
	}
	return map[int]string{
		datevAmount: strings.Replace(gross.Decimal().Abs().StringFixed(datevDecimals), ".", ",", 1), datevSide: side, datevCurrency: string(v.Currency),
		datevAccount: id(debtor), datevContra: id(account), datevTaxKey: key, datevDate: dated(day, "0201"),
		datevNumber: datevField(v.InvoiceNumber), datevDue: dated(v.DueDate, "020106"), datevText: datevString(text, maxDATEVText),
		datevVATID: datevVAT(buyer(v).VATID), datevLocked: "0", datevServiceDate: dated(service, "02012006"), datevDueDate: dated(v.DueDate, "02012006"),
	}
}

func dated(d civil.Date, layout string) string {
	if d.IsZero() {
		return ""
	}
	return d.Time(time.UTC).Format(layout)
}

var (
	notInField = regexp.MustCompile(`[^A-Za-z0-9$&%*+\-/]`)
	notInVAT   = regexp.MustCompile(`[^A-Z0-9]`)
)

func datevField(s string) string {
	s = strings.TrimLeft(notInField.ReplaceAllString(s, ""), "+-")
	return s[:min(len(s), maxDATEVField)]
}

func datevVAT(s string) string {
	s = notInVAT.ReplaceAllString(strings.ToUpper(s), "")
	return s[:min(len(s), maxDATEVVAT)]
}

// datevString returns a text without what DATEV does not take: control characters, and
// signs at the beginning that a spreadsheet takes for a formula. An apostrophe before
// them, as other files have it, would be booked with the text.
func datevString(s string, runes int) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
	s = strings.TrimLeftFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("=+-@＝＋－＠'", r) })
	return cut(strings.TrimSpace(s), runes)
}

// head writes the header of a file and the names of its columns.
func (d *datev) head(w io.Writer, month civil.Range) error {
	set := d.run.export.Settings
	start, _ := time.Parse("01-02", set.FiscalYearStart) // checked when it was asked for
	year := month.From.Year()
	if month.From.Month() < start.Month() {
		year--
	}
	label := "Allot " + month.From.Time(time.UTC).Format("2006-01")
	fields := []string{
		quote("EXTF"), "700", "21", quote("Buchungsstapel"), "13", strings.Replace(d.service.now().Format("20060102150405.000"), ".", "", 1), "",
		quote("RE"), quote("Allot"), quote(""), strconv.Itoa(set.ConsultantNumber), strconv.Itoa(set.ClientNumber),
		dated(civil.New(year, start.Month(), 1), "20060102"), strconv.Itoa(set.AccountLength), dated(month.From, "20060102"), dated(month.To, "20060102"),
		quote(label), quote(""), "1", "0", "0", quote(string(set.Currency)), "", quote(""), "", "", quote(set.SKR), "", "", quote(""), quote(""),
	}
	names := make([]string, len(datevTable))
	for i, c := range datevTable {
		names[i] = c.name
	}
	return writeLine(w, strings.Join(fields, ";"), strings.Join(names, ";"))
}

func quote(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

// writeDATEV writes a row with the values of some columns, by number from 1. Text is
// quoted, also where it is empty.
func writeDATEV(w io.Writer, table []datevColumn, values map[int]string) error {
	fields := make([]string, len(table))
	for i, c := range table {
		if fields[i] = values[i+1]; c.text {
			fields[i] = quote(fields[i])
		}
	}
	return writeLine(w, strings.Join(fields, ";"))
}

// writeLine writes lines in code page 1252.
func writeLine(w io.Writer, lines ...string) error {
	for _, l := range lines {
		if _, err := w.Write(append(codePage(l), '\r', '\n')); err != nil {
			return err
		}
	}
	return nil
}

// codePage encodes a text in code page 1252. A letter that it does not have loses its
// accent, or becomes a question mark.
func codePage(s string) []byte {
	out := make([]byte, 0, len(s))
	for _, r := range norm.NFC.String(s) {
		b, ok := charmap.Windows1252.EncodeRune(r)
		if !ok {
			base := []rune(norm.NFKD.String(string(r)))[0]
			if r == 'ı' {
				base = 'i'
			}
			if b, ok = charmap.Windows1252.EncodeRune(base); !ok {
				b = '?'
			}
		}
		out = append(out, b)
	}
	return out
}
