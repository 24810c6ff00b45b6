package lang_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/civil"
	"allot/internal/platform/lang"
)

func TestFormat(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ tag, chosen, date, day, long, number, money string }{
		{"en", "auto", "3 Apr 2027", "3 Apr", "3 April 2027", "-1,234,567.50", "1,234.50"},
		{"en-GB", "", "3 Apr 2027", "3 Apr", "3 April 2027", "-1,234,567.50", "1,234.50"},
		{"en-US", "auto", "Apr 3, 2027", "Apr 3", "April 3, 2027", "-1,234,567.50", "1,234.50"},
		{"en-US", "DD/MM/YYYY", "03/04/2027", "03/04", "03/04/2027", "-1,234,567.50", "1,234.50"},
		{"en", "MM/DD/YYYY", "04/03/2027", "04/03", "04/03/2027", "-1,234,567.50", "1,234.50"},
		{"de-DE", "auto", "03.04.2027", "03.04.", "3. April 2027", "-1.234.567,50", "1.234,50"},
		{"de-AT", "auto", "03.04.2027", "03.04.", "3. April 2027", "-1\u00a0234\u00a0567,50", "1.234,50"},
		{"de-CH", "YYYY-MM-DD", "2027-04-03", "04-03", "2027-04-03", "-1’234’567.50", "1’234.50"},
		{"tr", "auto", "03.04.2027", "03.04", "3 Nisan 2027", "-1.234.567,50", "1.234,50"},
		{"el-GR", "auto", "03/04/2027", "03/04", "3 Απριλίου 2027", "-1.234.567,50", "1.234,50"},
		{"\x00", "nonsense", "3 Apr 2027", "3 Apr", "3 April 2027", "-1,234,567.50", "1,234.50"},
	} {
		f, d := lang.In(tt.tag).Choosing(tt.chosen), civil.New(2027, time.April, 3)
		got := []string{f.Date(d), f.DayOfYear(4, 3), f.Long(d), f.Number("-1234567.50"), f.Money("1234.50")}
		require.Equal(t, []string{tt.date, tt.day, tt.long, tt.number, tt.money}, got, "%s %s", tt.tag, tt.chosen)
	}
}

func TestTag(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		want   string
		wishes []string
	}{
		{"en", nil},
		{"en-US", []string{"en", "en-US,en;q=0.9"}},
		{"en-GB", []string{"", "", "en-GB,en-US;q=0.9"}},
		{"de-AT", []string{"de", "en-US,de-AT;q=0.5"}},
		{"de", []string{"de", "", "en-US"}},
		{"de-AT", []string{"de-AT", "", "de-CH"}},
		{"el", []string{"el", "not a tag"}},
	} {
		require.Equal(t, tt.want, lang.Tag(tt.wishes...), "%q", tt.wishes)
	}
}
