package httpx

import "allot/internal/platform/lang"

// LanguageQuery is embedded in the input of an operation that answers in words.
type LanguageQuery struct {
	Lang     string `query:"lang" maxLength:"35" example:"de" doc:"Language: en, de, tr or el; else that of Accept-Language, else English"`
	Accepted string `header:"Accept-Language"`
}

// Language is the one of ours that fits the caller best.
func (q LanguageQuery) Language() string { return lang.Match(q.Lang, q.Accepted) }
