package invoice

import (
	"context"
	"slices"

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

// State is what the answer to a key depends on: equal states mean equal invoices.
type State struct {
	Account  int64
	Revision []int64
	// Others are the accounts on the other side of the invoices, which have names too.
	Others  []int64
	Reader  Reader
	Nothing bool
}

// State reads the state of the selection without its invoices.
func (x *Selection) State(ctx context.Context) (State, error) {
	state := State{Account: x.reader.Account, Others: x.reader.Hotels, Reader: x.reader, Nothing: x.nothing}
	if !x.reader.Operator {
		var err error
		if state.Others, err = x.service.store.PartnersOf(ctx, x.reader.Account); err != nil {
			return state, err
		}
	}
	keys := slices.Concat(account.Invoices.Of(x.reader.Account), account.Content.Of(x.reader.Account), account.Content.Of(state.Others...))
	st, err := x.service.store.Source().Stamps(ctx, keys)
	state.Revision = st.Values
	return state, err
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
