package reference

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"allot/internal/platform/apperr"
)

// Option is one choice of a form.
type Option struct {
	Value string `json:"value" doc:"What the API takes" example:"Europe/Athens"`
	Label string `json:"label" doc:"What a person reads" example:"Europe/Athens (UTC+02:00)"`
	// Country and Offset are set for time zones only.
	Country string `json:"country,omitempty" doc:"Of a time zone: ISO 3166-1 alpha-2" example:"GR"`
	Offset  string `json:"offset,omitempty" doc:"Of a time zone: what it is ahead of UTC now" example:"+02:00"`
}

// OptionLists names every list in alphabetical order.
func (s *Service) OptionLists() []string { return slices.Sorted(maps.Keys(s.lists)) }

// Options returns one list; lang is a language that Language returned.
func (s *Service) Options(list, lang string) ([]Option, error) {
	options, ok := s.lists[list]
	if !ok {
		return nil, apperr.ErrNotFound.Withf("there is no option list %q; there are %s", list, strings.Join(s.OptionLists(), ", "))
	}
	return options(lang), nil
}

func (s *Service) languageOptions(lang string) []Option {
	list := s.names.in(lang, kindLanguage)
	out := make([]Option, len(list))
	for i, n := range list {
		out[i] = Option{Value: n.code, Label: n.text}
	}
	return out
}

// timezoneOptions lists UTC, then every zone by name with its offset now.
func (s *Service) timezoneOptions(string) []Option {
	now := s.now()
	country := map[string]string{}
	for _, c := range s.countries {
		for _, zone := range c.Timezones {
			// Kosovo uses the zone of Belgrade, which is listed under Serbia.
			if country[zone] == "" || c.Code < country[zone] {
				country[zone] = c.Code
			}
		}
	}
	out := []Option{{Value: "UTC", Label: "UTC", Offset: "+00:00"}}
	for _, zone := range slices.Sorted(maps.Keys(country)) {
		if loc, err := time.LoadLocation(zone); err == nil {
			offset := now.In(loc).Format("-07:00")
			out = append(out, Option{Value: zone, Label: fmt.Sprintf("%s (UTC%s)", zone, offset), Country: country[zone], Offset: offset})
		}
	}
	return out
}
