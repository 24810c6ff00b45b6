package property

import (
	"strings"

	"allot/internal/identity/settings"
)

// chooseZone sets TimezoneChosen. A zone that is sent back as it was read is not a choice; an
// empty one removes the choice.
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

// setTimezone sets the time zone of a property's place, if none was chosen and the place has
// changed or the zone is empty.
func (s *Service) setTimezone(before Property, after *Property) (err error) {
	if after.TimezoneChosen || after.Timezone != "" && samePlace(before, *after) {
		return nil
	}
	after.Timezone, err = s.deps.ZoneOf(*after)
	return err
}

func samePlace(a, b Property) bool {
	same := func(a, b *float64) bool { return a == b || a != nil && b != nil && *a == *b }
	return a.Country == b.Country && a.State == b.State && a.City == b.City &&
		same(a.Latitude, b.Latitude) && same(a.Longitude, b.Longitude)
}

// setFirstTimezone sets the time zone of a new property. If only its country is known, it is
// taken to be in the city of the company, if that is in the same country.
func (s *Service) setFirstTimezone(p *Property, company *settings.Company) (err error) {
	at := *p
	if p.TimezoneChosen {
		return nil
	}
	onlyCountry := samePlace(at, Property{Country: at.Country})
	if onlyCountry && company != nil && company.Country == p.Country {
		if company.TimezoneChosen {
			p.Timezone = company.Timezone
			return nil
		}
		at.City = company.City
	}
	p.Timezone, err = s.deps.ZoneOf(at)
	return err
}
