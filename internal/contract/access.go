package contract

import (
	"strings"
)

// Right is one thing that an operator may see or do, as "area.flag" of the
// permission matrix.
type Right string

// The rights. Those of an area hold only while the area is allowed.
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

// RightCategory is the right to read one category of the fact sheet.
func RightCategory(key string) Right { return Right("facts." + key) }

// area is the part of the matrix that the right is in.
func (r Right) area() string {
	area, _, _ := strings.Cut(string(r), ".")
	return area
}

func (r Right) door() Right { return Right(r.area() + ".allowed") }

// Flags are rights that the hotel has set apart from what the terms say.
type Flags map[Right]Answer

// May answers whether an account may see or do something under this contract.
// It is the one place that does: nothing is allowed but under an accepted
// contract, to nobody but its two sides, and the hotel itself is free with its
// own data.
func (c Contract) May(account int64, r Right) Answer {
	switch {
	case !c.Status.InForce():
		return No
	case account == c.UserID:
		return Yes
	case account != c.PartnerID:
		return No
	case c.granted(r.door()) != Yes:
		return No
	}
	return c.granted(r)
}

// Allows is May for rights without a case by case approval.
func (c Contract) Allows(account int64, r Right) bool { return c.May(account, r) == Yes }

// ClosesRequests tells whether days on request are closed for an account, because it
// may not ask for rooms. They never are for the hotel.
func (c Contract) ClosesRequests(account int64) bool {
	return c.binds(account) && !c.AllowOnRequest
}

// SeesWhole tells whether an operator is shown the availability of a property as a
// whole beside that of its rooms.
func (c Contract) SeesWhole(account int64) bool {
	return c.binds(account) && c.SpecialAllotment == AllotmentProperty
}

// binds tells whether the terms hold for an account: the operator's, once accepted.
func (c Contract) binds(account int64) bool { return c.Status.InForce() && account == c.PartnerID }

// granted is what the matrix says: the flag that the hotel has set, else what
// follows from the terms.
func (c Contract) granted(r Right) Answer {
	if a, ok := c.Flags[r]; ok {
		return a
	}
	return c.grants(r)
}

// grants is what the terms give if the hotel has set nothing apart. An
// affiliate sells what it finds and settles with nobody; a customer books and
// pays, but takes no copies of the catalogue.
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
