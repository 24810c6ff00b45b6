package invoice

import (
	"context"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
)

// Selection is the invoices that a key may read, before they are read.
type Selection struct {
	service *Service
	reader  Reader
	filter  Filter
	nothing bool
}

// feedAtOnce is how many invoices are in memory at a time.
const feedAtOnce = 100

// Select finds the invoices that a key may read: of a hotel its own, of an operator
// those that it has received from hotels whose contract in force allows invoices to its
// systems. A key for one contract reads what that grants, for either side.
func (s *Service) Select(ctx context.Context, key auth.KeyCaller, f Filter) (*Selection, error) {
	if err := f.Check(); err != nil {
		return nil, err
	}
	if err := s.expireAll(ctx, key.OwnerID); err != nil {
		return nil, err
	}
	x := &Selection{service: s, filter: f, reader: Reader{Account: key.OwnerID, Operator: key.AccountType == auth.TourOperator, Properties: key.Properties}}
	if !x.reader.Operator && key.ContractID == nil {
		return x, nil
	}
	list, err := s.deps.Contracts.Under(ctx, key.OwnerID, key.ContractID)
	x.nothing = true
	for _, c := range list {
		if !c.Allows(c.PartnerID, contract.RightInvoices) || !c.Allows(c.PartnerID, contract.RightExports) {
			continue
		}
		x.nothing = false
		if x.reader.Operator {
			x.reader.Hotels = append(x.reader.Hotels, c.UserID)
		} else {
			x.reader.Partner = c.PartnerID
		}
	}
	return x, err
}

// SelectFor finds the invoices that a user may read.
func (s *Service) SelectFor(ctx context.Context, who auth.Caller, f Filter) (*Selection, error) {
	if err := f.Check(); err != nil {
		return nil, err
	}
	if err := s.expireAll(ctx, who.OwnerID); err != nil {
		return nil, err
	}
	r, err := s.reader(ctx, who)
	return &Selection{service: s, filter: f, reader: r}, err
}

// State is what the answer to a key depends on: equal states mean equal invoices.
type State struct {
	Account  int64
	Revision []int64
	Reader   Reader
	Nothing  bool
	// Partners are the accounts whose names the invoices show besides the reader's.
	// Revision has the stamps of their content after that of the invoices.
	Partners []int64
}

// State reads the state of the selection without its invoices.
func (x *Selection) State(ctx context.Context) (State, error) {
	partners := x.reader.Hotels
	if !x.reader.Operator {
		var err error
		if partners, err = x.service.store.Partners(ctx, x.reader.Account); err != nil {
			return State{}, err
		}
	}
	keys := append(account.Invoices.Of(x.reader.Account), account.Content.Of(x.reader.Account)...)
	st, err := x.service.store.Source().Stamps(ctx, append(keys, account.Content.Of(partners...)...))
	return State{Account: x.reader.Account, Revision: st.Values, Reader: x.reader, Nothing: x.nothing, Partners: partners}, err
}

// Count counts the invoices.
func (x *Selection) Count(ctx context.Context) (int, error) {
	if x.nothing {
		return 0, nil
	}
	return x.service.store.CountInvoices(ctx, x.reader, x.filter)
}

// Each yields the invoices in the order they were made. No transaction is open while it
// yields, because the consumer may be slow.
func (x *Selection) Each(ctx context.Context, yield func(Listed) error) error {
	if x.nothing {
		return nil
	}
	who := auth.Caller{OwnerID: x.reader.Account, AccountType: auth.Accommodation}
	if x.reader.Operator {
		who.AccountType = auth.TourOperator
	}
	for after, more := int64(0), true; more; {
		list, err := x.service.store.InvoicesAfter(ctx, x.reader, x.filter, after, feedAtOnce)
		if err != nil || len(list) == 0 {
			return err
		}
		after, more = list[len(list)-1].RowID, len(list) == feedAtOnce
		named, err := x.service.named(ctx, who, list)
		if err != nil {
			return err
		}
		for _, v := range named {
			if err := yield(v); err != nil {
				return err
			}
		}
	}
	return nil
}
