package marketplace

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/settings"
)

func TestEntry_Fill(t *testing.T) {
	t.Parallel()
	u := account.User{ID: 7, AccountType: auth.Accommodation, CreatedAt: time.Unix(1, 0)}
	company := settings.Company{
		Name: "Αφοί Ποσειδών Α.Ε.", City: "Ηράκλειο", Country: "GR", Email: "secret@hotel.example", Phone: "+30 2810 123456", Address: "Ικάρου 12",
	}

	t.Run("holds what people search, and shows the first properties", func(t *testing.T) {
		t.Parallel()
		var published []Property
		for i, country := range []string{"GR", "CY", "GR", "AL", "GR", "IT", "CY"} {
			published = append(published, Property{PropertyID: int64(i + 1), Country: country, Search: "hotel " + strings.ToLower(country)})
		}
		e := newEntry(u, time.Unix(2, 0))
		require.True(t, e.Stale)
		require.Equal(t, []string{"AL", "CY", "GR", "IT"}, e.fill(company, published))
		require.False(t, e.Stale)
		require.Equal(t, 7, e.Properties)
		require.Equal(t, []int64{1, 2, 3, 4, 5}, e.Shown)
		require.Equal(t, "αφοι ποσειδων α ε ηρακλειο\nhotel gr\nhotel cy\nhotel gr\nhotel al\nhotel gr\nhotel it\nhotel cy", e.Search)
		require.NotContains(t, e.Search, "secret")
	})

	t.Run("a hotel with very many properties stays within bounds", func(t *testing.T) {
		t.Parallel()
		published := make([]Property, 5000)
		for i := range published {
			published[i] = Property{PropertyID: int64(i + 1), Country: "GR", Search: "ξενοδοχειο"}
		}
		e := newEntry(u, time.Unix(2, 0))
		require.Equal(t, []string{"GR"}, e.fill(company, published))
		require.Equal(t, 5000, e.Properties)
		require.LessOrEqual(t, len(e.Search), maxSearch)
		require.Greater(t, len(e.Search), maxSearch-4)
		require.True(t, utf8.ValidString(e.Search))
	})
}

func FuzzCut(f *testing.F) {
	f.Add("Ξενοδοχείο", 3)
	f.Add("", 0)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		if limit < 0 || !utf8.ValidString(text) {
			t.Skip()
		}
		got := cut(text, limit)
		require.LessOrEqual(t, len(got), limit)
		require.True(t, utf8.ValidString(got))
		require.True(t, strings.HasPrefix(text, got))
		require.True(t, len(got) == len(text) || len(got) > limit-utf8.UTFMax)
	})
}
