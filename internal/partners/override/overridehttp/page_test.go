package overridehttp

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/partners/override"
	"allot/internal/platform/apperr"
	"allot/internal/platform/lang"
)

func TestPageTexts(t *testing.T) {
	t.Parallel()
	english := pageTexts["en"]
	refusals := []*apperr.Error{
		apperr.ErrNotFound, override.ErrDecided, override.ErrNoContract, override.ErrNotAgreed, override.ErrLinkExpired, override.ErrChanged,
		plan.ErrPlanLimit,
		auth.ErrSuspended,
	}
	for _, l := range lang.Offered {
		t.Run(l+" has words for every kind and every refusal", func(t *testing.T) {
			t.Parallel()
			text := pageTexts[l]
			for _, k := range []override.Kind{override.KindFacts, override.KindSelection, override.KindOwnPhoto, override.KindLogo} {
				require.Contains(t, text.What[k], "{company}", k)
				require.Contains(t, text.What[k], "{property}", k)
			}
			require.Len(t, text.Problems, len(refusals))
			for _, r := range refusals {
				require.NotEmpty(t, text.Problems[r.Code], r.Code)
			}
			words := []string{text.Title, text.Note, text.Fact, text.Yours, text.Theirs, text.Approve, text.Decline, text.Approved, text.Declined}
			require.NotContains(t, words, "")
			if l != "en" {
				require.NotEqual(t, english.Approve, text.Approve)
			}
		})
	}
}
