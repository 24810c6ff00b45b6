package warning_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/partners/warning"
	"allot/internal/platform/civil"
)

func TestWarning_On(t *testing.T) {
	t.Parallel()
	first := civil.MustParse("2030-06-01")

	t.Run("days are told as ranges, each once", func(t *testing.T) {
		t.Parallel()
		w := warning.Warning{Code: "c", Message: "m"}.On([]civil.Date{first + 4, first, first + 1, first, first + 3})
		text, err := json.Marshal(w)
		require.NoError(t, err)
		require.JSONEq(t, `{"code":"c","message":"m","from":"2030-06-01","to":"2030-06-05",
			"dates":[{"from":"2030-06-01","to":"2030-06-02"},{"from":"2030-06-04","to":"2030-06-05"}]}`, string(text))
	})

	t.Run("of many ranges the first are listed, the ends enclose all", func(t *testing.T) {
		t.Parallel()
		var days []civil.Date
		for i := range 200 {
			days = append(days, first.Add(2*i))
		}
		w := warning.Warning{}.On(days)
		require.Len(t, w.Dates, 50)
		require.Equal(t, []civil.Date{first, first.Add(398)}, []civil.Date{w.From, w.To})
	})

	t.Run("without days nothing is said of them", func(t *testing.T) {
		t.Parallel()
		text, err := json.Marshal(warning.Warning{Code: "c", Message: "m"}.On(nil))
		require.NoError(t, err)
		require.JSONEq(t, `{"code":"c","message":"m"}`, string(text))
	})
}
