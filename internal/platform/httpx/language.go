package httpx

import (
	"github.com/danielgtaylor/huma/v2"

	"allot/internal/platform/lang"
	"allot/internal/platform/request"
)

// LanguageQuery is embedded in the input of an operation with translated texts.
type LanguageQuery struct {
	Lang     string `query:"lang" maxLength:"35" example:"de" doc:"Language: en, de, tr or el; else the signed-in user's, else that of Accept-Language, else English"`
	Accepted string `header:"Accept-Language"`

	users string // language of the user
}

// Resolve notes the language of the user. checkParameters has refused one in the query that is
// not offered; in a header it is ignored.
func (q *LanguageQuery) Resolve(ctx huma.Context) []error {
	q.users = request.IdentityFrom(ctx.Context()).Language
	return nil
}

// Language returns the supported language that fits the caller best.
func (q *LanguageQuery) Language() string { return lang.Match(q.Lang, q.users, q.Accepted) }

// Tag returns Language with the region that fits the caller best, if one is named, such as en-US.
func (q *LanguageQuery) Tag() string { return lang.Tag(q.Lang, q.users, q.Accepted) }
