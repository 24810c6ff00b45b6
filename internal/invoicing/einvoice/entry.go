package einvoice

import (
	"context"
	"fmt"
	"strings"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/invoicing/invoice"
	"allot/internal/platform/civil"
	"allot/internal/platform/money"
)

// Entry is a row of the accounting export.
type Entry struct {
	Direction   string
	Source      string // platform, or file for an imported e-invoice
	Number      string
	Type        string
	IssueDate   string
	DueDate     string
	Status      string
	Name, VATID string // of the other side
	Currency    string
	Net         string
	Tax         string
	Total       string
	TaxRates    string
	ServiceFrom string
	ServiceTo   string
	Property    string
	PaidAt      string
	Reference   string
}

// TypeReversal is the type of a row that takes a cancelled invoice back.
const TypeReversal = "reversal"

// EachEntry yields what a caller has issued and received, each once: invoices of the
// platform by row, drafts left out; a row that takes back each that was cancelled, on the day
// of its cancellation; and then the imported files. What was received is its file where
// there is one, what was issued is its invoice.
func (s *Service) EachEntry(ctx context.Context, who auth.Caller, f invoice.Filter, yield func(Entry) error) error {
	f.Issued = true
	inbox := who.Unscoped() == nil && len(f.Properties) == 0 // the inbox is the whole account's, and files name no property
	files := map[string]Inbound{}
	if inbox {
		var err error
		if files, err = s.store.Linked(ctx, who.OwnerID, DirectionReceived); err != nil {
			return err
		}
	}
	err := s.eachInvoice(ctx, who, f, func(v invoice.Listed) error {
		if _, there := files[v.ID]; there && v.Direction == invoice.Received {
			return nil
		}
		return yield(entryOf(v, booked))
	})
	if err != nil {
		return err
	}
	if err := s.eachReversal(ctx, who, f, files, yield); err != nil || !inbox {
		return err
	}
	return s.eachFile(ctx, who, f, files, yield)
}

func (s *Service) eachInvoice(ctx context.Context, who auth.Caller, f invoice.Filter, yield func(invoice.Listed) error) error {
	x, err := s.deps.Invoices.SelectFor(ctx, who, f)
	if err != nil {
		return err
	}
	return x.Each(ctx, yield)
}

// eachReversal takes back what was cancelled in the range of days: the amounts that were
// booked, which are those of the file where there is one. The day is that of the issuer, as all days
// of an invoice are.
func (s *Service) eachReversal(ctx context.Context, who auth.Caller, f invoice.Filter, files map[string]Inbound, yield func(Entry) error) error {
	from, to := f.From, f.To
	f.Status, f.From, f.To = invoice.StatusCancelled, 0, 0
	// The filter has days in UTC, of which the issuer's may be the one before or after.
	if !from.IsZero() {
		f.CancelledFrom = from.Add(-1)
	}
	if !to.IsZero() {
		f.CancelledTo = to.Add(1)
	}
	zones := map[int64]string{}
	return s.eachInvoice(ctx, who, f, func(v invoice.Listed) error {
		day, err := s.dayOf(ctx, v.OwnerID, *v.CancelledAt, zones)
		if err != nil || !from.IsZero() && day < from || !to.IsZero() && day > to {
			return err
		}
		e := entryOf(v, money.Amount.Neg)
		if in, there := files[v.ID]; there && v.Direction == invoice.Received {
			e = fileEntry(in, money.Amount.Neg)
			e.Status = string(v.Status)
		}
		e.Type, e.IssueDate, e.DueDate = TypeReversal, day.String(), ""
		return yield(e)
	})
}

// dayOf returns the day of a moment where an issuer is, whose time zone is read once into zones.
func (s *Service) dayOf(ctx context.Context, issuer int64, at time.Time, zones map[int64]string) (civil.Date, error) {
	zone, known := zones[issuer]
	if !known {
		company, err := s.deps.Settings.Company(ctx, issuer)
		if err != nil {
			return 0, err
		}
		if company != nil {
			zone = company.Timezone
		}
		zones[issuer] = zone
	}
	return civil.Today(at, zone)
}

// eachFile yields the files that no invoice of the platform stands for. Another file that
// says the same of an invoice, such as its CII beside its UBL, is not counted twice.
func (s *Service) eachFile(ctx context.Context, who auth.Caller, f invoice.Filter, files map[string]Inbound, yield func(Entry) error) error {
	return s.store.EachFile(ctx, who.OwnerID, f.From, f.To, func(in Inbound) error {
		counted, err := s.counted(ctx, who, in, files)
		if err != nil || counted {
			return err
		}
		return yield(fileEntry(in, booked))
	})
}

// counted reports whether another row stands for a file already.
func (s *Service) counted(ctx context.Context, who auth.Caller, in Inbound, files map[string]Inbound) (bool, error) {
	if in.LinkedInvoice == nil || !in.isInvoice() {
		return false, nil
	}
	as, err := s.deps.Invoices.SentAs(ctx, who, *in.LinkedInvoice)
	if err != nil {
		return false, err
	}
	// An older version linked received files to issued invoices, and to drafts, which are in no table.
	if in.Direction == DirectionIssued || as == invoice.Sent {
		return as != "", nil
	}
	first, there := files[*in.LinkedInvoice]
	return there && first.ID != in.ID && first.sameDocument(in), nil
}

// sameDocument reports whether two files are the same document.
func (in Inbound) sameDocument(other Inbound) bool {
	return in.InvoiceNumber == other.InvoiceNumber && in.Currency == other.Currency && in.Total.Amount.Equal(other.Total.Amount)
}

// booked leaves an amount as it is; a reversal has money.Amount.Neg.
func booked(a money.Amount) money.Amount { return a }

func entryOf(v invoice.Listed, sign func(money.Amount) money.Amount) Entry {
	print := func(a money.Amount) string { return sign(a).Format(v.Currency) }
	e := Entry{
		Direction: string(DirectionIssued), Source: "platform", Number: v.InvoiceNumber, Type: "invoice", IssueDate: v.IssueDate.String(), DueDate: v.DueDate.String(),
		Status: string(v.Status), Name: v.PartnerName, Currency: string(v.Currency), Net: print(v.Subtotal), Tax: print(v.TaxAmount),
		Total: print(v.TotalAmount), ServiceFrom: v.ServiceFrom.String(), ServiceTo: v.ServiceTo.String(), Property: v.PropertyName, Reference: v.PaymentReference,
	}
	other := v.Frozen.Buyer
	if v.Direction == invoice.Received {
		e.Direction, other = string(DirectionReceived), v.Frozen.Seller
	}
	e.Name, e.VATID = other.Name, other.VATID
	var rates []string
	for _, t := range v.TaxBreakdown() {
		rates = append(rates, rate(string(t.Category), t.Rate.String(), print(t.Base), print(t.Amount)))
	}
	e.TaxRates = strings.Join(rates, " | ")
	if v.PaidAt != nil {
		e.PaidAt = v.PaidAt.UTC().Format("2006-01-02")
	}
	return e
}

func rate(category, percent, base, tax string) string {
	return fmt.Sprintf("%s %s %%: %s + %s", category, percent, base, tax)
}

func fileEntry(in Inbound, sign func(money.Amount) money.Amount) Entry {
	e := Entry{
		Direction: string(in.Direction), Source: "file", Number: in.InvoiceNumber, IssueDate: in.IssueDate.String(), DueDate: in.DueDate.String(),
		Status: string(in.Status), Name: in.Seller.Name, VATID: in.Seller.VATID, Currency: in.Currency,
		Net: sign(in.Subtotal.Amount).String(), Tax: sign(in.TaxTotal.Amount).String(), Total: sign(in.Total.Amount).String(),
	}
	if in.DocumentType != nil {
		e.Type = string(*in.DocumentType)
	}
	if in.Direction == DirectionIssued {
		e.Name, e.VATID = in.Buyer.Name, in.Buyer.VATID
	}
	var rates []string
	for _, t := range in.TaxBreakdown {
		rates = append(rates, rate(string(t.Category), t.Rate.String(), sign(t.TaxableAmount).String(), sign(t.TaxAmount).String()))
	}
	e.TaxRates = strings.Join(rates, " | ")
	return e
}
