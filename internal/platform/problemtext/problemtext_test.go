package problemtext_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/apperr"
	"allot/internal/platform/lang"
	"allot/internal/platform/problemtext"
)

func TestIn(t *testing.T) {
	t.Parallel()
	declined := apperr.New(apperr.Conflict, "card_declined", "the card was declined")
	tests := []struct {
		name          string
		problems      []apperr.FieldError
		message, want string
	}{
		{
			"each part is a sentence",
			[]apperr.FieldError{apperr.Problem("", "it only failed for 5 days; the last time"), apperr.Problem("", "the endpoint answered %d", 500)},
			"it only failed for 5 days; the last time: the endpoint answered 500", "Seit 5 Tagen kam nichts an. Zuletzt: Die Adresse antwortete mit 500.",
		},
		{"a refusal that names no field", apperr.Problems(declined), declined.Message, "Die Karte wurde abgelehnt. Nutzen Sie eine andere oder fragen Sie die Bank."},
		{"fields have their names and rows", []apperr.FieldError{apperr.Problem("lines[1].amount", "is required")}, "lines[1].amount is required", "2 · Betrag: Bitte ausfüllen."},
		{"what was kept without codes stays English", nil, "it failed", "it failed"},
		{"a code that has no text", []apperr.FieldError{{Code: "of_another_version", Message: "it failed"}}, "it failed", "it failed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			raw, err := json.Marshal(tt.problems)
			require.NoError(t, err)
			var kept []apperr.FieldError
			require.NoError(t, json.Unmarshal(raw, &kept))
			for _, problems := range [][]apperr.FieldError{tt.problems, kept} {
				said := problemtext.In(tt.message, problems)
				require.Equal(t, tt.want, said("de"))
				require.Equal(t, tt.message, said("en"), "English has the words of the API")
				for _, language := range lang.Offered {
					require.NotContains(t, said(language), "{")
				}
			}
		})
	}
}
