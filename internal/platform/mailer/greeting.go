package mailer

import "allot/internal/platform/lang"

// greetings are the first words of every letter. They need to know neither sex
// nor rank, and hold with a name and without.
var greetings = map[string]string{"en": "Hello", "de": "Guten Tag", "tr": "Merhaba", "el": "Γεια σας"}

// Greeting is the salutation of a letter in a language; an empty name greets
// nobody by name.
func Greeting(language, name string) string {
	text := greetings[lang.Match(language)]
	if name != "" {
		text += " " + name
	}
	return text + ","
}
