package app

import (
	"embed"

	"allot/internal/content/facts"
	"allot/internal/content/photo"
	"allot/internal/content/property"
	"allot/internal/content/reference"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/identity/settings"
	"allot/internal/platform/lang"
)

//go:embed options
var optionFiles embed.FS

// optionLabels are the labels of values by language, list and value.
var optionLabels = lang.Texts[map[string]map[string]string](optionFiles, "options")

// optionLists returns the values that fields of the modules can have.
func optionLists() map[string]func(string) []reference.Option {
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
		"densities":         settings.Densities,
	} {
		lists[name] = func(l string) []reference.Option {
			options := make([]reference.Option, len(values))
			for i, v := range values {
				options[i] = reference.Option{Value: v, Label: optionLabels[lang.Match(l)][name][v]}
			}
			return options
		}
	}
	return lists
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

// factOptions returns the values of a field of the fact sheet.
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
