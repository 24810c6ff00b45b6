package money

import (
	"database/sql/driver"

	"github.com/danielgtaylor/huma/v2"
)

// NullAmount is an Amount that may be missing: null in JSON, NULL in SQL.
type NullAmount struct {
	Amount Amount
	Valid  bool
}

// Some is an amount that is there.
func Some(a Amount) NullAmount { return NullAmount{Amount: a, Valid: true} }

// IsZero tells whether there is no amount; 0.00 is one.
func (n NullAmount) IsZero() bool { return !n.Valid }

// MarshalJSON writes the amount or null.
func (n NullAmount) MarshalJSON() ([]byte, error) {
	if !n.Valid {
		return []byte("null"), nil
	}
	return n.Amount.MarshalJSON()
}

// UnmarshalJSON reads null as no amount.
func (n *NullAmount) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*n = NullAmount{}
		return nil
	}
	var a Amount
	if err := a.UnmarshalJSON(data); err != nil {
		return err
	}
	*n = Some(a)
	return nil
}

// Scan reads NULL as no amount.
func (n *NullAmount) Scan(src any) error {
	if src == nil {
		*n = NullAmount{}
		return nil
	}
	var a Amount
	if err := a.Scan(src); err != nil {
		return err
	}
	*n = Some(a)
	return nil
}

// Value stores no amount as NULL.
func (n NullAmount) Value() (driver.Value, error) {
	if !n.Valid {
		return nil, nil
	}
	return n.Amount.Value()
}

// Schema is that of Amount, with null.
func (NullAmount) Schema(huma.Registry) *huma.Schema { return schema(true) }
