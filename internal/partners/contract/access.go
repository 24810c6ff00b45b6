package contract

import (
	"strings"
)

// Right is something that an operator may see or do, as "area.flag" of the
// permission matrix.
type Right string

// The rights. Those of an area apply only while the area is allowed.
const (
	RightFacts        Right = "facts.allowed"
	RightEditFacts    Right = "facts.edit"
	RightExports      Right = "exports.allowed"
	RightPhotos       Right = "photos.allowed"
	RightSelectPhotos Right = "photos.select"
	RightAddPhotos    Right = "photos.add_own"
	RightAddLogo      Right = "photos.add_logo"
	RightStopSale     Right = "stop_sale.allowed"
	RightReasons      Right = "stop_sale.reasons"
	RightInvoices     Right = "invoices.allowed"
	RightRooming      Right = "rooming.allowed"
)

// RightCategory returns the right to read one category of the fact sheet.
func RightCategory(key string) Right { return Right("facts." + key) }

// area returns the area of the matrix that the right is in.
func (r Right) area() string {
	area, _, _ := strings.Cut(string(r), ".")
	return area
}

func (r Right) areaRight() Right { return Right(r.area() + ".allowed") }

// Flags are rights that the hotel has set to something else than the terms
// give.
type Flags map[Right]Answer

// May returns whether an account may see or do something under this contract.
// It is the only place that decides this: everything needs an accepted
// contract, only its two parties may do anything, and the hotel may do
// everything with its own data.
func (c Contract) May(account int64, r Right) Answer {
	switch {
	case !c.Status.InForce():
		return No
	case account == c.UserID:
		return Yes
	case account != c.PartnerID:
		return No
	case c.granted(r.areaRight()) != Yes:
		return No
	}
	return c.granted(r)
}

// Allows reports whether May answers Yes, for rights that need no approval.
func (c Contract) Allows(account int64, r Right) bool { return c.May(account, r) == Yes }

// ClosesRequests reports whether days on request are closed for an account
// because it may not request rooms. They never are for the hotel.
func (c Contract) ClosesRequests(account int64) bool {
	return c.binds(account) && !c.AllowOnRequest
}

// SeesPropertyAvailability reports whether an operator sees the availability of
// the property as a whole in addition to that of its rooms.
func (c Contract) SeesPropertyAvailability(account int64) bool {
	return c.binds(account) && c.SpecialAllotment == AllotmentProperty
}

// binds reports whether the terms apply to an account: to the operator, once
// accepted.
func (c Contract) binds(account int64) bool { return c.Status.InForce() && account == c.PartnerID }

// granted returns the flag that the hotel has set, or else what the terms give.
func (c Contract) granted(r Right) Answer {
	if a, ok := c.Flags[r]; ok {
		return a
	}
	return c.grants(r)
}

// grants returns what the terms give if the hotel has set no flag. An affiliate
// gets no invoices, rooming lists and contacts; a customer gets no exports.
func (t Terms) grants(r Right) Answer {
	switch r { //nolint:exhaustive // the others are what a contract is for: reading facts, their categories and photos
	case RightEditFacts:
		return t.EditFacts
	case RightSelectPhotos:
		return t.SelectPhotos
	case RightAddPhotos:
		return t.AddOwnPhotos
	case RightAddLogo:
		return t.AddLogo
	case RightStopSale:
		return answer(t.SyncStopSales)
	case RightReasons:
		return answer(t.ShareReasons)
	case RightExports:
		return answer(t.Kind != KindCustomer)
	case RightInvoices, RightRooming, RightCategory("contacts"):
		return answer(t.Kind != KindAffiliate)
	}
	return Yes
}

func answer(ok bool) Answer {
	if ok {
		return Yes
	}
	return No
}
