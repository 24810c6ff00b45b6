package contract

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
)

// Kind is the kind of partnership.
type Kind string

// The kinds.
const (
	KindFull      Kind = "F" // full partnership
	KindAffiliate Kind = "N" // affiliate without rates of its own
	KindCustomer  Kind = "C" // customer
)

// Answer is whether something is allowed.
type Answer string

// The answers. Ask is yes with the approval of the hotel, case by case.
const (
	Yes Answer = "Y"
	No  Answer = "N"
	Ask Answer = "O"
)

// Allotment is the level at which an operator sees availability.
type Allotment string

// The allotments.
const (
	AllotmentRooms    Allotment = "S" // room by room
	AllotmentProperty Allotment = "G" // and the property as a whole
)

// Terms are what the two sides agree on.
type Terms struct {
	Kind             Kind      `bun:"contract_terms" json:"contract_terms" enum:"F,N,C" doc:"F full partnership, N non-contracted affiliate, C customer contract. It decides what the permission matrix gives unless set otherwise: N no invoices, rooming lists and contacts, C no exports to systems"`
	EditFacts        Answer    `bun:"to_edit_facts" json:"to_edit_facts" enum:"Y,N,O" doc:"May the operator override facts in its own catalogue: N is refused, O waits for the approval of the hotel, Y holds at once"`
	AddLogo          Answer    `bun:"to_add_its_logo" json:"to_add_its_logo" enum:"Y,N,O" doc:"May the operator show its own logo; Y, N, O as with to_edit_facts"`
	SelectPhotos     Answer    `bun:"to_select_photos" json:"to_select_photos" enum:"Y,N,O" doc:"May the operator select and order photos; Y, N, O as with to_edit_facts"`
	AddOwnPhotos     Answer    `bun:"to_add_own_photos" json:"to_add_own_photos" enum:"Y,N,O" doc:"May the operator add photos of its own; Y, N, O as with to_edit_facts"`
	SpecialAllotment Allotment `bun:"to_special_allotment" json:"to_special_allotment" enum:"S,G" doc:"How the operator is shown availability: S by room only, G also for the property as a whole, as days or spans beside the rooms of a calendar"`
	SyncStopSales    bool      `bun:"to_sync_ss" json:"to_sync_ss" doc:"Availability and stop sales reach this partner; false: it gets the error stop_sale_not_shared instead, facts and photos stay"`
	StopSaleDeadline int       `bun:"ss_deadline" json:"ss_deadline" minimum:"0" maximum:"365" doc:"Days of notice that the hotel gives for a stop sale. A day that it closes later than that is closed all the same: the write answers with the warning stop_sale_deadline, the audit trail keeps it, and the operator is told late: true"`
	AllowOnRequest   bool      `bun:"to_allow_on_request" json:"to_allow_on_request" doc:"The partner may ask for rooms on days that are on request; false: such days are closed to it wherever it reads availability"`
	NoticePeriod     int       `bun:"notice_period" json:"notice_period" minimum:"0" maximum:"3650" doc:"Notice of cancellation in days. Information for both sides: nothing is refused for it"`
	ShareReasons     bool      `bun:"share_stop_sale_reasons" json:"share_stop_sale_reasons" doc:"Why a day is restricted is told with it, to people and to keys that ask with include=reasons"`
	Comments         string    `bun:"comments" json:"comments" maxLength:"5000" doc:"Free text that both sides read"`
}

// Defaults returns the terms of a proposal that sets none: availability is
// shared, and the operator may not change any of the hotel's data.
func Defaults() Terms {
	return Terms{
		Kind: KindFull, EditFacts: No, AddLogo: No, SelectPhotos: No, AddOwnPhotos: No,
		SpecialAllotment: AllotmentProperty, SyncStopSales: true, AllowOnRequest: true,
	}
}

const (
	maxComments     = 5000
	maxNoticePeriod = 3650
)

// TermsInput changes terms; nil fields stay as they are.
type TermsInput struct {
	Kind             *Kind
	EditFacts        *Answer
	AddLogo          *Answer
	SelectPhotos     *Answer
	AddOwnPhotos     *Answer
	SpecialAllotment *Allotment
	SyncStopSales    *bool
	StopSaleDeadline *int
	AllowOnRequest   *bool
	NoticePeriod     *int
	ShareReasons     *bool
	Comments         *string
}

// apply returns the terms after the change.
func (in TermsInput) apply(t Terms) Terms {
	field.Set(&t.Kind, in.Kind)
	field.Set(&t.EditFacts, in.EditFacts)
	field.Set(&t.AddLogo, in.AddLogo)
	field.Set(&t.SelectPhotos, in.SelectPhotos)
	field.Set(&t.AddOwnPhotos, in.AddOwnPhotos)
	field.Set(&t.SpecialAllotment, in.SpecialAllotment)
	field.Set(&t.SyncStopSales, in.SyncStopSales)
	field.Set(&t.StopSaleDeadline, in.StopSaleDeadline)
	field.Set(&t.AllowOnRequest, in.AllowOnRequest)
	field.Set(&t.NoticePeriod, in.NoticePeriod)
	field.Set(&t.ShareReasons, in.ShareReasons)
	field.Set(&t.Comments, in.Comments)
	t.Comments = strings.TrimSpace(t.Comments)
	return t
}

func (t Terms) check(f *apperr.Fields) {
	f.Check(slices.Contains([]Kind{KindFull, KindAffiliate, KindCustomer}, t.Kind), "contract_terms", "must be F, N or C")
	f.Check(t.EditFacts.valid(), "to_edit_facts", "must be Y, N or O")
	f.Check(t.AddLogo.valid(), "to_add_its_logo", "must be Y, N or O")
	f.Check(t.SelectPhotos.valid(), "to_select_photos", "must be Y, N or O")
	f.Check(t.AddOwnPhotos.valid(), "to_add_own_photos", "must be Y, N or O")
	f.Check(t.SpecialAllotment == AllotmentRooms || t.SpecialAllotment == AllotmentProperty, "to_special_allotment", "must be S or G")
	f.Checkf(t.StopSaleDeadline >= 0 && t.StopSaleDeadline <= MaxStopSaleDeadline, "ss_deadline", "must be from 0 to %d days", MaxStopSaleDeadline)
	f.Checkf(t.NoticePeriod >= 0 && t.NoticePeriod <= maxNoticePeriod, "notice_period", "must be from 0 to %d days", maxNoticePeriod)
	field.CheckText(f, "comments", t.Comments, maxComments)
}

func (a Answer) valid() bool { return a == Yes || a == No || a == Ask }

// fields returns the terms by their names in the API.
func (t Terms) fields() map[string]any {
	return map[string]any{
		"contract_terms": t.Kind, "to_edit_facts": t.EditFacts, "to_add_its_logo": t.AddLogo,
		"to_select_photos": t.SelectPhotos, "to_add_own_photos": t.AddOwnPhotos, "to_special_allotment": t.SpecialAllotment,
		"to_sync_ss": t.SyncStopSales, "ss_deadline": t.StopSaleDeadline, "to_allow_on_request": t.AllowOnRequest,
		"notice_period": t.NoticePeriod, "share_stop_sale_reasons": t.ShareReasons, "comments": t.Comments,
	}
}

// TermChange is one term before and after.
type TermChange struct {
	From any `json:"from"`
	To   any `json:"to"`
}

// Changes are the terms that differ, by their names in the API.
type Changes map[string]TermChange

// diff returns the changes from t to after.
func (t Terms) diff(after Terms) Changes {
	changes, to := Changes{}, after.fields()
	for name, from := range t.fields() {
		if from != to[name] {
			changes[name] = TermChange{From: from, To: to[name]}
		}
	}
	return changes
}

// applyTo applies changes, new or read from the store.
func (c Changes) applyTo(t Terms) (Terms, error) {
	to := map[string]any{}
	for name, change := range c {
		to[name] = change.To
	}
	b, err := json.Marshal(to)
	if err == nil {
		err = json.Unmarshal(b, &t)
	}
	if err != nil {
		return Terms{}, fmt.Errorf("apply changes of terms: %w", err)
	}
	return t, nil
}
