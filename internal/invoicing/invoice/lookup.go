package invoice

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"allot/internal/identity/auth"
	"allot/internal/invoicing/document"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/money"
)

// Claim is what a file says of the invoice that it is.
type Claim struct {
	Direction Direction
	Number    string
	Currency  money.Currency
	Total     money.Amount
	// Seller and Buyer are known by their VAT id and registration.
	Seller, Buyer document.Party
}

// Reason is how a file and an invoice agree or differ.
type Reason string

// The reasons. What is missing on either side is no agreement.
const (
	SameNumber    Reason = "same_number"
	OtherNumber   Reason = "other_number"
	SameSeller    Reason = "same_seller"
	OtherSeller   Reason = "other_seller"
	UnknownSeller Reason = "unknown_seller" // one of them names neither VAT id nor registration
	SameCurrency  Reason = "same_currency"
	OtherCurrency Reason = "other_currency"
	SameTotal     Reason = "same_total"
	OtherTotal    Reason = "other_total"
	OtherBuyer    Reason = "other_buyer"
	WasCancelled  Reason = "cancelled"
)

// agreement is what a file has in common with its invoice.
var agreement = []Reason{SameNumber, SameSeller, SameCurrency, SameTotal}

// Candidate is an invoice that a file could be.
type Candidate struct {
	Invoice       string         `json:"invoice" format:"uuid" doc:"Id of the invoice"`
	InvoiceNumber string         `json:"invoice_number" doc:"Its number, as the hotel wrote it"`
	Company       string         `json:"company" doc:"The other side of the invoice"`
	IssueDate     civil.Date     `json:"issue_date" doc:"When it was issued"`
	TotalAmount   money.Amount   `json:"total_amount" doc:"What it comes to, with tax"`
	Currency      money.Currency `json:"currency" doc:"ISO 4217"`
	Reasons       []Reason       `json:"reasons" nullable:"false" enum:"same_number,other_number,same_seller,other_seller,unknown_seller,same_currency,other_currency,same_total,other_total,other_buyer,cancelled" doc:"How file and invoice agree or differ"`
}

// Agrees reports whether file and invoice agree in everything, and so are the same.
func (c Candidate) Agrees() bool { return slices.Equal(c.Reasons, agreement) }

// maxCandidates bounds what is offered of one file.
const maxCandidates = 5

// Candidates finds the invoices that each file could be, among those that were sent and that
// the caller sees, the likeliest first: those with its number, and those that agree in
// everything else.
func (s *Service) Candidates(ctx context.Context, who auth.Caller, claims []Claim) ([][]Candidate, error) {
	out := make([][]Candidate, len(claims))
	r, err := s.reader(ctx, who)
	if err != nil {
		return nil, err
	}
	var numbers []string
	var totals []money.Amount
	for i, c := range claims {
		out[i] = []Candidate{}
		if r.Operator == (c.Direction == Received) { // hotels receive none, operators send none
			numbers, totals = append(numbers, c.Number), append(totals, c.Total)
		}
	}
	if len(numbers) == 0 {
		return out, nil
	}
	list, err := s.store.Similar(ctx, r, numbers, totals)
	if err != nil {
		return nil, err
	}
	for _, v := range list {
		seller, err := s.sellerOf(ctx, v)
		if err != nil {
			return nil, err
		}
		for i, c := range claims {
			if reasons := v.compare(c, seller); r.Operator == (c.Direction == Received) && likely(reasons) {
				out[i] = append(out[i], v.candidate(c.Direction, reasons))
			}
		}
	}
	for i := range out {
		slices.SortStableFunc(out[i], func(a, b Candidate) int { return cmp.Compare(agreed(b.Reasons), agreed(a.Reasons)) })
		out[i] = out[i][:min(len(out[i]), maxCandidates)]
	}
	return out, nil
}

// candidate shows enough of an invoice to choose it. Whoever chooses has not opened it yet.
func (v Invoice) candidate(d Direction, reasons []Reason) Candidate {
	other := v.Frozen.Seller
	if d == Sent {
		other = v.Frozen.Buyer
	}
	return Candidate{v.ID, v.InvoiceNumber, other.Name, v.IssueDate, v.TotalAmount, v.Currency, reasons}
}

// sellerOf returns the seller as it was sent, identified by what is known now where it had
// neither VAT id nor registration.
func (s *Service) sellerOf(ctx context.Context, v Invoice) (document.Party, error) {
	if v.Frozen.Seller.VATID != "" {
		return v.Frozen.Seller, nil
	}
	now, _, _, err := s.deps.Parties.Party(ctx, v.OwnerID)
	if errors.Is(err, apperr.ErrNotFound) {
		return v.Frozen.Seller, nil
	}
	return v.Frozen.Seller.Or(now), err
}

// compare lists how an invoice and a file agree or differ.
func (v Invoice) compare(c Claim, seller document.Party) []Reason {
	pick := func(same bool, yes, no Reason) Reason {
		if same {
			return yes
		}
		return no
	}
	list := []Reason{
		pick(v.InvoiceNumber == strings.TrimSpace(c.Number), SameNumber, OtherNumber),
		UnknownSeller,
		pick(v.Currency == c.Currency, SameCurrency, OtherCurrency),
		pick(v.TotalAmount.Equal(c.Total), SameTotal, OtherTotal),
	}
	if same, known := document.SameParty(seller, c.Seller); known {
		list[1] = pick(same, SameSeller, OtherSeller)
	}
	if same, known := document.SameParty(v.Frozen.Buyer, c.Buyer); known && !same {
		list = append(list, OtherBuyer)
	}
	if v.Status == StatusCancelled {
		list = append(list, WasCancelled)
	}
	return list
}

// likely reports whether a person should look: the number agrees, or everything else does.
func likely(reasons []Reason) bool {
	return reasons[0] == SameNumber || slices.Equal(reasons[1:], agreement[1:])
}

func agreed(reasons []Reason) (n int) {
	for _, r := range reasons {
		if slices.Contains(agreement, r) {
			n++
		}
	}
	return n
}

// SentAs returns on which side of an invoice that was sent a caller is that may read it;
// empty: on none.
func (s *Service) SentAs(ctx context.Context, who auth.Caller, id string) (Direction, error) {
	v, err := s.find(ctx, who, id)
	if errors.Is(err, apperr.ErrNotFound) || err == nil && v.SentAt == nil {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return v.DirectionFor(who.OwnerID), nil
}
