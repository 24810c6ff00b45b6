package account

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"

	"golang.org/x/text/language"

	"allot/internal/platform/mailer"
)

// letterKind names a letter. It is stored with jobs under way: never rename it.
type letterKind string

const (
	letterWelcome         letterKind = "welcome"
	letterSubUser         letterKind = "sub_user"
	letterEmailChanged    letterKind = "email_changed"
	letterPasswordChanged letterKind = "password_changed"
	letterReset           letterKind = "reset"
)

//go:embed letters
var letterFiles embed.FS

// letterText is one letter in one language. {name} and {email} stand for the
// user's own.
type letterText struct {
	Subject    string   `json:"subject"`
	Greeting   string   `json:"greeting"`
	Paragraphs []string `json:"paragraphs"`
	Action     string   `json:"action"`
	Closing    string   `json:"closing"`
}

var (
	letterLanguages = []language.Tag{language.English, language.German, language.Turkish, language.Greek}
	letterMatcher   = language.NewMatcher(letterLanguages)
	letterTexts     = readLetters()
)

// readLetters reads the embedded texts. They are compiled in and tested, so a
// broken one cannot reach a user.
func readLetters() map[string]map[letterKind]letterText {
	all := map[string]map[letterKind]letterText{}
	for _, tag := range letterLanguages {
		b, err := letterFiles.ReadFile("letters/" + tag.String() + ".json")
		if err != nil {
			panic(err)
		}
		texts := map[letterKind]letterText{}
		if err := json.Unmarshal(b, &texts); err != nil {
			panic(fmt.Errorf("letters in %s: %w", tag, err))
		}
		all[tag.String()] = texts
	}
	return all
}

// TextLanguage is the language among those our texts are written in (en, de,
// tr, el) that suits a reader of another best, English if none does.
func TextLanguage(tag string) string {
	wanted, err := language.Parse(tag)
	if err != nil {
		wanted = language.English
	}
	_, i, _ := letterMatcher.Match(wanted)
	return letterLanguages[i].String()
}

// TextLanguages lists the languages our texts are written in, English first.
func TextLanguages() []string {
	tags := make([]string, len(letterLanguages))
	for i, t := range letterLanguages {
		tags[i] = t.String()
	}
	return tags
}

// write composes a letter in the user's language, or English.
func write(kind letterKind, u User, link string) mailer.Letter {
	lang := TextLanguage(u.Language)
	text := letterTexts[lang][kind]
	fill := strings.NewReplacer("{name}", u.Salutation(), "{email}", u.Email).Replace
	l := mailer.Letter{Language: lang, Subject: fill(text.Subject), Greeting: fill(text.Greeting), Closing: text.Closing}
	for _, p := range text.Paragraphs {
		l.Paragraphs = append(l.Paragraphs, fill(p))
	}
	if text.Action != "" && link != "" {
		l.Action = &mailer.Action{Label: text.Action, URL: link}
	}
	return l
}
