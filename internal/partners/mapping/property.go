package mapping

import (
	"strings"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
	"allot/internal/platform/fold"
)

// PropertyMapping holds an operator's codes of a property, up to four.
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

// PropertyChange is a change of a mapping; nil fields stay as they are, an
// empty text clears one.
type PropertyChange struct {
	HotelCode, InternalCode, ExternalCode, SupplierCode *string
}

// MappedProperty is a mapping with the hotel's own data.
type MappedProperty struct {
	PropertyMapping
	PropertyName string `json:"property_name"`
	PropertyCode string `json:"property_code" doc:"The hotel's own code of the property"`
	Country      string `json:"country" doc:"ISO 3166-1 alpha-2"`
	City         string `json:"city"`
}

type (
	// PropertyMappings are the mappings of properties.
	PropertyMappings = Mappings[PropertyMapping, *PropertyMapping, PropertyChange, MappedProperty]
	// PropertyInput maps one property.
	PropertyInput = Input[PropertyChange]

	propertyWork = work[PropertyMapping, *PropertyMapping, PropertyChange]
)

// PropertyFilter narrows the list; zero fields do not filter.
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

// set assigns a changed text in its normalized form.
func set(target, value *string) {
	if value != nil {
		*target = strings.TrimSpace(*value)
	}
}

func (m PropertyMapping) check(f *apperr.Fields, prefix string) {
	field.CheckLine(f, prefix+"hotel_code", m.HotelCode, maxCode)
	field.CheckLine(f, prefix+"internal_code", m.InternalCode, maxCode)
	field.CheckLine(f, prefix+"external_code", m.ExternalCode, maxCode)
	field.CheckLine(f, prefix+"supplier_code", m.SupplierCode, maxCode)
}

func (m PropertyMapping) checkFilled(f *apperr.Fields, prefix string) {
	f.Check(m.HotelCode+m.InternalCode+m.ExternalCode+m.SupplierCode != "", prefix+"hotel_code",
		"is required unless there is an internal_code, external_code or supplier_code")
}

// SearchText returns the text that a search matches.
func (m PropertyMapping) SearchText() string {
	return fold.Fold(strings.Join([]string{m.HotelCode, m.InternalCode, m.ExternalCode, m.SupplierCode}, "\n"))
}

// TargetID returns the id of the property.
func (m PropertyMapping) TargetID() int64 { return m.PropertyID }

// RowID returns the id of the mapping itself.
func (m PropertyMapping) RowID() int64 { return m.ID }

// SetRowID sets the id of a new mapping.
func (m *PropertyMapping) SetRowID(id int64) { m.ID = id }

func (m *PropertyMapping) begin(operator int64, now time.Time) {
	m.OperatorID, m.CreatedAt, m.UpdatedAt = operator, now, now
}

func (m *PropertyMapping) touch(now time.Time) { m.UpdatedAt = now }

func (m PropertyMapping) same(n PropertyMapping) bool {
	return m.HotelCode == n.HotelCode && m.InternalCode == n.InternalCode &&
		m.ExternalCode == n.ExternalCode && m.SupplierCode == n.SupplierCode
}
