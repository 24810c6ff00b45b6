package notify

import (
	"context"

	"allot/internal/platform/jobs"
)

// What only the tests of the rules see.

type (
	LanguageTexts = languageTexts
	KindText      = kindText
)

const CleanBatch = cleanBatch

var (
	OwnPath      = ownPath
	HTTPSAddress = httpsAddress
)

func Texts() map[string]languageTexts { return texts }

func (t kindText) Fill(params map[string]string) (title, body string) { return t.fill(params) }

func (a Announcement) Check() error { return a.check() }

// MailAgain runs the e-mail job of a notification, once more if it has run.
func (s *Service) MailAgain(ctx context.Context, n Notification) error {
	return s.sendMail(ctx, jobs.Job[mailArgs]{Args: mailArgs{OwnerID: n.OwnerID, UserID: n.UserID, NotificationID: n.ID}})
}

func (s *Service) Clean(ctx context.Context) error { return s.clean(ctx, jobs.Job[cleanArgs]{}) }
