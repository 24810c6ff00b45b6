package widget

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"allot/internal/exchange/partnerapi"
	"allot/internal/platform/apperr"
	"allot/internal/platform/lang"
)

// Theme says whether a widget is light or dark.
type Theme string

// The themes. Auto is what the visitor's system is set to.
const (
	ThemeAuto  Theme = "auto"
	ThemeLight Theme = "light"
	ThemeDark  Theme = "dark"
)

// Themes lists every theme.
var Themes = []Theme{ThemeAuto, ThemeLight, ThemeDark}

// Part is something that a widget can show.
type Part string

// The parts.
const (
	PartFacts        Part = "facts"
	PartPhotos       Part = "photos"
	PartAvailability Part = "availability"
)

// Parts lists every part in the order of the widget.
var Parts = []Part{PartFacts, PartPhotos, PartAvailability}

// LanguageAuto is the language of the page, or else of the visitor's browser.
const LanguageAuto = "auto"

// Languages lists what the language of a widget can be.
var Languages = append([]string{LanguageAuto}, lang.Offered...)

// defaultColor is legible on light and dark pages.
const defaultColor = "#2563eb"

// Widget is how one property is shown on the hotel's site.
type Widget struct {
	ID         int64  `bun:"id,pk,autoincrement" json:"id"`
	OwnerID    int64  `bun:"owner_id" json:"-"`
	PropertyID int64  `bun:"property_id" json:"property"`
	PublicID   string `bun:"public_id" json:"public_id"`
	Theme      Theme  `bun:"theme" json:"theme"`
	Color      string `bun:"color" json:"color"`
	Language   string `bun:"language" json:"language"`
	Show       []Part `bun:"parts,type:text" json:"show"`
	// AllowedHosts are those of the pages that may show it; none: no page may.
	AllowedHosts []string  `bun:"allowed_hosts,type:text" json:"allowed_hosts"`
	CreatedAt    time.Time `bun:"created_at" json:"created_at"`
	UpdatedAt    time.Time `bun:"updated_at" json:"updated_at"`
}

// Shows reports whether the widget shows a part.
func (w Widget) Shows(p Part) bool { return slices.Contains(w.Show, p) }

// settings identifies everything that can be changed of the widget.
func (w Widget) settings() string { return fmt.Sprint(w.Theme, w.Color, w.Language, w.Show) }

// The refusals.
var (
	ErrExists = apperr.New(apperr.Conflict, "already_exists", "this property has a widget already")
	// ErrDomain refuses a page whose host is not allowed.
	ErrDomain = apperr.New(apperr.Forbidden, "domain_not_allowed", "this widget may not be shown on this page")
	// ErrTooOften refuses an address that reads widgets too often.
	ErrTooOften = apperr.New(apperr.TooMany, "too_many_requests", "too many requests for widgets from your address: wait a while")
)

// Input is what a widget is made from or changed to; nil leaves a part as it is.
type Input struct {
	Theme    *string
	Color    *string
	Language *string
	Show     *[]string
	// AllowedHosts replaces all of them.
	AllowedHosts *[]string
}

// apply puts the input onto a widget and names every bad field.
func (in Input) apply(w *Widget) error {
	var f apperr.Fields
	if in.Theme != nil {
		w.Theme = Theme(*in.Theme)
	}
	f.Check(slices.Contains(Themes, w.Theme), "theme", "must be auto, light or dark")
	if in.Color != nil {
		w.Color = strings.ToLower(*in.Color)
	}
	f.Check(isColor(w.Color), "color", "must be a colour such as #2563eb")
	if in.Language != nil {
		w.Language = *in.Language
	}
	f.Checkf(slices.Contains(Languages, w.Language), "language", "must be one of %s", strings.Join(Languages, ", "))
	if in.Show != nil {
		w.Show = partsOf(*in.Show, &f)
	}
	if in.AllowedHosts != nil {
		w.AllowedHosts = hostsOf(*in.AllowedHosts, &f)
	}
	return f.Err()
}

// MaxHosts is how many hosts a widget may have.
const MaxHosts = 50

// hostsOf returns hosts in their one form, each once, in the order of the alphabet.
func hostsOf(list []string, f *apperr.Fields) []string {
	f.Checkf(len(list) <= MaxHosts, "allowed_hosts", "must be at most %d hosts; *.example.com stands for everything below it", MaxHosts)
	hosts := []string{}
	for _, text := range list[:min(len(list), MaxHosts)] {
		host, ok := partnerapi.ParseHost(text)
		f.Checkf(ok, "allowed_hosts", "must be hosts of pages such as www.hotel.example or *.hotel.example, which %q is not", shorten(text))
		hosts = append(hosts, host)
	}
	slices.Sort(hosts)
	return slices.Compact(hosts)
}

// partsOf returns the named parts, each once, in the order of the widget.
func partsOf(names []string, f *apperr.Fields) []Part {
	list := []Part{}
	for _, p := range Parts {
		if slices.Contains(names, string(p)) {
			list = append(list, p)
		}
	}
	unknown := slices.ContainsFunc(names, func(n string) bool { return !slices.Contains(Parts, Part(n)) })
	f.Check(!unknown && len(list) > 0, "show", "must be one or more of facts, photos, availability")
	return list
}

// isColor reports whether a text is a colour as style sheets have it, in small letters.
func isColor(s string) bool {
	return len(s) == len("#rrggbb") && s[0] == '#' && strings.Trim(s[1:], "0123456789abcdef") == ""
}
