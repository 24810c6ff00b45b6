package app

import (
	"context"

	"allot/internal/contract"
	"allot/internal/contract/contractdb"
	"allot/internal/directory"
	"allot/internal/directory/directorydb"
	"allot/internal/facts"
	"allot/internal/mapping"
	"allot/internal/mapping/mappingdb"
	"allot/internal/override"
	"allot/internal/override/overridedb"
	"allot/internal/platform/warning"
	"allot/internal/portfolio"
	"allot/internal/portfolio/portfoliodb"
	"allot/internal/ratecontract"
	"allot/internal/ratecontract/ratecontractdb"
)

// buildPartners makes what hotels and tour operators agree on, and what
// follows from it.
func (a *App) buildPartners() (err error) {
	a.Contracts, err = contract.New(contract.Deps{
		Store: contractdb.New(a.db), Accounts: a.Accounts, Plans: a.Billing, Settings: a.Settings, Notify: a.Notify,
		Events: a.events, Jobs: a.jobs, Audit: a.audit, Mail: a.mail, Now: a.now, LinkBase: a.linkTo,
		LimitProposals: a.cfg.LimitProposals, Categories: categoryKeys(facts.Load()),
	})
	if err != nil {
		return err
	}
	a.Directory, err = directory.New(directory.Deps{
		Store: directorydb.New(a.db), Catalogue: facts.Load(), Accounts: a.Accounts, Settings: a.Settings, Publications: a.Publications,
		Contracts: a.Contracts, Events: a.events, Jobs: a.jobs, Now: a.now,
	})
	if err != nil {
		return err
	}
	a.RateContracts = ratecontract.New(ratecontract.Deps{
		Store: ratecontractdb.New(a.db), Accounts: a.Accounts, Properties: a.Properties, Publications: a.Publications,
		Contracts: a.Contracts, Settings: a.Settings, Notify: a.Notify, Audit: a.audit, Now: a.now,
		Hooks: ratecontract.Hooks{
			Changed: func(ctx context.Context, r ratecontract.RateContract) ([]warning.Warning, error) {
				return a.Allotments.RateContractChanged(ctx, r)
			},
			Deleted: func(ctx context.Context, r ratecontract.RateContract) error {
				return a.Allotments.RateContractDeleted(ctx, r)
			},
		},
	})
	a.Mappings = mapping.New(mapping.Deps{
		Store: mappingdb.New(a.db), Contracts: a.Contracts, Publications: a.Publications, Audit: a.audit, Now: a.now,
	})
	a.Overrides, err = override.New(override.Deps{
		Store: overridedb.New(a.db), Catalogue: facts.Load(), Accounts: a.Accounts, Plans: a.Billing, Settings: a.Settings,
		Notify: a.Notify, Properties: a.Properties, Photos: a.Photos, Publications: a.Publications, Contracts: a.Contracts,
		Events: a.events, Jobs: a.jobs, Audit: a.audit, Mail: a.mail, Box: a.secrets, Now: a.now, LinkBase: a.linkTo,
	})
	if err != nil {
		return err
	}
	a.Portfolio = portfolio.New(portfolio.Deps{
		Store: portfoliodb.New(a.db), Accounts: a.Accounts, Notify: a.Notify, Catalogue: facts.Load(), Properties: a.Properties,
		Publications: a.Publications, Contracts: a.Contracts,
		Mappings: a.Mappings, Overrides: a.Overrides, Settings: a.Settings,
	})
	a.Contracts.Hooks.Accepted = a.Portfolio.ContractAccepted
	return nil
}

// categoryKeys tells the contracts, which know no fact, what can be shared.
func categoryKeys(c *facts.Catalogue) []string {
	var keys []string
	for _, category := range c.Categories() {
		keys = append(keys, category.Key)
	}
	return keys
}
