package invoice

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"allot/internal/identity/auth"
	"allot/internal/inventory/rooming"
	"allot/internal/invoicing/document"
	"allot/internal/partners/warning"
	"allot/internal/platform/apperr"
	"allot/internal/platform/money"
)

// LedgerInput drafts an invoice from the confirmed stays of a rooming ledger. Prices are
// a night's, by room for all stays, or by entry for these only.
type LedgerInput struct {
	Input
	Rooms, Entries []Price
}

// Price is what a night costs in a room, or of an entry.
type Price struct {
	ID        int64
	UnitPrice money.Amount
}

// payWithin is how many days there are to pay where no due date is given.
const payWithin = 30

// CreateFromLedger drafts an invoice with a line for each confirmed stay.
func (s *Service) CreateFromLedger(ctx context.Context, who auth.Caller, ledger int64, in LedgerInput) (d Detail, warnings []warning.Warning, err error) {
	if err := (auth.Rule{Flag: auth.Rooming}).Allow(who); err != nil {
		return d, nil, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		l, entries, err := s.deps.Rooming.Confirmed(ctx, who, ledger)
		if err != nil {
			return err
		}
		lines, err := in.lines(entries)
		if err != nil {
			return err
		}
		from, err := s.ledgerDraft(ctx, l, &in.Input, lines)
		if err != nil {
			return err
		}
		if warnings, err = s.alreadyInvoiced(ctx, l, lines); err != nil {
			return err
		}
		d, err = s.create(ctx, who, from, in.Input)
		return err
	})
	return d, warnings, err
}

// ledgerDraft returns the head of an invoice for a ledger, and fills in the dates that
// the input lacks.
func (s *Service) ledgerDraft(ctx context.Context, l rooming.Ledger, in *Input, lines []LineItem) (Invoice, error) {
	v := Invoice{PartnerID: l.PartnerID, PropertyID: &l.PropertyID, LedgerID: &l.ID, LineItems: lines, ServiceFrom: lines[0].From, ServiceTo: lines[0].To}
	if l.PartnerID == nil {
		v.RecipientName = l.Name
	}
	for _, line := range lines {
		v.ServiceFrom, v.ServiceTo = min(v.ServiceFrom, line.From), max(v.ServiceTo, line.To)
	}
	today, err := s.today(ctx, l.OwnerID)
	if err != nil {
		return v, err
	}
	if in.IssueDate == nil {
		in.IssueDate = &today
	}
	if in.DueDate == nil {
		due := in.IssueDate.Add(payWithin)
		in.DueDate = &due
	}
	return v, nil
}

// lines returns a line for each stay that has a price.
func (in LedgerInput) lines(entries []rooming.NamedEntry) ([]LineItem, error) {
	var f apperr.Fields
	f.Check((len(in.Rooms) > 0) != (len(in.Entries) > 0), "prices", "give a price by room in prices, or by entry in entries")
	if err := f.Err(); err != nil {
		return nil, err
	}
	byRoom, byEntry := in.priceMaps(entries, &f)
	var lines []LineItem
	for _, e := range entries {
		price, ok := byEntry[e.ID]
		if len(in.Rooms) > 0 && e.RoomID != nil {
			price, ok = byRoom[*e.RoomID]
			f.Checkf(ok, "prices", "has no price for room %d (%s), in which the ledger has a confirmed stay", *e.RoomID, e.RoomName)
		}
		if ok {
			lines = append(lines, stayLine(e, price))
		}
	}
	f.Check(len(lines) > 0, "prices", "no confirmed stay of the ledger has a price")
	f.Checkf(len(lines) <= MaxLines, "entries", "at most %d stays fit on an invoice: choose some of them", MaxLines)
	return lines, f.Err()
}

// priceMaps returns the prices by room and by entry. It refuses what is not of the
// ledger, what is named twice, and a negative price: here, where the caller knows its place.
func (in LedgerInput) priceMaps(entries []rooming.NamedEntry, f *apperr.Fields) (byRoom, byEntry map[int64]money.Amount) {
	rooms, ids := map[int64]bool{}, map[int64]bool{}
	for _, e := range entries {
		ids[e.ID] = true
		if e.RoomID != nil {
			rooms[*e.RoomID] = true
		}
	}
	read := func(field, name string, prices []Price, known map[int64]bool, unknown string) map[int64]money.Amount {
		out := make(map[int64]money.Amount, len(prices))
		for i, p := range prices {
			_, twice := out[p.ID]
			f.Check(!twice, fmt.Sprintf("%s[%d].%s", field, i, name), "is named twice")
			f.Check(known[p.ID], fmt.Sprintf("%s[%d].%s", field, i, name), unknown)
			f.Check(p.UnitPrice.Sign() >= 0, fmt.Sprintf("%s[%d].unit_price", field, i), "must not be negative: give a discount as a negative quantity")
			out[p.ID] = p.UnitPrice
		}
		return out
	}
	return read("prices", "room", in.Rooms, rooms, "must be a room in which the ledger has a confirmed stay"),
		read("entries", "entry", in.Entries, ids, "must be a confirmed entry of the ledger")
}

// stayLine is the line of a stay: its room, guest and reference, units x nights.
func stayLine(e rooming.NamedEntry, price money.Amount) LineItem {
	parts := []string{e.RoomName}
	if len(e.Guests) > 0 {
		parts = append(parts, strings.TrimSpace(e.Guests[0].FirstName+" "+e.Guests[0].LastName))
	}
	if e.Reference != "" {
		parts = append(parts, e.Reference)
	}
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	if len(parts) == 0 {
		parts = []string{fmt.Sprintf("%s – %s", e.Arrival, e.Departure)}
	}
	description := []rune(strings.Join(parts, ", "))
	id := e.ID
	return LineItem{
		Description: string(description[:min(len(description), maxDescription)]), Quantity: roomNights(e.Entry), Unit: document.UnitRoomNight,
		UnitPrice: price, EntryID: &id, From: e.Arrival, To: e.Departure,
	}
}

// alreadyInvoiced warns of stays that are on another invoice of the ledger.
func (s *Service) alreadyInvoiced(ctx context.Context, l rooming.Ledger, lines []LineItem) ([]warning.Warning, error) {
	others, err := s.store.InvoicesOfLedger(ctx, l.OwnerID, l.ID)
	if err != nil {
		return nil, err
	}
	stays := make(map[int64]bool, len(lines))
	for _, line := range lines {
		stays[*line.EntryID] = true
	}
	var list []warning.Warning
	for _, v := range others {
		n := 0
		for _, line := range v.LineItems {
			if line.EntryID != nil && stays[*line.EntryID] {
				n++
			}
		}
		if n > 0 && len(list) < warning.Max {
			list = append(list, warning.Warning{Code: "already_invoiced", Message: fmt.Sprintf("%d of these stays are on invoice %s (%s) already", n, v.InvoiceNumber, v.Status)})
		}
	}
	return list, nil
}
