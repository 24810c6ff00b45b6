package invoice

import (
	"cmp"
	"context"
	"slices"

	"github.com/shopspring/decimal"

	"allot/internal/identity/auth"
	"allot/internal/platform/money"
)

// Sum is what the invoices of one currency and state add up to, in thousandths:
// Millions times a million and Rest. Split like that, no sum of the database overflows.
type Sum struct {
	Currency money.Currency
	Stage    Stage
	Count    int
	Millions int64
	Rest     int64
}

// millionShift is what Sum.Millions counts.
const millionShift = 6

func (s Sum) amount() money.Amount {
	d := decimal.New(s.Millions, millionShift).Add(decimal.New(s.Rest, 0))
	return money.New(d.Shift(-thousandthsShift))
}

// Figure is a number of invoices and what they add up to.
type Figure struct {
	Count  int          `json:"count"`
	Amount money.Amount `json:"amount"`
}

func (f *Figure) add(s Sum) {
	f.Count += s.Count
	f.Amount = f.Amount.Add(s.amount())
}

// Stats are the figures of an account's invoices in one currency.
type Stats struct {
	Currency    money.Currency    `json:"currency"`
	Direction   Direction         `json:"direction" enum:"received,sent"`
	Outstanding Figure            `json:"outstanding" doc:"Sent and not paid, overdue ones included"`
	Overdue     Figure            `json:"overdue" doc:"Not paid although the due date has passed: those with is_overdue, whatever their status"`
	Disputed    Figure            `json:"disputed" doc:"Those that the recipient disputes, overdue ones included"`
	Paid        Figure            `json:"paid"`
	Drafts      Figure            `json:"drafts" doc:"Of an issuer"`
	ByStatus    map[Status]Figure `json:"by_status" doc:"Every status, also those that no invoice has"`
}

// Stats returns the figures of what a caller sees, by currency.
func (s *Service) Stats(ctx context.Context, who auth.Caller) ([]Stats, error) {
	if err := s.expireAll(ctx, who.OwnerID); err != nil {
		return nil, err
	}
	r, err := s.reader(ctx, who)
	if err != nil {
		return nil, err
	}
	sums, err := s.store.Sums(ctx, r, s.now())
	if err != nil {
		return nil, err
	}
	direction := Sent
	if r.Operator {
		direction = Received
	}
	list := []Stats{}
	for _, sum := range sums {
		i := slices.IndexFunc(list, func(s Stats) bool { return s.Currency == sum.Currency })
		if i < 0 {
			i = len(list)
			list = append(list, newStats(sum.Currency, direction))
		}
		list[i].add(sum)
	}
	slices.SortFunc(list, func(a, b Stats) int { return cmp.Compare(a.Currency, b.Currency) })
	return list, nil
}

func newStats(c money.Currency, d Direction) Stats {
	s := Stats{Currency: c, Direction: d, ByStatus: map[Status]Figure{}}
	for _, status := range Statuses {
		s.ByStatus[status] = Figure{}
	}
	return s
}

func (s *Stats) add(sum Sum) {
	f := s.ByStatus[sum.Stage.Status]
	f.add(sum)
	s.ByStatus[sum.Stage.Status] = f
	if sum.Stage.Status.Open() {
		s.Outstanding.add(sum)
	}
	if sum.Stage.Overdue() {
		s.Overdue.add(sum)
	}
	if sum.Stage.Disputed {
		s.Disputed.add(sum)
	}
	switch sum.Stage.Status { //nolint:exhaustive // the others have no figure of their own
	case StatusPaid:
		s.Paid.add(sum)
	case StatusDraft:
		s.Drafts.add(sum)
	}
}
