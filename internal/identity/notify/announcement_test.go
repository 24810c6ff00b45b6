package notify_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/notify"
	"allot/internal/platform/apperr"
)

func TestAnnouncement_Check(t *testing.T) {
	t.Parallel()
	noon := time.Date(2030, 5, 31, 12, 0, 0, 0, time.UTC)
	soon, late := noon.Add(time.Second), noon.AddDate(300, 0, 0)
	valid := func() notify.Announcement {
		return notify.Announcement{
			Title: map[string]string{"en": "T"}, Body: map[string]string{"en": "B"},
			Level: notify.LevelInfo, Audience: notify.ReachAll, StartsAt: noon,
		}
	}
	require.NoError(t, valid().Check())
	tests := map[string]struct {
		spoil func(a *notify.Announcement)
		want  []string
	}{
		"nothing at all": {
			func(a *notify.Announcement) { *a = notify.Announcement{} },
			[]string{"title", "body", "level", "audience", "starts_at"},
		},
		"no English": {
			func(a *notify.Announcement) {
				a.Title, a.Body = map[string]string{"de": "T"}, map[string]string{"de": "B"}
			},
			[]string{"title", "body"},
		},
		"a language we do not write": {func(a *notify.Announcement) { a.Title["fr"], a.Body["fr"] = "T", "B" }, []string{"title.fr", "body.fr"}},
		"half a translation":         {func(a *notify.Announcement) { a.Title["de"] = "T" }, []string{"body"}},
		"empty text":                 {func(a *notify.Announcement) { a.Body["en"] = "" }, []string{"body.en"}},
		"title of two lines":         {func(a *notify.Announcement) { a.Title["en"] = "a\nb" }, []string{"title.en"}},
		"huge title":                 {func(a *notify.Announcement) { a.Title["en"] = strings.Repeat("Ξ", 201) }, []string{"title.en"}},
		"huge body":                  {func(a *notify.Announcement) { a.Body["en"] = strings.Repeat("Ξ", 5001) }, []string{"body.en"}},
		"link without TLS":           {func(a *notify.Announcement) { a.Link = "http://status.example/" }, []string{"link"}},
		"link that runs code":        {func(a *notify.Announcement) { a.Link = "javascript:alert(1)" }, []string{"link"}},
		"unknown level and audience": {func(a *notify.Announcement) { a.Level, a.Audience = "alarm", "admin" }, []string{"level", "audience"}},
		"end at the start":           {func(a *notify.Announcement) { a.EndsAt = &noon }, []string{"ends_at"}},
		"times out of the world":     {func(a *notify.Announcement) { a.StartsAt, a.EndsAt = time.Unix(0, 0), &late }, []string{"starts_at", "ends_at"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := valid()
			tt.spoil(&a)
			err := a.Check()
			require.Equal(t, apperr.Invalid, apperr.Of(err).Kind, "%v", err)
			var fields []string
			for _, f := range apperr.Of(err).Fields {
				fields = append(fields, f.Field)
			}
			require.Equal(t, tt.want, fields)
		})
	}
	t.Run("the longest that fits", func(t *testing.T) {
		t.Parallel()
		a := valid()
		a.Title["en"], a.Body["en"], a.Link, a.EndsAt = strings.Repeat("Ξ", 200), strings.Repeat("Ξ", 5000), "/news/", &soon
		require.NoError(t, a.Check())
	})
}
