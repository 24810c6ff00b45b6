package mapping

import (
	"strings"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
	"allot/internal/platform/fold"
)

// PropertyMapping is what an operator calls a property, in up to four ways.
type PropertyMapping struct {
	ID           int64     `bun:"id,pk,autoincrement" json:"id"`
	OperatorID   int64     `bun:"operator_id" json:"-"`
	OwnerID      int64     `bun:"owner_id" json:"-"` // account of the hotel
	PropertyID   int64     `bun:"property_id" json:"property" doc:"Id of the property"`
	HotelCode    string    `bun:"hotel_code" json:"hotel_code" doc:"Your code of the hotel"`
	InternalCode string    `bun:"internal_code" json:"internal_code"`
	ExternalCode string    `bun:"external_code" json:"external_code"`
	SupplierCode string    `bun:"supplier_code" json:"supplier_code"`
	CreatedAt    time.Time `bun:"created_at" json:"created_at"`
	UpdatedAt    time.Time `bun:"updated_at" json:"updated_at"`
}

// PropertyChange is what shall be different; nil leaves a code as it is, an
// empty text clears it.
type PropertyChange struct {
	HotelCode, InternalCode, ExternalCode, SupplierCode *string
}

// MappedProperty is a mapping beside what the hotel itself says.
type MappedProperty struct {
	PropertyMapping
	PropertyName string `json:"property_name"`
	PropertyCode string `json:"property_code" doc:"The hotel's own code of the property"`
	Country      string `json:"country" doc:"ISO 3166-1 alpha-2"`
	City         string `json:"city"`
}

// PropertyInput maps one property.
type PropertyInput struct {
	PropertyID int64
	PropertyChange
}

// PropertyFilter narrows the list; a zero field lets everything through.
type PropertyFilter struct {
	Property int64
	Country  string
	Query    string // part of a code or of the property's name
}

const (
	maxCode = 64
	maxName = 200
)

func (c PropertyChange) apply(m *PropertyMapping) {
	set(&m.HotelCode, c.HotelCode)
	set(&m.InternalCode, c.InternalCode)
	set(&m.ExternalCode, c.ExternalCode)
	set(&m.SupplierCode, c.SupplierCode)
}

// set takes over a changed text in its clean form.
func set(target, value *string) {
	if value != nil {
		*target = strings.TrimSpace(*value)
	}
}

// check adds what is wrong with the codes; prefix says where they stand.
func (m PropertyMapping) check(f *apperr.Fields, prefix string) {
	field.CheckLine(f, prefix+"hotel_code", m.HotelCode, maxCode)
	field.CheckLine(f, prefix+"internal_code", m.InternalCode, maxCode)
	field.CheckLine(f, prefix+"external_code", m.ExternalCode, maxCode)
	field.CheckLine(f, prefix+"supplier_code", m.SupplierCode, maxCode)
}

// checkFilled refuses a mapping to nothing: what has none shows as unmapped.
func (m PropertyMapping) checkFilled(f *apperr.Fields, prefix string) {
	f.Check(m.HotelCode+m.InternalCode+m.ExternalCode+m.SupplierCode != "", prefix+"hotel_code",
		"is required unless there is an internal_code, external_code or supplier_code")
}

// SearchText is what a search looks at.
func (m PropertyMapping) SearchText() string {
	return fold.Fold(strings.Join([]string{m.HotelCode, m.InternalCode, m.ExternalCode, m.SupplierCode}, "\n"))
}

func (m PropertyMapping) about() int64 { return m.PropertyID }

func (m PropertyMapping) row() int64 { return m.ID }

func (m *PropertyMapping) touch(now time.Time) { m.UpdatedAt = now }

// same tells whether both have the same codes.
func (m PropertyMapping) same(n PropertyMapping) bool {
	return m.HotelCode == n.HotelCode && m.InternalCode == n.InternalCode &&
		m.ExternalCode == n.ExternalCode && m.SupplierCode == n.SupplierCode
}
