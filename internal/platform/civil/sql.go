package civil

import (
	"database/sql/driver"
	"fmt"
	"time"
)

// Scan reads what the two databases give for a date: SQLite text or a time,
// PostgreSQL a time, both nil for NULL.
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

// Value stores the text form, which both databases compare in the order of the
// calendar, and no date as NULL.
func (d Date) Value() (driver.Value, error) {
	if d.IsZero() {
		return nil, nil
	}
	return d.String(), nil
}
