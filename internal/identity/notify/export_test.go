package notify

// What only the tests of the rules see.

type (
	LanguageTexts = languageTexts
	KindText      = kindText
)

var (
	OwnPath      = ownPath
	HTTPSAddress = httpsAddress
)

func Texts() map[string]languageTexts { return texts }

func (t kindText) Fill(params map[string]string) (title, body string) { return t.fill(params) }

func (a Announcement) Check() error { return a.check() }
