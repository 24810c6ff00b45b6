// Package problemtext says the problems of a refusal in a reader's language, for what is kept and
// read later: why an endpoint was switched off, why a card was not charged. The API itself answers
// codes and English words. The texts are those of the dashboard, so that there is one of each.
package problemtext

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/lang"
	"allot/web"
)

var texts = sync.OnceValue(func() map[string]map[string]string {
	all := make(map[string]map[string]string, len(lang.Offered))
	for _, language := range lang.Offered {
		all[language] = web.Refusals(language)
	}
	return all
})

// In returns what says the problems in a language. English has the words of the API, message,
// and so has every language for problems that were kept before they had codes.
func In(message string, problems []apperr.FieldError) func(language string) string {
	return func(language string) string {
		if language == lang.Offered[0] || len(problems) == 0 {
			return message
		}
		sentences := make([]string, len(problems))
		for i, p := range problems {
			sentences[i] = sentence(language, p)
		}
		return strings.Join(sentences, " ")
	}
}

// sentence says one problem, with the field that it is about.
func sentence(language string, p apperr.FieldError) string {
	text := p.Message
	if form, found := find(texts()[language], p); found {
		text = lang.Fill(form, values(language, p.Params)...)
	}
	if p.Field == "" {
		return text
	}
	return label(language, p.Field) + ": " + text
}

// find returns the text of a problem: the code is of a field, or of a refusal that names none,
// which may have a text for its reason.
func find(texts map[string]string, p apperr.FieldError) (text string, found bool) {
	keys := []string{"field." + p.Code, "refusal." + p.Code}
	if reason, isText := p.Params["reason"].(string); isText {
		keys = []string{"field." + p.Code, "refusal." + p.Code + "." + reason, "refusal." + p.Code}
	}
	for _, k := range keys {
		if text, found = texts[k]; found {
			return text, true
		}
	}
	return "", false
}

// values returns the names and values of a text in turn, days as the language writes them.
func values(language string, params map[string]any) []string {
	list := make([]string, 0, 2*len(params))
	for name, value := range params {
		text := fmt.Sprint(value)
		if number, read := value.(float64); read { // from JSON
			text = strconv.FormatFloat(number, 'f', -1, 64)
		}
		if day, err := civil.Parse(text); err == nil {
			text = lang.Date(language, day)
		}
		list = append(list, name, text)
	}
	return list
}

// label calls a field as people do: "prices[1].unit_price" is "2 · Unit price".
func label(language, path string) string {
	var parts []string
	last := path
	for part := range strings.SplitSeq(path, ".") {
		name, index, _ := strings.Cut(strings.TrimSuffix(part, "]"), "[")
		if n, err := strconv.Atoi(index); err == nil {
			parts = append(parts, strconv.Itoa(n+1))
		}
		last = name
	}
	if text, found := texts()[language]["name."+last]; found {
		last = text
	}
	return strings.Join(append(parts, last), " · ")
}
