package app

import (
	"embed"
	"encoding/json"
	"fmt"

	"allot/internal/auth"
	"allot/internal/facts"
	"allot/internal/notify"
	"allot/internal/photo"
	"allot/internal/platform/lang"
	"allot/internal/property"
	"allot/internal/reference"
	"allot/internal/settings"
)

//go:embed options
var optionFiles embed.FS

// optionWords are the labels of values by language, list and value.
type optionWords map[string]map[string]map[string]string

// readOptionWords reads the embedded labels; a test holds them against the
// lists, so that none is missing.
func readOptionWords() (optionWords, error) {
	all := optionWords{}
	for _, l := range lang.Offered {
		raw, err := optionFiles.ReadFile("options/" + l + ".json")
		if err != nil {
			return nil, fmt.Errorf("read option labels: %w", err)
		}
		words := map[string]map[string]string{}
		if err := json.Unmarshal(raw, &words); err != nil {
			return nil, fmt.Errorf("option labels in %s: %w", l, err)
		}
		all[l] = words
	}
	return all, nil
}

// optionLists are the choices that the modules' own fields offer.
func optionLists() (map[string]func(string) []reference.Option, error) {
	words, err := readOptionWords()
	if err != nil {
		return nil, err
	}
	lists := map[string]func(string) []reference.Option{
		"property_types":     factOptions("general", "property_type"),
		"board_types":        factOptions("board_types", "code"),
		"notification_kinds": kindOptions,
		"date_formats":       func(string) []reference.Option { return plainOptions(settings.DateFormats) },
	}
	for name, values := range map[string][]string{
		"photo_categories":  texts(photo.Categories),
		"permission_flags":  texts(auth.Flags),
		"account_types":     {string(auth.Accommodation), string(auth.TourOperator)},
		"property_statuses": texts(property.Statuses),
		"themes":            settings.Themes,
	} {
		lists[name] = func(l string) []reference.Option {
			options := make([]reference.Option, len(values))
			for i, v := range values {
				options[i] = reference.Option{Value: v, Label: words[lang.Match(l)][name][v]}
			}
			return options
		}
	}
	return lists, nil
}

func texts[T ~string](values []T) []string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = string(v)
	}
	return list
}

func plainOptions(values []string) []reference.Option {
	options := make([]reference.Option, len(values))
	for i, v := range values {
		options[i] = reference.Option{Value: v, Label: v}
	}
	return options
}

// factOptions are the values of a field of the fact sheet.
func factOptions(category, field string) func(string) []reference.Option {
	return func(l string) []reference.Option {
		c, _ := facts.Load().Find(category)
		f, _ := c.Field(field)
		options := make([]reference.Option, len(f.Values))
		for i, v := range f.Values {
			options[i] = reference.Option{Value: v, Label: c.LabelIn(l, f, v)}
		}
		return options
	}
}

func kindOptions(l string) []reference.Option {
	options := make([]reference.Option, len(notify.Kinds))
	for i, k := range notify.Kinds {
		options[i] = reference.Option{Value: string(k.Kind), Label: k.Name(l)}
	}
	return options
}
