package invoicingtest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/invoicing/profile"
)

// An e-invoice whose address has a scheme that is not in the official list is refused by
// the official rules (BR-CL-25).
func TestSchemes_AreInTheOfficialList(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(officialRules(t))
	require.NoError(t, err)
	m := regexp.MustCompile(`id="BR-CL-25"[^>]*contains\('( 0002 0007 [^']*)'`).FindSubmatch(raw)
	require.NotNil(t, m, "the rules have no list of schemes where the test looks for it")
	official := strings.Fields(string(m[1]))
	for _, s := range profile.Schemes {
		require.Contains(t, official, s.Code, s.Name)
	}
}

// officialRules is the Schematron of EN 16931, which is not part of the repository.
func officialRules(t *testing.T) string {
	t.Helper()
	folder, err := os.Getwd()
	require.NoError(t, err)
	for ; folder != filepath.Dir(folder); folder = filepath.Dir(folder) {
		file := filepath.Join(folder, "../shared/packs/einvoice/schematron/cen/EN16931-UBL-validation-preprocessed.sch")
		if _, err := os.Stat(file); err == nil {
			return file
		}
	}
	t.Skip("NOT TESTED: the schemes were not compared with the official list, because ../shared/packs is not there")
	return ""
}

func TestSchemes_HaveOneNameEach(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, s := range profile.Schemes {
		require.False(t, seen[s.Code] || seen[s.Name], "%s %s is there twice", s.Code, s.Name)
		seen[s.Code], seen[s.Name] = true, true
	}
	require.Equal(t, "EM", profile.Schemes[0].Code, "the default comes first")
}
