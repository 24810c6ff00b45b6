package demo

import (
	"context"
	"fmt"

	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/partners/contract"
)

// operator is a tour operator that has to do with the chain.
type operator struct {
	person
	Name    string      `json:"name"`
	Country string      `json:"country"`
	Known   bool        `json:"known"`   // the small demo has made it
	Prefix  string      `json:"prefix"`  // of its booking numbers
	Plan    string      `json:"plan"`    // category that it pays for
	Granted string      `json:"granted"` // category that the staff have granted
	Market  market      `json:"market"`
	Company companyFile `json:"company"`

	who      auth.Caller
	contract int64 // with the chain, if it is in force
}

// group is guests who travel together.
type group struct {
	Name   string      `json:"name"`
	Guests [][2]string `json:"guests"` // first and last names
}

// operatorFile is operators.json.
type operatorFile struct {
	Operators []operator `json:"operators"`
	Agency    struct {
		Name     string `json:"name"`
		External string `json:"external"`
		Market   market `json:"market"`
	} `json:"agency"`
	Direct struct {
		Market market `json:"market"`
	} `json:"direct"`
	Groups []group `json:"groups"`
}

func (f operatorFile) list() []*operator {
	list := make([]*operator, len(f.Operators))
	for i := range f.Operators {
		list[i] = &f.Operators[i]
	}
	return list
}

// The operators by their place in operators.json.
const (
	german = iota
	polish
	british
	dutch
	turkish
)

// subscribe gives the accounts their plans: the chain and one operator pay, one
// operator was granted its plan.
func (c *chain) subscribe(ctx context.Context) error {
	if err := c.nameSeller(ctx); err != nil {
		return err
	}
	if err := c.buy(ctx, c.owner, c.file.Company.companyFile, c.file.Company.Country, c.file.Company.Email, "platinum", plan.Yearly, "pm_card_visa"); err != nil {
		return err
	}
	for _, o := range c.operators {
		if o.Granted == "" {
			continue
		}
		if _, err := c.Plans.Grant(auth.With(ctx, c.admin), o.who.OwnerID, plan.GrantInput{Plan: &o.Granted}); err != nil {
			return err
		}
	}
	const monthAgo = 18 // the month that was paid is not over
	c.ago(monthAgo)
	o := c.operators[british]
	err := c.buy(ctx, o.who, o.Company, o.Country, o.Email, o.Plan, plan.Monthly, "pm_card_mastercard")
	c.ago(daysOfHistory)
	return err
}

// signContracts makes the contracts of the chain and of the family hotel, in every
// state.
func (c *chain) signContracts(ctx context.Context) error {
	yes, ask, no, reasons, three, notice := contract.Yes, contract.Ask, contract.No, true, 3, 60
	for _, a := range []struct {
		operator int
		ago      int
		terms    contract.TermsInput
	}{
		{german, 336, contract.TermsInput{EditFacts: &ask, SelectPhotos: &yes, AddOwnPhotos: &ask, AddLogo: &yes, ShareReasons: &reasons, StopSaleDeadline: &three, NoticePeriod: &notice}},
		{polish, 334, contract.TermsInput{EditFacts: &no, SelectPhotos: &yes, NoticePeriod: &notice}},
		{british, 333, contract.TermsInput{EditFacts: &yes, SelectPhotos: &yes, AddOwnPhotos: &yes, AddLogo: &ask, ShareReasons: &reasons, StopSaleDeadline: &three}},
		{turkish, 331, contract.TermsInput{EditFacts: &ask, SelectPhotos: &yes}},
	} {
		o := c.operators[a.operator]
		comments := fmt.Sprintf("Seasons %d and %d, all five hotels.", c.today.Year(), c.today.Year()+1)
		a.terms.Comments = &comments
		var err error
		if o.contract, err = c.agree(ctx, c.owner, o.who, a.terms, a.ago); err != nil {
			return fmt.Errorf("contract with %s: %w", o.Name, err)
		}
	}
	return c.negotiate(ctx)
}

// agree makes a contract that is accepted two days after it was proposed.
func (c *chain) agree(ctx context.Context, hotel, partner auth.Caller, terms contract.TermsInput, ago int) (int64, error) {
	c.ago(ago)
	d, err := c.Contracts.Create(auth.With(ctx, hotel), hotel, contract.CreateInput{Partner: partner.OwnerID, Terms: terms})
	if err != nil {
		return 0, err
	}
	c.ago(ago - 2)
	_, err = c.Contracts.Accept(auth.With(ctx, partner), partner, d.ID, d.Revision)
	return d.ID, err
}

// negotiate makes the contracts that are not in force, and the amendment that waits.
func (c *chain) negotiate(ctx context.Context) error {
	text := func(s string) *string { return &s }
	// A proposal to the chain, and its counter-proposal.
	nl := c.operators[dutch].who
	c.ago(12)
	d, err := c.Contracts.Create(auth.With(ctx, nl), nl, contract.CreateInput{
		Partner: c.owner.OwnerID, Terms: contract.TermsInput{Comments: text("We would like to start with Mallorca and Crete, 15 rooms each.")},
	})
	if err != nil {
		return err
	}
	c.ago(9)
	seven := 7
	if _, err = c.Contracts.Update(auth.With(ctx, c.owner), c.owner, d.ID, contract.TermsInput{
		StopSaleDeadline: &seven, Comments: text("Mallorca yes; Crete from September on."),
	}, d.Revision); err != nil {
		return err
	}
	// An amendment of a contract in force.
	gb := c.operators[british]
	c.ago(6)
	now, err := c.Contracts.Detail(ctx, gb.who.OwnerID, gb.contract)
	if err != nil {
		return err
	}
	if _, err = c.Contracts.Update(auth.With(ctx, gb.who), gb.who, gb.contract, contract.TermsInput{
		StopSaleDeadline: &seven, Comments: text("Please give us a week's notice of stop sales from next season on."),
	}, now.Revision); err != nil {
		return err
	}
	return c.negotiateHouse(ctx)
}

// negotiateHouse makes the family hotel's other contracts: one in force, one
// rejected, one cancelled.
func (c *chain) negotiateHouse(ctx context.Context) error {
	if _, err := c.agree(ctx, c.house, c.operators[dutch].who, contract.TermsInput{}, 200); err != nil {
		return err
	}
	gb, tr := c.operators[british].who, c.operators[turkish].who
	c.ago(60)
	d, err := c.Contracts.Create(auth.With(ctx, gb), gb, contract.CreateInput{Partner: c.house.OwnerID})
	if err != nil {
		return err
	}
	c.ago(55)
	if _, err := c.Contracts.Reject(auth.With(ctx, c.house), c.house, d.ID, d.Revision); err != nil {
		return err
	}
	id, err := c.agree(ctx, c.house, tr, contract.TermsInput{}, 300)
	if err != nil {
		return err
	}
	c.ago(40)
	_, err = c.Contracts.Cancel(auth.With(ctx, c.house), c.house, id)
	return err
}
