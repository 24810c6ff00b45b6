package contract

import (
	"embed"
	"strings"

	"allot/internal/account"
	"allot/internal/auth"
	"allot/internal/platform/lang"
	"allot/internal/platform/mailer"
)

//go:embed letters
var letterFiles embed.FS

// letterText is the invitation in one language. {company} stands for the
// inviting company, {email} for the invited address.
type letterText struct {
	Subject   string `json:"subject"`
	FromHotel string `json:"from_hotel"`
	FromTour  string `json:"from_operator"`
	About     string `json:"about"`
	Comments  string `json:"comments"` // goes before the inviter's own words
	Action    string `json:"action"`
	Closing   string `json:"closing"`
	Footer    string `json:"footer"`
}

var texts = lang.Texts[letterText](letterFiles, "letters")

// write composes an invitation in the inviter's language: of the invited one
// nothing is known but the address.
func write(sender account.User, company string, c Contract, link string) mailer.Letter {
	language := lang.Match(sender.Language)
	t := texts[language]
	fill := strings.NewReplacer("{company}", company, "{email}", c.InviteEmail).Replace
	from := t.FromHotel
	if sender.AccountType == auth.TourOperator {
		from = t.FromTour
	}
	l := mailer.Letter{
		Language: language, Subject: strings.Join(strings.Fields(fill(t.Subject)), " "), Greeting: mailer.Greeting(language, ""),
		Paragraphs: []string{fill(from), t.About}, Closing: t.Closing, Footer: fill(t.Footer),
		Action: &mailer.Action{Label: t.Action, URL: link},
	}
	if c.Comments != "" {
		l.Paragraphs = append(l.Paragraphs, fill(t.Comments), c.Comments)
	}
	return l
}
