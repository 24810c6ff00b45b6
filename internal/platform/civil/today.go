package civil

import (
	"fmt"
	"sync"
	"time"
)

// zones caches time zones, because LoadLocation reads a file each time. Only real
// zones are stored, which bounds it.
var zones sync.Map // string -> *time.Location

// Today returns the day of now in an IANA time zone; an empty name is UTC.
func Today(now time.Time, tz string) (Date, error) {
	there, err := In(now, tz)
	if err != nil {
		return 0, err
	}
	return Of(there), nil
}

// In returns t in an IANA time zone; an empty name is UTC.
func In(t time.Time, tz string) (time.Time, error) {
	loc, err := zone(tz)
	if err != nil {
		return time.Time{}, err
	}
	return t.In(loc), nil
}

func zone(name string) (*time.Location, error) {
	if loc, ok := zones.Load(name); ok {
		return loc.(*time.Location), nil
	}
	if name == "Local" {
		return nil, fmt.Errorf("time zone %q is the machine's own and names no place", name)
	}
	loc, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("load time zone: %w", err)
	}
	zones.Store(name, loc)
	return loc, nil
}
