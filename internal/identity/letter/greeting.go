package letter

import "allot/internal/platform/lang"

// greetings work for every person, with a name and without.
var greetings = map[string]string{"en": "Hello", "de": "Guten Tag", "tr": "Merhaba", "el": "Γεια σας"}

// Greeting returns the salutation of a letter in a language; name may be empty.
func Greeting(language, name string) string {
	text := greetings[lang.Match(language)]
	if name != "" {
		text += " " + name
	}
	return text + ","
}
