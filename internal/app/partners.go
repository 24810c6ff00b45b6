package app

import (
	"allot/internal/content/facts"
	"allot/internal/partners/contract"
	"allot/internal/partners/contract/contractdb"
	"allot/internal/partners/mapping"
	"allot/internal/partners/mapping/mappingdb"
	"allot/internal/partners/marketplace"
	"allot/internal/partners/marketplace/marketplacedb"
	"allot/internal/partners/override"
	"allot/internal/partners/override/overridedb"
	"allot/internal/partners/portfolio"
	"allot/internal/partners/portfolio/portfoliodb"
	"allot/internal/partners/ratecontract"
	"allot/internal/partners/ratecontract/ratecontractdb"
)

// buildPartners makes what hotels and tour operators agree on, and what
// follows from it.
func (a *App) buildPartners() {
	a.Contracts = contract.New(with(a, contract.Deps{
		Store: contractdb.New(a.DB), Accounts: a.Accounts, Plans: a.Plans, Settings: a.Settings, Notify: a.Notify,
		Jobs: a.Queue, Audit: a.Audit, Mail: a.mail, Now: a.now, LinkBase: a.linkTo,
		LimitProposals: a.cfg.LimitProposals, Categories: categoryKeys(facts.Load()), Hooks: a.contractHooks(),
	}))
	a.Marketplace = marketplace.New(with(a, marketplace.Deps{
		Store: marketplacedb.New(a.DB), Catalogue: facts.Load(), Accounts: a.Accounts, Settings: a.Settings, Publications: a.Publications,
		Contracts: a.Contracts, Now: a.now,
	}))
	a.RateContracts = ratecontract.New(with(a, ratecontract.Deps{
		Store: ratecontractdb.New(a.DB), Accounts: a.Accounts, Properties: a.Properties, Publications: a.Publications,
		Contracts: a.Contracts, Settings: a.Settings, Notify: a.Notify, Audit: a.Audit, Now: a.now,
		Hooks: a.rateContractHooks(),
	}))
	a.Mappings = mapping.New(with(a, mapping.Deps{
		Store: mappingdb.New(a.DB), Contracts: a.Contracts, Publications: a.Publications, Audit: a.Audit, Now: a.now,
	}))
	a.Overrides = override.New(with(a, override.Deps{
		Store: overridedb.New(a.DB), Catalogue: facts.Load(), Accounts: a.Accounts, Plans: a.Plans, Settings: a.Settings,
		Notify: a.Notify, Properties: a.Properties, Photos: a.Photos, Publications: a.Publications, Contracts: a.Contracts,
		Jobs: a.Queue, Audit: a.Audit, Mail: a.mail, Box: a.secrets, Now: a.now, LinkBase: a.linkTo,
	}))
	a.Portfolio = portfolio.New(with(a, portfolio.Deps{
		Store: portfoliodb.New(a.DB), Accounts: a.Accounts, Notify: a.Notify, Catalogue: facts.Load(), Properties: a.Properties,
		Publications: a.Publications, Contracts: a.Contracts,
		Mappings: a.Mappings, Overrides: a.Overrides, Settings: a.Settings,
	}))
}

// categoryKeys tells the contracts, which know no fact, what can be shared.
func categoryKeys(c *facts.Catalogue) []string {
	var keys []string
	for _, category := range c.Categories() {
		keys = append(keys, category.Key)
	}
	return keys
}
