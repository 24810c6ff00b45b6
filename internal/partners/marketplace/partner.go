package marketplace

import (
	"allot/internal/content/publication"
	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
)

// PartnerCard is what an account shows of itself without a contract.
type PartnerCard struct {
	OwnerID     int64            `bun:"owner_id,pk" json:"id"`
	AccountType auth.AccountType `bun:"account_type" json:"account_type" enum:"accommodation,tour_operator"`
	Name        string           `bun:"name" json:"company_name"`
	Country     string           `bun:"country" json:"country" doc:"ISO 3166-1 alpha-2"`
	City        string           `bun:"city" json:"city"`
	LogoKey     string           `bun:"logo_key" json:"-"`
	Logo        *string          `bun:"-" json:"logo" doc:"Address of the picture, or null"` // only the HTTP side knows it
	Website     string           `bun:"website" json:"website"`
	Properties  int              `bun:"properties" json:"properties_count" doc:"How many properties it has published"`
}

// MarketCard is an account in the marketplace, with its relation to the caller.
type MarketCard struct {
	PartnerCard
	Countries []string         `json:"countries" nullable:"false" doc:"Where the company and its published properties are"`
	Published []MarketProperty `json:"properties" nullable:"false" doc:"Some of its published properties, at most 5"`
	Contract  *MarketContract  `json:"contract" doc:"The contract with the caller, null if there never was one"`
}

// MarketProperty is a published property on the card of its hotel.
type MarketProperty struct {
	ID           int64    `json:"id"`
	Name         string   `json:"name"`
	Country      string   `json:"country"`
	City         string   `json:"city"`
	Stars        *float64 `json:"stars"`
	PropertyType string   `json:"property_type"`
	CoverKey     string   `json:"-"`
	Cover        *string  `json:"cover" doc:"Address of the small cover picture, or null"` // only the HTTP side knows it
}

// MarketContract is the contract of the caller with an account.
type MarketContract struct {
	ID        int64              `json:"id"`
	Status    contract.Status    `json:"status" enum:"P,C,R,X,A"`
	Direction contract.Direction `json:"direction" enum:"incoming,outgoing,current,ended" doc:"incoming: it waits for your answer"`
}

func marketProperty(c publication.Card) MarketProperty {
	return MarketProperty{
		ID: c.PropertyID, Name: c.Name, Country: c.Country, City: c.City, Stars: c.Stars, PropertyType: c.PropertyType, CoverKey: c.CoverKey,
	}
}

func marketContract(r contract.Relation) *MarketContract {
	return &MarketContract{ID: r.ContractID, Status: r.Status, Direction: r.Direction}
}

// opposite returns the account type that an account can have contracts with;
// empty for staff.
func opposite(t auth.AccountType) auth.AccountType {
	switch t {
	case auth.Accommodation:
		return auth.TourOperator
	case auth.TourOperator:
		return auth.Accommodation
	default:
		return ""
	}
}

// Sort is the order of the marketplace.
type Sort string

// The orders. Without one it is by name.
const (
	SortName   Sort = "name"
	SortNewest Sort = "newest"
)

// Filter narrows the marketplace; zero fields do not filter, and all others
// must match.
type Filter struct {
	// Query is a part of the name or city of the company or of a published
	// property.
	Query string
	// Countries are those of the company or of a published property.
	Countries []string
	// PropertyType and MinStars must hold of one published property, which then
	// lies in one of the countries.
	PropertyType string
	MinStars     float64
	// Published selects accounts with or without published properties.
	Published *bool
	// Connected selects accounts with or without a contract in force.
	Connected *bool
	Sort      Sort
}
