package notify

import (
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/lang"
)

// Announcement is a message of the platform's staff to many accounts. Title and body hold a
// text for each language that it was written in.
type Announcement struct {
	ID        int64             `bun:"id,pk,autoincrement" json:"id"`
	Title     map[string]string `bun:"title,type:text" json:"title" nullable:"false" doc:"Text by language, en always"`
	Body      map[string]string `bun:"body,type:text" json:"body" nullable:"false" doc:"Text by language, the same languages as the title"`
	Link      string            `bun:"link" json:"link" doc:"https address, path of ours, or empty"`
	Level     Level             `bun:"level" json:"level" enum:"info,warning,maintenance"`
	Audience  Reach             `bun:"audience" json:"audience" enum:"all,accommodation,tour_operator"`
	StartsAt  time.Time         `bun:"starts_at" json:"starts_at"`
	EndsAt    *time.Time        `bun:"ends_at" json:"ends_at" doc:"null: until it is deleted"`
	CreatedAt time.Time         `bun:"created_at" json:"created_at"`
	UpdatedAt time.Time         `bun:"updated_at" json:"updated_at"`
}

// Level is the importance of an announcement.
type Level string

// The levels.
const (
	LevelInfo        Level = "info"
	LevelWarning     Level = "warning"
	LevelMaintenance Level = "maintenance"
)

// Reach names the accounts that an announcement is for.
type Reach string

// The reaches; one for a single account type has the name of the type.
const (
	ReachAll            Reach = "all"
	ReachAccommodations Reach = Reach(auth.Accommodation)
	ReachTourOperators  Reach = Reach(auth.TourOperator)
)

// reaches returns the reaches that include an account type.
func reaches(t auth.AccountType) []Reach { return []Reach{ReachAll, Reach(t)} }

const (
	maxTitle        = 200
	maxBody         = 5000
	defaultLanguage = "en"
)

// In returns title and body in a reader's language, or English.
func (a Announcement) In(language string) (title, body string) {
	language = lang.Match(language)
	if _, ok := a.Title[language]; !ok {
		language = defaultLanguage
	}
	return a.Title[language], a.Body[language]
}

// AnnouncementInput sets fields of an announcement; nil leaves one as it is. A
// zero EndsAt means no end.
type AnnouncementInput struct {
	Title    *map[string]string
	Body     *map[string]string
	Link     *string
	Level    *Level
	Audience *Reach
	StartsAt *time.Time
	EndsAt   *time.Time
}

func (in AnnouncementInput) apply(a *Announcement) {
	if in.Title != nil {
		a.Title = trimmed(*in.Title)
	}
	if in.Body != nil {
		a.Body = trimmed(*in.Body)
	}
	if in.Link != nil {
		a.Link = strings.TrimSpace(*in.Link)
	}
	if in.Level != nil {
		a.Level = *in.Level
	}
	if in.Audience != nil {
		a.Audience = *in.Audience
	}
	if in.StartsAt != nil {
		a.StartsAt = stored(*in.StartsAt)
	}
	if in.EndsAt != nil {
		a.EndsAt = nil
		if end := stored(*in.EndsAt); !end.IsZero() {
			a.EndsAt = &end
		}
	}
}

func trimmed(texts map[string]string) map[string]string {
	out := make(map[string]string, len(texts))
	for lang, text := range texts {
		out[lang] = strings.TrimSpace(text)
	}
	return out
}

// stored returns a time in UTC, in microseconds as both databases store it.
func stored(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }

func (a Announcement) check() error {
	var f apperr.Fields
	checkTexts(&f, "title", a.Title, maxTitle)
	checkTexts(&f, "body", a.Body, maxBody)
	for _, lang := range slices.Sorted(maps.Keys(a.Title)) {
		f.Check(!strings.ContainsFunc(a.Title[lang], unicode.IsControl), "title."+lang, "must be one line of text")
	}
	f.Check(sameLanguages(a.Title, a.Body), "body", "must be in the same languages as the title")
	f.Checkf(a.Link == "" || ownPath(a.Link) || httpsAddress(a.Link), "link",
		"must be an address that begins with https://, or a path that begins with /, of at most %d bytes", maxLink)
	f.Check(slices.Contains([]Level{LevelInfo, LevelWarning, LevelMaintenance}, a.Level), "level", "must be info, warning or maintenance")
	f.Check(slices.Contains([]Reach{ReachAll, ReachAccommodations, ReachTourOperators}, a.Audience), "audience",
		"must be all, accommodation or tour_operator")
	f.Check(sensible(a.StartsAt), "starts_at", "must be a time between the years 2000 and 2199")
	f.Check(a.EndsAt == nil || sensible(*a.EndsAt), "ends_at", "must be null or a time between the years 2000 and 2199")
	f.Check(a.EndsAt == nil || a.EndsAt.After(a.StartsAt), "ends_at", "must be after starts_at")
	return f.Err()
}

// sensible reports whether a time is in a year that every database column and calendar can
// show.
func sensible(t time.Time) bool { return t.Year() >= 2000 && t.Year() < 2200 }

func checkTexts(f *apperr.Fields, field string, texts map[string]string, most int) {
	_, ok := texts[defaultLanguage]
	f.Check(ok, field, "must have a text in English under en")
	for _, tag := range slices.Sorted(maps.Keys(texts)) {
		at := field + "." + tag
		if !slices.Contains(lang.Offered, tag) {
			f.Unknown(field, tag, lang.Offered)
		}
		f.Check(texts[tag] != "", at, "must not be empty")
		f.Checkf(utf8.RuneCountInString(texts[tag]) <= most, at, "must have at most %d characters", most)
	}
}

func sameLanguages(a, b map[string]string) bool {
	return slices.Equal(slices.Sorted(maps.Keys(a)), slices.Sorted(maps.Keys(b)))
}
