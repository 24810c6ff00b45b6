package contract

// Kind is what sort of partnership a contract makes.
type Kind string

// The kinds.
const (
	KindFull      Kind = "F" // full partnership
	KindAffiliate Kind = "N" // affiliate without rates of its own
	KindCustomer  Kind = "C" // customer
)

// Answer says whether something is allowed.
type Answer string

// The answers. Ask is yes with the approval of the hotel, case by case.
const (
	Yes Answer = "Y"
	No  Answer = "N"
	Ask Answer = "O"
)

// Allotment says what the stop sales of a partner are about.
type Allotment string

// The allotments.
const (
	AllotmentRooms    Allotment = "S" // room by room
	AllotmentProperty Allotment = "G" // the property as a whole
)

// Terms are what the two sides agree on.
type Terms struct {
	Kind             Kind      `bun:"contract_terms" json:"contract_terms" enum:"F,N,C" doc:"F full partnership, N non-contracted affiliate, C customer contract"`
	EditFacts        Answer    `bun:"to_edit_facts" json:"to_edit_facts" enum:"Y,N,O" doc:"May the operator override facts in its own catalogue; O with approval"`
	AddLogo          Answer    `bun:"to_add_its_logo" json:"to_add_its_logo" enum:"Y,N,O" doc:"May the operator show its own logo"`
	SelectPhotos     Answer    `bun:"to_select_photos" json:"to_select_photos" enum:"Y,N,O" doc:"May the operator select and order photos"`
	AddOwnPhotos     Answer    `bun:"to_add_own_photos" json:"to_add_own_photos" enum:"Y,N,O" doc:"May the operator add photos of its own"`
	SpecialAllotment Allotment `bun:"to_special_allotment" json:"to_special_allotment" enum:"S,G" doc:"S stop sales by room, G for the property as a whole"`
	SyncStopSales    bool      `bun:"to_sync_ss" json:"to_sync_ss" doc:"Stop sales reach this partner"`
	StopSaleDeadline int       `bun:"ss_deadline" json:"ss_deadline" minimum:"0" maximum:"365" doc:"Days of advance notice for a stop sale"`
	AllowOnRequest   bool      `bun:"to_allow_on_request" json:"to_allow_on_request" doc:"The partner may ask for rooms that are on request"`
	NoticePeriod     int       `bun:"notice_period" json:"notice_period" minimum:"0" maximum:"3650" doc:"Notice of cancellation in days"`
	ShareReasons     bool      `bun:"share_stop_sale_reasons" json:"share_stop_sale_reasons" doc:"Why a day is closed is told with it"`
	Comments         string    `bun:"comments" json:"comments"`
}

// Defaults are the terms of a proposal that says nothing else: availability is
// shared, nothing of the hotel's data may be changed.
func Defaults() Terms {
	return Terms{
		Kind: KindFull, EditFacts: No, AddLogo: No, SelectPhotos: No, AddOwnPhotos: No,
		SpecialAllotment: AllotmentProperty, SyncStopSales: true, AllowOnRequest: true,
	}
}
