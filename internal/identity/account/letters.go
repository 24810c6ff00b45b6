package account

import (
	"embed"

	"allot/internal/identity/letter"
	"allot/internal/platform/lang"
)

// letterKind names a letter. It is stored with queued jobs: never rename a value.
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

// forAddress returns the letter to send instead of k, or "" for none. A pending address gets
// only letters that ask to confirm it, because it may be a stranger's. A sub-user's address
// that is not confirmed is asked to confirm even if that is waived, and gets no notice of a
// changed password, because a manager can enter any address.
func (k letterKind) forAddress(u User) letterKind {
	state := u.EmailState
	switch {
	case k == letterSubUser && state != EmailConfirmed:
		return letterSubUserConfirm
	case k == letterPasswordChanged && !u.IsManager && state != EmailConfirmed:
		return ""
	case state != EmailPending, k == letterConfirm:
		return k
	case k == letterWelcome:
		return letterConfirm
	default:
		return ""
	}
}

//go:embed letters
var letterFiles embed.FS

// letterText is one letter in one language. {email} is replaced with the user's address.
type letterText struct {
	Subject    string   `json:"subject"`
	Paragraphs []string `json:"paragraphs"`
	Action     string   `json:"action"`
	Closing    string   `json:"closing"`
}

var letterTexts = lang.Texts[map[letterKind]letterText](letterFiles, "letters")

// write composes a letter in the user's language, or English.
func write(kind letterKind, u User, link string) letter.Letter {
	language := lang.Match(u.Language)
	text := letterTexts[language][kind]
	fill := lang.Filler("email", u.Email)
	l := letter.Letter{Language: language, Subject: fill(text.Subject), Greeting: letter.Greeting(language, u.Salutation()), Closing: text.Closing}
	for _, p := range text.Paragraphs {
		l.Paragraphs = append(l.Paragraphs, fill(p))
	}
	if text.Action != "" && link != "" {
		l.Action = &letter.Action{Label: text.Action, URL: link}
	}
	return l
}
