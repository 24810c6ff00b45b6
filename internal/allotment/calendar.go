package allotment

import (
	"time"

	"allot/internal/platform/apperr"
)

// Kind is where a calendar's allotment comes from and who sees it.
type Kind string

// The kinds.
const (
	KindMaster     Kind = "master"     // the hotel's own: one a property, made by itself, never edited
	KindConnected  Kind = "connected"  // of an operator under a partnership contract
	KindContracted Kind = "contracted" // fed by a rate contract
	KindAllotment  Kind = "allotment"  // of an operator that is not on the platform
	KindStandalone Kind = "standalone" // statuses only, no units
)

// Kinds lists every kind.
var Kinds = []Kind{KindMaster, KindConnected, KindContracted, KindAllotment, KindStandalone}

// Pooled tells whether calendars of the kind draw on the pool.
func (k Kind) Pooled() bool { return k != KindStandalone }

// Calendar is one view on the availability of a property, with what is allotted
// to one counterparty.
type Calendar struct {
	ID              int64     `bun:"id,pk,autoincrement" json:"id"`
	OwnerID         int64     `bun:"owner_id" json:"-"`
	PropertyID      int64     `bun:"property_id" json:"property"`
	Name            string    `bun:"name" json:"name" doc:"Such as the operator or channel"`
	Kind            Kind      `bun:"kind" json:"kind" enum:"master,connected,contracted,allotment,standalone"`
	Contract        *int64    `bun:"counterparty_contract" json:"counterparty_contract" doc:"Partnership contract of a connected calendar"`
	RateContract    *int64    `bun:"rate_contract" json:"rate_contract" doc:"Rate contract that feeds it"`
	ExternalName    string    `bun:"external_name" json:"external_name" doc:"Counterparty that is not on the platform"`
	ExternalDetails string    `bun:"external_details" json:"external_details"`
	MailingGroup    *int64    `bun:"mailing_group" json:"mailing_group" doc:"Mailing list that send-partner writes to"`
	CreatedAt       time.Time `bun:"created_at" json:"created_at"`
	UpdatedAt       time.Time `bun:"updated_at" json:"updated_at"`
}

// The refusals about calendars.
var (
	ErrMasterImmutable = apperr.New(apperr.Conflict, "master_immutable", "the Master calendar cannot be edited or deleted")
	ErrCalendarExists  = apperr.New(apperr.Conflict, "already_exists", "the property has a calendar for this already")
	ErrContractFed     = apperr.New(apperr.Conflict, "contract_fed", "a rate contract feeds this calendar: change the contract instead")
)

// masterName is what the calendar that every property has is called.
const masterName = "Master"
