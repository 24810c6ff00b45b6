package account

import (
	"embed"
	"strings"

	"allot/internal/platform/lang"
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
	letterByStaff         letterKind = "by_staff"
	letterConfirm         letterKind = "confirm"
	letterSubUserConfirm  letterKind = "sub_user_confirm"
)

// whilePending is what a user gets whose address waits for a proof: the letters
// that ask for it, and no others, because the address may be a stranger's.
func (k letterKind) whilePending(state EmailState) letterKind {
	if state != EmailPending {
		return k
	}
	switch k { //nolint:exhaustive // the others are not written to an unproven address
	case letterWelcome, letterConfirm:
		return letterConfirm
	case letterSubUser:
		return letterSubUserConfirm
	default:
		return ""
	}
}

//go:embed letters
var letterFiles embed.FS

// letterText is one letter in one language. {email} stands for the user's own.
type letterText struct {
	Subject    string   `json:"subject"`
	Paragraphs []string `json:"paragraphs"`
	Action     string   `json:"action"`
	Closing    string   `json:"closing"`
}

var letterTexts = lang.Texts[map[letterKind]letterText](letterFiles, "letters")

// write composes a letter in the user's language, or English.
func write(kind letterKind, u User, link string) mailer.Letter {
	language := lang.Match(u.Language)
	text := letterTexts[language][kind]
	fill := strings.NewReplacer("{email}", u.Email).Replace
	l := mailer.Letter{Language: language, Subject: fill(text.Subject), Greeting: mailer.Greeting(language, u.Salutation()), Closing: text.Closing}
	for _, p := range text.Paragraphs {
		l.Paragraphs = append(l.Paragraphs, fill(p))
	}
	if text.Action != "" && link != "" {
		l.Action = &mailer.Action{Label: text.Action, URL: link}
	}
	return l
}
