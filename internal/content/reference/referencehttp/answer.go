package referencehttp

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"

	"allot/internal/content/reference"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

// Condition is the condition of a request: the ETag of the answer that the caller has.
type Condition struct {
	Tags string `header:"If-None-Match" doc:"ETag of the answer that the caller has: answered with 304 while it is right"`
}

// LanguageQuery asks for names in a language, under a Condition.
type LanguageQuery struct {
	Lang     string `query:"lang" maxLength:"35" doc:"Language of names, such as de; else the signed-in user's, else that of Accept-Language, else English" example:"de"`
	Accepted string `header:"Accept-Language"`
	Condition
}

func (a LanguageQuery) language(ctx context.Context, svc *reference.Service) (string, error) {
	return svc.Language(a.Lang, auth.From(ctx).Language, a.Accepted)
}

// cache returns the Cache-Control of a public answer. It is private if it is in the language of
// a signed-in user.
func (a LanguageQuery) cache(ctx context.Context) string {
	if a.Lang == "" && auth.From(ctx).Known() {
		return revalidate
	}
	return shared
}

// answer is every answer of the module, with how long it may be cached and the source of its
// data. A caller who has it already gets 304 and no body.
type answer[T any] struct {
	Status   int
	ETag     string   `header:"ETag"`
	Cache    string   `header:"Cache-Control"`
	Language string   `header:"Content-Language" doc:"Language of the names in the answer"`
	Vary     []string `header:"Vary"`
	Source   string   `header:"X-Data-Source" doc:"Source, licence and date of the data"`
	Body     page.Page[T]
}

// The values of Cache-Control. The data changes with the program only, and the
// offsets of time zones with summer time.
const (
	shared     = "public, max-age=86400"
	private    = "private, max-age=86400"
	revalidate = "private, no-cache" // the user may choose another language
)

// reply wraps body; lang is empty if the answer is the same in every language.
// The tag is weak: the same answer may go out compressed in several ways.
func reply[T any](cond Condition, lang, cache string, body page.Page[T]) (*answer[T], error) {
	b, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("hash the answer: %w", err)
	}
	sum := sha256.Sum256(b)
	a := &answer[T]{
		Status: http.StatusOK, ETag: `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`,
		Cache: cache, Language: lang, Source: reference.Attribution, Body: body,
	}
	if lang != "" {
		a.Vary = []string{"Accept-Language", "Authorization", "Cookie"} // the last two identify the user
	}
	if httpx.TagMatches([]string{cond.Tags}, a.ETag) {
		a.Status = http.StatusNotModified
	}
	return a, nil
}
