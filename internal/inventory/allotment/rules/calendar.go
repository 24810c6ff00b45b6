package rules

import (
	"slices"
	"strings"
	"time"

	"allot/internal/partners/warning"
	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
)

// Kind says where a calendar's allotment comes from and who sees it.
type Kind string

// The kinds.
const (
	KindMaster     Kind = "master"     // the hotel's own, created with the property, never edited
	KindConnected  Kind = "connected"  // of an operator under a partnership contract
	KindContracted Kind = "contracted" // fed by a rate contract
	KindAllotment  Kind = "allotment"  // of an operator that is not on the platform
	KindStandalone Kind = "standalone" // statuses only, no units
)

// Kinds lists every kind.
var Kinds = []Kind{KindMaster, KindConnected, KindContracted, KindAllotment, KindStandalone}

// Pooled reports whether calendars of the kind draw on the pool.
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
	ErrNoRateContract  = apperr.New(apperr.Conflict, "no_rate_contract", "no rate contract feeds this calendar")
)

// MasterName is the name of every Master calendar.
const MasterName = "Master"

const (
	maxCalendarName    = 200
	maxExternalDetails = 2000
)

// NamedCalendar is a calendar with its counterparty and what feeds it.
type NamedCalendar struct {
	Calendar
	Counterparty  string `json:"counterparty" doc:"Company of the operator, or external_name; empty where there is none"`
	IsContractFed bool   `json:"is_contract_fed" doc:"A rate contract says what is allotted: blocks written by hand are refused"`

	Warnings []warning.Warning `json:"warnings,omitempty" nullable:"false" doc:"After another binding: manual_block_replaced for each block written by hand that the rate contract replaces"`
}

// CalendarChange holds the new values of a calendar; nil leaves a field as it is,
// a pointer to nil clears a binding.
type CalendarChange struct {
	PropertyID                           *int64
	Kind                                 *Kind
	Name, ExternalName, ExternalDetails  *string
	Contract, RateContract, MailingGroup **int64
}

// Apply sets the given fields.
func (in CalendarChange) Apply(c *Calendar) {
	field.Set(&c.PropertyID, in.PropertyID)
	field.Set(&c.Kind, in.Kind)
	field.Set(&c.Name, in.Name)
	field.Set(&c.ExternalName, in.ExternalName)
	field.Set(&c.ExternalDetails, in.ExternalDetails)
	field.Set(&c.Contract, in.Contract)
	field.Set(&c.RateContract, in.RateContract)
	field.Set(&c.MailingGroup, in.MailingGroup)
	c.Name, c.ExternalName = strings.TrimSpace(c.Name), strings.TrimSpace(c.ExternalName)
	c.ExternalDetails = strings.TrimSpace(c.ExternalDetails)
}

// Check returns an error that lists each bad field. before is nil for a new
// calendar; in are the records it is bound to.
func (c Calendar) Check(before *Calendar, in Bindings) error {
	var f apperr.Fields
	if before == nil {
		f.Check(c.Kind != KindMaster && slices.Contains(Kinds, c.Kind), "kind", "must be connected, contracted, allotment or standalone")
		before = &Calendar{}
	} else {
		const fixed = "cannot be changed: make a new calendar"
		f.Check(c.PropertyID == before.PropertyID, "property", fixed)
		f.Check(c.Kind == before.Kind, "kind", fixed)
	}
	f.Check(c.Name != "", "name", "is required")
	field.CheckLine(&f, "name", c.Name, maxCalendarName)
	field.CheckLine(&f, "external_name", c.ExternalName, maxCalendarName)
	field.CheckText(&f, "external_details", c.ExternalDetails, maxExternalDetails)
	c.checkKind(&f)
	c.checkBindings(&f, *before, in)
	return f.Err()
}

// checkKind refuses fields that calendars of the kind do not have.
func (c Calendar) checkKind(f *apperr.Fields) {
	f.Check(c.Contract == nil || c.Kind == KindConnected, "counterparty_contract", "is for connected calendars only")
	f.Check(c.RateContract == nil || c.Kind == KindConnected || c.Kind == KindContracted, "rate_contract", "is for contracted and connected calendars only")
	const external = "is for calendars of kind allotment only"
	f.Check(c.ExternalName == "" || c.Kind == KindAllotment, "external_name", external)
	f.Check(c.ExternalDetails == "" || c.Kind == KindAllotment, "external_details", external)
}

// checkBindings checks only bindings that changed: a calendar stays bound to a
// contract that has ended.
func (c Calendar) checkBindings(f *apperr.Fields, before Calendar, in Bindings) {
	contract, rate := !field.Same(c.Contract, before.Contract), !field.Same(c.RateContract, before.RateContract)
	f.Check(c.Kind != KindConnected || c.Contract != nil || before.ID != 0 && !contract, "counterparty_contract", "is required")
	f.Check(c.Kind != KindContracted || c.RateContract != nil || before.ID != 0 && !rate, "rate_contract", "is required")
	if c.Contract != nil && contract {
		f.Check(in.Contract.Status.InForce(), "counterparty_contract", "must be the id of a partnership contract in force")
	}
	if c.RateContract != nil && rate {
		f.Check(in.Rate.PropertyID == c.PropertyID && in.Rate.OwnerID == c.OwnerID && in.Rate.Status != Ended, "rate_contract",
			"must be the id of a rate contract of this property that has not ended")
	}
	if c.RateContract != nil && c.Contract != nil && (rate || contract) {
		f.Check(in.Rate.PartnerID == in.Contract.PartnerID, "rate_contract", "must be with the operator of counterparty_contract")
	}
	if c.MailingGroup != nil && !field.Same(c.MailingGroup, before.MailingGroup) {
		f.Check(in.List, "mailing_group", "must be the id of one of your mailing lists")
	}
}

// Equal reports whether the editable fields are the same.
func (c Calendar) Equal(o Calendar) bool {
	return c.Name == o.Name && c.ExternalName == o.ExternalName && c.ExternalDetails == o.ExternalDetails &&
		field.Same(c.Contract, o.Contract) && field.Same(c.RateContract, o.RateContract) && field.Same(c.MailingGroup, o.MailingGroup)
}
