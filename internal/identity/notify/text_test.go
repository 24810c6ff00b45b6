package notify_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/platform/lang"
)

var placeholder = regexp.MustCompile(`\{[^}]*\}`)

// placeholders are those of some texts, each once.
func placeholders(parts ...string) []string {
	found := placeholder.FindAllString(strings.Join(parts, "\n"), -1)
	slices.Sort(found)
	return slices.Compact(found)
}

func TestTexts(t *testing.T) {
	t.Parallel()
	require.Len(t, notify.Texts(), len(lang.Offered))
	english := notify.Texts()["en"]
	for lang, texts := range notify.Texts() {
		t.Run(lang+" has every kind, whole, with the kind's placeholders and no others", func(t *testing.T) {
			t.Parallel()
			require.Len(t, texts.Kinds, len(notify.Kinds), "no text is left over")
			for _, k := range notify.Kinds {
				text, ok := texts.Kinds[k.Kind]
				require.True(t, ok, k.Kind)
				requireWhole(t, text.Name, text.Title, text.Body)
				var want []string
				for _, p := range k.Params {
					want = append(want, "{"+p+"}")
				}
				require.ElementsMatch(t, want, placeholders(text.Title, text.Body), k.Kind)
				require.Empty(t, placeholders(text.Name), k.Kind)
				require.Equal(t, english.Kinds[k.Kind].Same == nil, text.Same == nil, "%s: in all languages or in none", k.Kind)
				if text.Same != nil {
					requireWhole(t, text.Same.Title, text.Same.Body)
					rest := slices.DeleteFunc(slices.Clone(want), func(p string) bool { return p == "{property}" })
					require.ElementsMatch(t, rest, placeholders(text.Same.Title, text.Same.Body), k.Kind)
				}
				if lang != "en" {
					require.NotEqual(t, english.Kinds[k.Kind].Title, text.Title, "%s is translated", k.Kind)
					require.NotEqual(t, english.Kinds[k.Kind].Body, text.Body, "%s is translated", k.Kind)
				}
			}
		})
		t.Run(lang+" has what stands around a letter", func(t *testing.T) {
			t.Parallel()
			l := texts.Letter
			requireWhole(t, l.Action, l.Closing, l.Footer)
			require.Empty(t, placeholders(l.Action, l.Closing, l.Footer))
		})
	}
}

func requireWhole(t *testing.T, texts ...string) {
	t.Helper()
	for _, text := range texts {
		require.NotEmpty(t, text)
		require.Equal(t, strings.TrimSpace(text), text)
	}
}

func TestKinds(t *testing.T) {
	t.Parallel()

	t.Run("each is declared once, by a name that the API can show", func(t *testing.T) {
		t.Parallel()
		seen := map[notify.Kind]bool{}
		for _, k := range notify.Kinds {
			require.False(t, seen[k.Kind], k.Kind)
			seen[k.Kind] = true
			require.Regexp(t, `^[a-z]+(_[a-z]+)*$`, string(k.Kind))
			require.NotEmpty(t, k.For)
			found, ok := notify.FindKind(string(k.Kind))
			require.True(t, ok)
			require.Equal(t, k.Kind, found.Kind)
		}
		_, ok := notify.FindKind("nothing")
		require.False(t, ok)
	})

	t.Run("preferences show a user what can reach that user", func(t *testing.T) {
		t.Parallel()
		names := func(of auth.AccountType) (list []notify.Kind) {
			for _, k := range notify.Kinds {
				if slices.Contains(k.For, of) {
					list = append(list, k.Kind)
				}
			}
			return list
		}
		require.Equal(t, []notify.Kind{notify.PublicationSubmitted}, names(auth.Admin))
		require.Equal(t, []notify.Kind{notify.PublicationApproved, notify.PublicationDeclined}, names(auth.Accommodation)[:2])
		require.Contains(t, names(auth.Accommodation), notify.ContractProposed)
		require.NotContains(t, names(auth.Accommodation), notify.RateContractActive)
		require.Subset(t, names(auth.TourOperator), []notify.Kind{notify.ContractProposed, notify.RateContractActive})
		require.Subset(t, names(auth.Accommodation), []notify.Kind{notify.PublicationApproved, notify.PublicationDeclined, notify.OverrideWaiting})
		require.NotContains(t, names(auth.Accommodation), notify.OverrideApproved)
		require.Subset(t, names(auth.TourOperator), []notify.Kind{notify.OverrideApproved, notify.OverrideDeclined, notify.OverrideSourceChanged})
		require.NotContains(t, names(auth.TourOperator), notify.PublicationApproved)
		declined, ok := notify.FindKind(string(notify.PublicationDeclined))
		require.True(t, ok)
		require.Equal(t, "Abgelehnte Hotelbeschreibungen", declined.Name("de-AT"))
		require.Equal(t, "Declined fact sheets", declined.Name("fr"))
	})
}

func TestFill(t *testing.T) {
	t.Parallel()
	text := notify.KindText{Title: "{property} of {company}", Body: "Why: {reason}"}

	t.Run("a value that looks like a placeholder stays text", func(t *testing.T) {
		t.Parallel()
		title, body := text.Fill(map[string]string{"property": "{company}", "company": "{reason}", "reason": "<b>{property}</b>"})
		require.Equal(t, "{company} of {reason}", title)
		require.Equal(t, "Why: <b>{property}</b>", body)
	})

	t.Run("a title is one line, a body keeps its lines", func(t *testing.T) {
		t.Parallel()
		title, body := text.Fill(map[string]string{"property": "Hotel\r\nBcc: x@y.example", "company": "A\u2028B", "reason": "one\ntwo "})
		require.Equal(t, "Hotel Bcc: x@y.example of A B", title)
		require.Equal(t, "Why: one\ntwo", body)
	})
}

func FuzzFill(f *testing.F) {
	f.Add("Hotel Poseidon", "too short")
	f.Add("a\r\nb", "{property}")
	f.Fuzz(func(t *testing.T, property, reason string) {
		text := notify.Texts()["en"].Kinds[notify.PublicationDeclined]
		title, body := text.Fill(map[string]string{"property": property, "reason": reason})
		require.False(t, strings.ContainsFunc(title, func(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }))
		require.True(t, strings.HasSuffix(body, strings.TrimSpace(reason)))
	})
}

func TestKindText_SameName(t *testing.T) {
	t.Parallel()
	text := notify.Texts()["en"].Kinds[notify.PublicationSubmitted]
	title, body := text.Fill(map[string]string{"property": "Hotel Poseidon", "company": "Hotel Poseidon "})
	require.Equal(t, "Hotel Poseidon awaits review", title)
	require.Equal(t, "Hotel Poseidon has submitted its fact sheet. Please approve or decline it.", body)
	title, _ = text.Fill(map[string]string{"property": "Poseidon Beach", "company": "Hotel Poseidon"})
	require.Equal(t, "Poseidon Beach of Hotel Poseidon awaits review", title)
}
