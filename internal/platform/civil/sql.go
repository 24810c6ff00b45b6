package civil

import (
	"database/sql/driver"
	"fmt"
	"time"
)

// Scan reads a date from SQLite (text or a time) or PostgreSQL (a time), NULL as
// no date.
func (d *Date) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		*d = 0
	case time.Time:
		*d = Of(v)
	case string:
		return d.scanText([]byte(v))
	case []byte:
		return d.scanText(v)
	default:
		return fmt.Errorf("scan a date: unexpected %T", src)
	}
	return nil
}

func (d *Date) scanText(text []byte) error {
	if err := d.UnmarshalText(text); err != nil {
		return fmt.Errorf("scan a date from %.40q: %w", text, err)
	}
	return nil
}

// Value stores the text form, which both databases sort by date, and no date as
// NULL.
func (d Date) Value() (driver.Value, error) {
	if d.IsZero() {
		return nil, nil
	}
	return d.String(), nil
}
