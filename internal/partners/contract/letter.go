package contract

import (
	"embed"
	"strings"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/letter"
	"allot/internal/platform/lang"
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
	Comments  string `json:"comments"` // introduces the inviter's comments
	Action    string `json:"action"`
	Closing   string `json:"closing"`
	Footer    string `json:"footer"`
}

var texts = lang.Texts[letterText](letterFiles, "letters")

// composeInvitation writes an invitation in the inviter's language, because
// nothing is known of the recipient but the address.
func composeInvitation(sender account.User, company string, c Contract, link string) letter.Letter {
	language := lang.Match(sender.Language)
	t := texts[language]
	fill := lang.Filler("company", company, "email", c.InviteEmail)
	from := t.FromHotel
	if sender.AccountType == auth.TourOperator {
		from = t.FromTour
	}
	l := letter.Letter{
		Language: language, Subject: strings.Join(strings.Fields(fill(t.Subject)), " "), Greeting: letter.Greeting(language, ""),
		Paragraphs: []string{fill(from), t.About}, Closing: t.Closing, Footer: fill(t.Footer),
		Action: &letter.Action{Label: t.Action, URL: link},
	}
	if c.Comments != "" {
		l.Paragraphs = append(l.Paragraphs, fill(t.Comments), c.Comments)
	}
	return l
}
