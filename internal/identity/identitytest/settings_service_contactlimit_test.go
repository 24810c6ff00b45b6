package identitytest

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/plan"
	"allot/internal/identity/settings"
	"allot/internal/platform/apperr"
)

const freeContacts = 2_000

// contactLines is a file of contacts with the numbers from first on.
func contactLines(first, n int) string {
	var file strings.Builder
	file.WriteString("email\n")
	for i := range n {
		fmt.Fprintf(&file, "c%d@x.example\n", first+i)
	}
	return file.String()
}

func TestContacts_PlanLimit(t *testing.T) {
	t.Parallel()

	t.Run("an import reports the rows that the plan has no room for, and still updates the others", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		r := importCSV(t, e, m, contactLines(0, freeContacts+5), updating)
		require.Equal(t, []int{freeContacts, 5}, []int{r.Created, r.ErrorsTotal})
		first := r.Errors[0]
		require.Equal(t, []any{freeContacts + 2, "your plan Free allows 2000 contacts; Silver allows 20000"}, []any{first.Line, first.Message})
		require.Equal(t, "plan_limit_reached", first.Problems[0].Code)

		r = importCSV(t, e, m, "email,company\nc0@x.example,X\nnew@x.example,Y\nc1@x.example,Z\n", updating)
		require.Equal(t, []int{0, 2, 1}, []int{r.Created, r.Updated, r.ErrorsTotal}, "who is there already needs no room")
		require.Equal(t, 3, r.Errors[0].Line)

		_, err := e.Settings.CreateContact(m.Context(t), m.Caller, settings.ContactInput{Email: ptr("one@x.example")})
		require.ErrorIs(t, err, plan.ErrPlanLimit)
		require.Equal(t, plan.FeatureContacts, apperr.Of(err).Details["feature"])

		e.Grant(t, m, plan.Silver)
		r = importCSV(t, e, m, contactLines(freeContacts, 5), updating)
		require.Equal(t, []int{5, 0}, []int{r.Created, r.ErrorsTotal})
	})

	t.Run("however many come at once, no more are kept than the plan allows", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		importCSV(t, e, m, contactLines(0, freeContacts-3), updating)
		var made atomic.Int64
		var wg sync.WaitGroup
		for i := range 12 {
			wg.Go(func() {
				_, err := e.Settings.CreateContact(m.Context(t), m.Caller, settings.ContactInput{Email: ptr(fmt.Sprintf("n%d@x.example", i))})
				if err == nil {
					made.Add(1)
				} else if !errors.Is(err, plan.ErrPlanLimit) {
					t.Errorf("create: %v", err)
				}
			})
		}
		wg.Wait()
		require.EqualValues(t, 3, made.Load())
	})
}

func TestContact_Language(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m := e.Manager(t)
	c, err := e.Settings.CreateContact(m.Context(t), m.Caller, settings.ContactInput{Email: ptr("a@x.example"), Language: ptr(" de ")})
	require.NoError(t, err)
	require.Equal(t, "de", c.Language)
	_, err = e.Settings.UpdateContact(m.Context(t), m.Caller, c.ID, settings.ContactInput{Language: ptr("Deutsch bitte")})
	require.Equal(t, []string{"language"}, fields(t, err))
	c, err = e.Settings.UpdateContact(m.Context(t), m.Caller, c.ID, settings.ContactInput{Language: ptr("")})
	require.NoError(t, err)
	require.Empty(t, c.Language)

	for written, want := range map[string]string{"DE": "de", "de_DE": "de-DE", "de-de": "de-DE", " EL ": "el", "zh_hant_tw": "zh-Hant-TW"} {
		c, err = e.Settings.UpdateContact(m.Context(t), m.Caller, c.ID, settings.ContactInput{Language: &written})
		require.NoError(t, err, written)
		require.Equal(t, want, c.Language)
		file := "email,language\na@x.example," + written + "\n"
		r, err := e.Settings.ImportContacts(m.Context(t), m.Caller, strings.NewReader(file), settings.ImportInput{})
		require.NoError(t, err)
		require.Empty(t, r.Errors, written)
	}
	_, err = e.Settings.ImportContacts(m.Context(t), m.Caller, strings.NewReader("email,languge\na@x.example,de\n"), settings.ImportInput{})
	require.Contains(t, fmt.Sprint(apperr.Of(err).Fields), "language")

	for i, heading := range []string{"Language", "Sprache", "Dil", "Γλώσσα"} {
		r := importCSV(t, e, m, fmt.Sprintf("email,%s\nb%d@x.example,el\nbad%d@x.example,klingonisch\n", heading, i, i), updating)
		require.Equal(t, []int{1, 1}, []int{r.Created, r.ErrorsTotal}, heading)
		require.Contains(t, r.Errors[0].Message, "language")
		require.Empty(t, r.UnknownColumns)
		list, _, err := e.Settings.Contacts(t.Context(), m.Caller, settings.ContactFilter{Query: fmt.Sprintf("b%d@x", i)}, pageOf500)
		require.NoError(t, err)
		require.Equal(t, "el", list[0].Language)
	}
}
