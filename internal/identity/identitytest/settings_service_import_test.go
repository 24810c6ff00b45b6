package identitytest

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/plan"
	"allot/internal/identity/settings"
	"allot/internal/platform/apperr"
	"allot/internal/platform/csvfile"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
	"allot/internal/testkit/dbtest"
)

func importCSV(t *testing.T, e *apptest.Env, m *apptest.Who, file string, in settings.ImportInput) settings.ImportResult {
	t.Helper()
	r, err := e.Settings.ImportContacts(m.Context(t), m.Caller, strings.NewReader(file), in)
	require.NoError(t, err)
	return r
}

var updating = settings.ImportInput{Update: true}

// stored returns the contacts as "email first last company phone tags".
func stored(t *testing.T, e *apptest.Env, m *apptest.Who) []string {
	t.Helper()
	list, _, err := e.Settings.Contacts(t.Context(), m.Caller, settings.ContactFilter{}, page.Request{Size: 500})
	require.NoError(t, err)
	lines := []string{}
	for _, c := range list {
		lines = append(lines, strings.Join([]string{c.Email, c.FirstName, c.LastName, c.Company, c.Phone, strings.Join(c.Tags, "+")}, "|"))
	}
	return lines
}

func TestService_ImportContacts(t *testing.T) {
	t.Parallel()

	t.Run("understands the headings of four languages", func(t *testing.T) {
		t.Parallel()
		for _, header := range []string{
			"E-Mail,First Name,Last Name,Company,Phone,Tags", "E-Mail-Adresse,Vorname,Nachname,Firma,Telefon,Schlagwörter",
			"E-posta,Adı,Soyadı,ŞİRKET,Telefon No,Etiketler", "Email,Όνομα,Επώνυμο,Εταιρεία,Τηλέφωνο,Ετικέτες",
			"email,first_name,last_name,company,phone,tags",
		} {
			e := apptest.New(t)
			m := e.Manager(t)
			r := importCSV(t, e, m, header+"\nAda@x.example,Ada,L,Hotel,+30 281,\"a, b\"\n", updating)
			require.Equal(t, settings.ImportResult{Created: 1, Errors: []settings.ImportError{}, UnknownColumns: []string{}}, r, header)
			require.Equal(t, []string{"ada@x.example|Ada|L|Hotel|+30 281|a+b"}, stored(t, e, m), header)
		}
	})

	t.Run("one column for the whole name, two for the phone, one that nobody knows", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		const file = "Name;Mail;Mobil;Telefon;Geburtstag\nAda von Love;a@x.example;;112;1.1.\n"
		_, err := e.Settings.ImportContacts(m.Context(t), m.Caller, strings.NewReader(file), updating)
		require.ErrorIs(t, err, apperr.ErrUnknownField)
		require.Equal(t, "file.Geburtstag", apperr.Of(err).Fields[0].Field)
		require.Empty(t, stored(t, e, m), "what stands in an unknown column is not lost without a word")

		_, err = e.Settings.ImportContacts(m.Context(t), m.Caller, strings.NewReader("emial,phone\na@hotel.example,1\n"), settings.ImportInput{})
		require.ErrorIs(t, err, apperr.ErrUnknownField, "the column that is misspelt is named, also where it is the one that is needed")
		require.Equal(t, "file.emial", apperr.Of(err).Fields[0].Field)
		r := importCSV(t, e, m, file, settings.ImportInput{Update: true, IgnoreUnknown: true})
		require.Equal(t, []string{"Geburtstag"}, r.UnknownColumns)
		require.Equal(t, []string{"a@x.example|Ada|von Love||112|"}, stored(t, e, m))
	})

	t.Run("bad rows are named by their line and lose nothing but themselves", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		r := importCSV(t, e, m, "email,company\na@x.example,\"two\nlines\"\nnone,X\n\nb@x.example,ok\n,no address\nc@x.example,a,b\n\"d@x.example,open\nf@x.example,ok\n", updating)
		require.Equal(t, []any{2, 0, 0, 5}, []any{r.Created, r.Updated, r.Skipped, r.ErrorsTotal})
		lines := []int{}
		for _, err := range r.Errors {
			lines = append(lines, err.Line)
		}
		require.ElementsMatch(t, []int{2, 4, 7, 8, 9}, lines)
		require.Contains(t, r.Errors[1].Message, "email must be an e-mail address")
		require.Equal(t, []string{"b@x.example|||ok||", "f@x.example|||ok||"}, stored(t, e, m))
	})

	t.Run("what exists is updated with what is filled, or skipped", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		contact(t, e, m, settings.ContactInput{Email: ptr("a@x.example"), FirstName: ptr("Ada"), Company: ptr("Old"), Tags: ptr([]string{"kept"})})
		const file = "email,first_name,company\nA@X.example,,New\nb@x.example,B,\n"
		r := importCSV(t, e, m, file, settings.ImportInput{})
		require.Equal(t, []int{1, 0, 1}, []int{r.Created, r.Updated, r.Skipped})
		require.Equal(t, []string{"a@x.example|Ada||Old||kept", "b@x.example|B||||"}, stored(t, e, m))
		for range 2 {
			r = importCSV(t, e, m, file, updating)
			require.Equal(t, []int{0, 2, 0}, []int{r.Created, r.Updated, r.Skipped})
			require.Equal(t, []string{"a@x.example|Ada||New||kept", "b@x.example|B||||"}, stored(t, e, m))
		}
	})

	t.Run("of two rows with one address the later wins", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		file := "email,company\na@x.example,first\na@x.example,last\n"
		r := importCSV(t, e, m, file, updating)
		require.Equal(t, []int{1, 1, 0}, []int{r.Created, r.Updated, r.Skipped})
		require.Equal(t, []string{"a@x.example|||last||"}, stored(t, e, m))
		far := "email,company\n" + strings.Repeat("a@x.example,x\n", 1200) + "a@x.example,end\n"
		r = importCSV(t, e, m, far, updating)
		require.Equal(t, []int{0, 1201, 0}, []int{r.Created, r.Updated, r.Skipped})
		require.Equal(t, []string{"a@x.example|||end||"}, stored(t, e, m))
		r = importCSV(t, e, e.Manager(t), file, settings.ImportInput{})
		require.Equal(t, []int{1, 0, 1}, []int{r.Created, r.Updated, r.Skipped})
	})

	t.Run("the contacts join a list of the account, up to its limit", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m, other := e.Manager(t), e.Manager(t)
		e.Grant(t, m, plan.Gold)
		l, err := e.Settings.CreateList(m.Context(t), m.Caller, settings.MailingListInput{Name: ptr("L")})
		require.NoError(t, err)
		var file strings.Builder
		file.WriteString("email\n")
		for i := range settings.MaxListContacts + 3 {
			fmt.Fprintf(&file, "c%d@x.example\n", i)
		}
		r := importCSV(t, e, m, file.String(), settings.ImportInput{List: l.ID})
		require.Equal(t, []int{settings.MaxListContacts + 3, 3}, []int{r.Created, r.ErrorsTotal})
		require.Equal(t, settings.MaxListContacts+2, r.Errors[0].Line)
		l, err = e.Settings.MailingList(t.Context(), m.User.ID, l.ID)
		require.NoError(t, err)
		require.Equal(t, settings.MaxListContacts, l.ContactsCount)

		_, err = e.Settings.ImportContacts(other.Context(t), other.Caller, strings.NewReader("email\na@x.example\n"), settings.ImportInput{List: l.ID})
		require.Equal(t, []string{"list"}, fields(t, err))
		require.Empty(t, stored(t, e, other))
	})

	t.Run("when the file breaks off, what came before stays and is counted", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		gone := apperr.New(apperr.Invalid, "body_incomplete", "the request body ended early")
		_, err := e.Settings.ImportContacts(m.Context(t), m.Caller, io.MultiReader(strings.NewReader("email\na@x.example\nb@x.example\n"+strings.Repeat("\n", 70_000)), iotest.ErrReader(gone)), updating)
		require.ErrorIs(t, err, gone)
		require.Equal(t, 2, apperr.Of(err).Details["created"])
		require.Len(t, stored(t, e, m), 2)
	})

	t.Run("what is no such file is refused", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		_, err := e.Settings.ImportContacts(m.Context(t), m.Caller, strings.NewReader("name,phone\nx,112\n"), updating)
		require.Equal(t, []string{"file"}, fields(t, err))
		_, err = e.Settings.ImportContacts(m.Context(t), m.Caller, strings.NewReader(""), updating)
		require.ErrorIs(t, err, csvfile.ErrFile)
	})

	t.Run("each batch leaves one trace", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		importCSV(t, e, m, "email\na@x.example\n", updating)
		entries := trail(t, e, m.User.ID, "contact", 0)
		require.Equal(t, []string{"import"}, actionsSettings(entries))
		require.JSONEq(t, `{"created":1,"updated":0,"skipped":0,"first_line":2,"last_line":2}`, string(entries[0].After))
	})

	t.Run("many bad rows are counted, the first are shown", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		r := importCSV(t, e, e.Manager(t), "email\n"+strings.Repeat("bad\n", 1500), updating)
		require.Len(t, r.Errors, 1000)
		require.Equal(t, 1500, r.ErrorsTotal)
	})
}

// settingsRows is a contact file of n rows that is never whole in memory.
type settingsRows struct {
	n, at int
	buf   bytes.Buffer
	peak  *atomic.Uint64
}

func (r *settingsRows) Read(p []byte) (int, error) {
	for r.buf.Len() < len(p) && r.at < r.n {
		fmt.Fprintf(&r.buf, "guest%d@x.example;Ada %d;Lovelace;Hotel \"\"Sea\"\" %d;+30 2810 %06d;a,b\r\n", r.at, r.at, r.at, r.at)
		if r.at++; r.at%5000 == 0 {
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			r.peak.Store(max(r.peak.Load(), m.HeapAlloc))
		}
	}
	return r.buf.Read(p)
}

func TestSlow_ImportContactsOfManyRows(t *testing.T) { //nolint:paralleltest // it measures the heap
	dbtest.Slow(t, db.SQLite)
	const many = 20_000 // the program's nightly tests send 100,000
	e := apptest.New(t)
	m, other := e.Manager(t), e.Manager(t)
	e.Grant(t, m, plan.Gold)
	e.Grant(t, other, plan.Gold)
	runtime.GC()
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	var peak atomic.Uint64
	done := make(chan struct{})
	var result settings.ImportResult
	var err error
	go func() {
		defer close(done)
		file := io.MultiReader(strings.NewReader("email;first_name;last_name;company;phone;tags\n"), &settingsRows{n: many, peak: &peak})
		result, err = e.Settings.ImportContacts(m.Context(t), m.Caller, file, updating)
	}()
	served := 0
	for over := false; !over; {
		select {
		case <-done:
			over = true
		default:
			_, err := e.Settings.CreateContact(other.Context(t), other.Caller, settings.ContactInput{Email: ptr(fmt.Sprintf("c%d@x.example", served))})
			require.NoError(t, err)
			served++
		}
	}
	require.NoError(t, err)
	require.Equal(t, []int{many, 0}, []int{result.Created, result.ErrorsTotal})
	require.Greater(t, served, 50, "others write meanwhile")
	require.Less(t, peak.Load(), before.HeapAlloc+32<<20, "memory does not grow with the file")
	t.Logf("%d other writes, heap %d to %d KiB", served, before.HeapAlloc>>10, peak.Load()>>10)
}
