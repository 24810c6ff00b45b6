package stopsale

import "allot/internal/platform/mailer"

// Letter is what goes with a chart, for tests of its words.
func Letter(lang, name, note, property, company string) mailer.Letter {
	return write(messageArgs{mailingArgs: mailingArgs{Language: lang, Note: note}, Name: name}, property, company)
}
