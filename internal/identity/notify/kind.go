package notify

import (
	"fmt"
	"slices"

	"allot/internal/identity/auth"
	"allot/internal/platform/lang"
)

// Kind names what a notification is about. It is part of the API and stored: never rename a
// value. A new kind needs a constant, an entry of Kinds and its texts in each file under texts.
type Kind string

// The kinds.
const (
	PublicationSubmitted Kind = "publication_submitted"
	PublicationApproved  Kind = "publication_approved"
	PublicationDeclined  Kind = "publication_declined"
	PartnersWaiting      Kind = "partners_waiting"
	RateContractActive   Kind = "rate_contract_active"
	RateContractChanged  Kind = "rate_contract_changed"
	RateContractEnded    Kind = "rate_contract_ended"

	ContractProposed  Kind = "contract_proposed"
	ContractCountered Kind = "contract_countered"
	ContractAccepted  Kind = "contract_accepted"
	ContractRejected  Kind = "contract_rejected"
	ContractCancelled Kind = "contract_cancelled"
	AmendmentProposed Kind = "amendment_proposed"
	AmendmentAccepted Kind = "amendment_accepted"
	AmendmentRejected Kind = "amendment_rejected"
	InvitationJoined  Kind = "invitation_joined"

	OverrideWaiting       Kind = "override_waiting"
	OverrideApproved      Kind = "override_approved"
	OverrideDeclined      Kind = "override_declined"
	OverrideSourceChanged Kind = "override_source_changed"

	Overbooked       Kind = "overbooked"
	ConnectionFailed Kind = "connection_failed"

	RoomingSent      Kind = "rooming_sent"
	RoomingConfirmed Kind = "rooming_confirmed"
	RoomingChanged   Kind = "rooming_changed"
	RoomingDeclined  Kind = "rooming_declined"
	RoomingCancelled Kind = "rooming_cancelled"

	InvoiceReceived  Kind = "invoice_received"
	InvoiceViewed    Kind = "invoice_viewed"
	InvoiceDisputed  Kind = "invoice_disputed"
	InvoiceCleared   Kind = "invoice_cleared"
	InvoicePaid      Kind = "invoice_paid"
	InvoiceCancelled Kind = "invoice_cancelled"
	InvoiceOverdue   Kind = "invoice_overdue"
	InvoiceReminded  Kind = "invoice_reminded"

	PlanPaid              Kind = "plan_paid"
	PlanPaymentFailed     Kind = "plan_payment_failed"
	PlanLastPaymentFailed Kind = "plan_last_payment_failed"
	PlanEnded             Kind = "plan_ended"

	WebhookDisabled Kind = "webhook_disabled"
	ExportDone      Kind = "export_done"
	ExportFailed    Kind = "export_failed"
)

// KindInfo describes a kind.
type KindInfo struct {
	Kind Kind
	// For are the account types that can get it.
	For []auth.AccountType
	// ByMail sends it by e-mail too, unless the user chose otherwise.
	ByMail bool
	// Params are the {placeholders} of its texts.
	Params []string
}

// partners are the two sides of contracts.
var partners = []auth.AccountType{auth.Accommodation, auth.TourOperator}

// roomingParams are those of every kind about a rooming list: the number of entries, and no
// names of guests.
var roomingParams = []string{"company", "property", "name", "entries"}

// invoiceParams are those of every kind about an invoice.
var invoiceParams = []string{"company", "number", "amount"}

// Kinds lists every kind in the order that preferences show them.
var Kinds = []KindInfo{
	{Kind: PublicationSubmitted, For: []auth.AccountType{auth.Admin}, ByMail: true, Params: []string{"property", "company"}},
	{Kind: PublicationApproved, For: []auth.AccountType{auth.Accommodation}, ByMail: true, Params: []string{"property"}},
	{Kind: PublicationDeclined, For: []auth.AccountType{auth.Accommodation}, ByMail: true, Params: []string{"property", "reason"}},
	{Kind: PartnersWaiting, For: []auth.AccountType{auth.Accommodation}, ByMail: true, Params: []string{"partners", "properties"}},
	{Kind: RateContractActive, For: []auth.AccountType{auth.TourOperator}, ByMail: true, Params: []string{"company", "property", "name"}},
	{Kind: RateContractChanged, For: []auth.AccountType{auth.TourOperator}, ByMail: true, Params: []string{"company", "property", "name"}},
	{Kind: RateContractEnded, For: []auth.AccountType{auth.TourOperator}, ByMail: true, Params: []string{"company", "property", "name"}},
	{Kind: ContractProposed, For: partners, ByMail: true, Params: []string{"company"}},
	{Kind: ContractCountered, For: partners, ByMail: true, Params: []string{"company"}},
	{Kind: ContractAccepted, For: partners, ByMail: true, Params: []string{"company"}},
	{Kind: ContractRejected, For: partners, ByMail: true, Params: []string{"company"}},
	{Kind: ContractCancelled, For: partners, ByMail: true, Params: []string{"company"}},
	{Kind: AmendmentProposed, For: partners, ByMail: true, Params: []string{"company"}},
	{Kind: AmendmentAccepted, For: partners, ByMail: true, Params: []string{"company"}},
	{Kind: AmendmentRejected, For: partners, ByMail: true, Params: []string{"company"}},
	{Kind: InvitationJoined, For: partners, ByMail: true, Params: []string{"company"}},
	// A separate letter, in which the hotel can decide, is sent with it.
	{Kind: OverrideWaiting, For: []auth.AccountType{auth.Accommodation}, Params: []string{"property", "company"}},
	{Kind: OverrideApproved, For: []auth.AccountType{auth.TourOperator}, ByMail: true, Params: []string{"property"}},
	{Kind: OverrideDeclined, For: []auth.AccountType{auth.TourOperator}, ByMail: true, Params: []string{"property", "reason"}},
	{Kind: OverrideSourceChanged, For: []auth.AccountType{auth.TourOperator}, ByMail: true, Params: []string{"property"}},
	{Kind: Overbooked, For: []auth.AccountType{auth.Accommodation}, ByMail: true, Params: []string{"property", "source", "days"}},
	{Kind: ConnectionFailed, For: []auth.AccountType{auth.Accommodation}, ByMail: true, Params: []string{"name", "property", "reason"}},
	{Kind: RoomingSent, For: []auth.AccountType{auth.Accommodation}, ByMail: true, Params: roomingParams},
	{Kind: RoomingConfirmed, For: []auth.AccountType{auth.TourOperator}, ByMail: true, Params: roomingParams},
	{Kind: RoomingChanged, For: []auth.AccountType{auth.TourOperator}, ByMail: true, Params: roomingParams},
	{Kind: RoomingDeclined, For: []auth.AccountType{auth.TourOperator}, ByMail: true, Params: roomingParams},
	{Kind: RoomingCancelled, For: partners, ByMail: true, Params: roomingParams},
	// A letter with the invoice is sent with it, and with a reminder.
	{Kind: InvoiceReceived, For: []auth.AccountType{auth.TourOperator}, Params: append(slices.Clone(invoiceParams), "due")},
	{Kind: InvoiceReminded, For: []auth.AccountType{auth.TourOperator}, Params: append(slices.Clone(invoiceParams), "due")},
	{Kind: InvoiceViewed, For: []auth.AccountType{auth.Accommodation}, Params: invoiceParams},
	{Kind: InvoiceDisputed, For: []auth.AccountType{auth.Accommodation}, ByMail: true, Params: append(slices.Clone(invoiceParams), "note")},
	{Kind: InvoiceCleared, For: partners, ByMail: true, Params: invoiceParams},
	{Kind: InvoicePaid, For: []auth.AccountType{auth.TourOperator}, ByMail: true, Params: invoiceParams},
	{Kind: InvoiceCancelled, For: []auth.AccountType{auth.TourOperator}, ByMail: true, Params: invoiceParams},
	{Kind: InvoiceOverdue, For: partners, ByMail: true, Params: append(slices.Clone(invoiceParams), "due")},
	{Kind: PlanPaid, For: partners, ByMail: true, Params: []string{"plan", "amount", "until"}},
	{Kind: PlanPaymentFailed, For: partners, ByMail: true, Params: []string{"plan", "amount", "reason", "next"}},
	{Kind: PlanLastPaymentFailed, For: partners, ByMail: true, Params: []string{"plan", "amount", "reason"}},
	{Kind: PlanEnded, For: partners, ByMail: true, Params: []string{"plan"}},
	{Kind: WebhookDisabled, For: partners, ByMail: true, Params: []string{"name", "reason"}},
	{Kind: ExportDone, For: partners, ByMail: true, Params: []string{"target", "format"}},
	{Kind: ExportFailed, For: partners, ByMail: true, Params: []string{"target", "format", "reason"}},
}

// FindKind returns a kind by its name.
func FindKind(name string) (KindInfo, bool) {
	i := slices.IndexFunc(Kinds, func(k KindInfo) bool { return string(k.Kind) == name })
	if i < 0 {
		return KindInfo{}, false
	}
	return Kinds[i], true
}

// check reports values that are not those of the kind's placeholders.
func (k KindInfo) check(params map[string]string) error {
	if len(params) != len(k.Params) {
		return fmt.Errorf("notification %s wants %v, got %d values", k.Kind, k.Params, len(params))
	}
	for name := range params {
		if !slices.Contains(k.Params, name) {
			return fmt.Errorf("notification %s has no placeholder %q", k.Kind, name)
		}
	}
	return nil
}

// Name returns the name of the kind in a language, for preferences.
func (k KindInfo) Name(language string) string {
	return texts[lang.Match(language)].Kinds[k.Kind].Name
}

func kindNames() []string {
	names := make([]string, len(Kinds))
	for i, k := range Kinds {
		names[i] = string(k.Kind)
	}
	return names
}
