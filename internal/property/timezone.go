package property

import (
	"strings"

	"allot/internal/settings"
)

// chooseZone notes whether a change chooses the time zone. One that is sent back
// as it was read is no choice, and an empty one gives the choice back.
func (c Change) chooseZone(before Property, after *Property) {
	if c.Timezone == nil {
		return
	}
	switch zone := strings.TrimSpace(*c.Timezone); zone {
	case "":
		after.TimezoneChosen = false
	case before.Timezone:
	default:
		after.TimezoneChosen = true
	}
}

// followPlace gives a property the time zone of its place, if nobody chose one
// and the place has changed or the zone was given up.
func (s *Service) followPlace(before Property, after *Property) (err error) {
	if after.TimezoneChosen || after.Timezone != "" && samePlace(before, *after) {
		return nil
	}
	after.Timezone, err = s.ZoneOf(*after)
	return err
}

func samePlace(a, b Property) bool {
	same := func(a, b *float64) bool { return a == b || a != nil && b != nil && *a == *b }
	return a.Country == b.Country && a.State == b.State && a.City == b.City &&
		same(a.Latitude, b.Latitude) && same(a.Longitude, b.Longitude)
}

// firstZone gives a new property its time zone. One of which only the country is
// known is taken to be where the company is, if that is the same country.
func (s *Service) firstZone(p *Property, company *settings.Company) (err error) {
	at := *p
	if p.TimezoneChosen {
		return nil
	}
	nowhere := samePlace(at, Property{Country: at.Country})
	if nowhere && company != nil && company.Country == p.Country {
		if company.TimezoneChosen {
			p.Timezone = company.Timezone
			return nil
		}
		at.City = company.City
	}
	p.Timezone, err = s.ZoneOf(at)
	return err
}
