package exchangetest

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/exchange/connection"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/inventory/allotment/allotmenttest"
	"allot/internal/platform/apperr"
)

var asCSV = apptest.Header("Content-Type", "text/csv")

func (b *connectionBundle) send(t *testing.T, path, body string) connection.Result {
	t.Helper()
	res := b.Do(t, http.MethodPost, path, body, asCSV)
	if strings.Contains(path, "inbound") || strings.Contains(path, "format=json") {
		res = b.Do(t, http.MethodPost, path, body)
	}
	require.Equal(t, http.StatusOK, res.Code, res.Body)
	return apptest.Decode[connection.Result](t, res, http.StatusOK)
}

// sender is a bundle with a room whose code is DBL, and a key.
type sender struct {
	*connectionBundle
	coded       int64
	token, path string
}

func setupSender(t *testing.T) *sender {
	t.Helper()
	s := &sender{connectionBundle: setupConnection(t)}
	s.coded = s.Save(t, s.who, s.p.ID, facts.CategoryRooms, facts.Record{"name": "Coded", "code": "DBL", "room_total_units": 4})
	s.token, _ = s.Key(t, s.who, auth.KeyAvailabilityWrite, auth.KeyStopSale)
	s.path = connectionBase + "import/" + s.token + "/"
	return s
}

// check fails if the pool does not agree with the records.
func (b *connectionBundle) check(t *testing.T) {
	t.Helper()
	require.NoError(t, allotmenttest.Check(t.Context(), allotmenttest.Reader(t, b.DB)))
}

func TestImport(t *testing.T) {
	t.Parallel()

	t.Run("a bad row loses nothing but itself, and overbookings are told", func(t *testing.T) {
		t.Parallel()
		b := setupSender(t)
		got := b.send(t, b.path+"?format=csv&target=availability", fmt.Sprintf("room;from;to;reserved;out_of_order\n%d;2030-06-01;2030-06-03;2;1\nDBL;2030-06-01;2030-06-01;9;\nNOPE;2030-06-01;2030-06-01;1;\nDBL;2030-06-05;2030-06-04;1;\nDBL;2030-06-02;2030-06-02;x;\nDBL;2029-06-02;2029-06-02;1;\n", b.rooms[0]))
		require.Equal(t, 2, got.Accepted)
		require.Equal(t, 4, got.RejectedCount)
		var lines []int
		for _, r := range got.Rejected {
			lines = append(lines, r.Line)
		}
		require.Equal(t, []int{4, 5, 6, 7}, lines)
		require.Equal(t, []connection.OverbookDay{{Room: b.coded, Date: june, Reported: 9, Counted: 4}}, got.Overbooked)
		require.Equal(t, 3, b.external(t, b.rooms[0], "2030-06-03"))
		require.Equal(t, 4, b.external(t, b.coded, june))
		require.NotEmpty(t, b.StoredEvents(t, "availability.updated"))
		told := b.Told(t, b.who)
		require.Equal(t, string(notify.Overbooked), string(told[0].Kind))
		list := b.who.Do(t, http.MethodGet, connectionBase+"imports/", "")
		require.Contains(t, list.Body.String(), `"rows_read":6,"accepted":2,"rejected_count":4`)
		require.Contains(t, list.Body.String(), `"status":"done"`)
		require.Contains(t, b.trail(t), `"rows_read":6`)
		b.check(t)
	})

	t.Run("an unknown column refuses the file and says which was meant", func(t *testing.T) {
		t.Parallel()
		b := setupSender(t)
		res := b.Do(t, http.MethodPost, b.path, "room,date,reservd\nDBL,2030-06-01,1\n", asCSV)
		require.Equal(t, http.StatusBadRequest, res.Code)
		require.Contains(t, res.Body.String(), `did you mean \"reserved\"?`)
		b.check(t)
	})

	t.Run("a dry run is the real write, rolled back", func(t *testing.T) {
		t.Parallel()
		b := setupSender(t)
		before := b.external(t, b.coded, "2030-07-01")
		events := len(b.StoredEvents(t, "availability.updated"))
		got := b.send(t, b.path+"?format=json&dry_run=true", `{"rows":[{"room":"DBL","from":"2030-07-01","to":"2030-07-05","reserved":1},{"room":"DBL","date":"2030-07-01","reserved":1,"reservd":2},{"room":"DBL","date":"2030-07-08","status":"stop"}]}`)
		require.Equal(t, 2, got.Accepted)
		require.Equal(t, []connection.RejectedRow{{Line: 2, Message: `reservd is not known here; did you mean "reserved"?`, Problems: []apperr.FieldError{
			{Field: "reservd", Code: "unknown_name", Params: map[string]any{"near": "reserved"}, Message: `is not known here; did you mean "reserved"?`},
		}}}, got.Rejected)
		require.Equal(t, 6, got.ChangedCount)
		require.Len(t, got.Changes, 2)
		require.Equal(t, "2030-07-05", got.Changes[0].To)
		require.Equal(t, 0, *got.Changes[0].Before.Reserved)
		require.Equal(t, 1, *got.Changes[0].After.Reserved)
		require.Equal(t, "none", *got.Changes[1].Before.Status)
		require.Equal(t, "stop", *got.Changes[1].After.Status)
		require.Equal(t, before, b.external(t, b.coded, "2030-07-01"))
		require.Len(t, b.StoredEvents(t, "availability.updated"), events)
		b.check(t)
	})

	t.Run("days of a calendar are set, and the rows that do not fit are found among the others", func(t *testing.T) {
		t.Parallel()
		b := setupSender(t)
		calendar := b.who.Do(t, http.MethodPost, "/api/allotment/calendars/", fmt.Sprintf(`{"property":%d,"name":"Own","kind":"allotment"}`, b.p.ID))
		require.Equal(t, http.StatusCreated, calendar.Code, calendar.Body)
		id := apptest.Decode[struct{ ID int64 }](t, calendar, http.StatusCreated).ID
		var body strings.Builder
		body.WriteString("room,date,status,closed,confirmed,calendar\n")
		for day := range 20 {
			closed := 1
			if day%7 == 3 {
				closed = 40 // more than there are
			}
			fmt.Fprintf(&body, "DBL,2030-08-%02d,,%d,1,%d\n", day+1, closed, id)
		}
		body.WriteString("DBL,2030-08-21,on_request,,,\nDBL,2030-08-22,closed,,,\nDBL,2030-08-22,stop,,,99999\n")
		got := b.send(t, b.path, body.String())
		require.Equal(t, 18, got.Accepted)
		require.Equal(t, 5, got.RejectedCount)
		require.Contains(t, fmt.Sprint(got.Rejected), "Coded has 4 units left on 2030-08-04, 41 are wanted")
		flat := b.Do(t, http.MethodGet, connectionBase+"export/"+b.token+"/?format=csv&from=2030-08-20&to=2030-08-21&calendar=master", "")
		require.Equal(t, http.StatusOK, flat.Code, flat.Body)
		rows, err := csv.NewReader(bytes.NewReader(flat.Body.Bytes())).ReadAll()
		require.NoError(t, err)
		require.Len(t, rows, 1+3*2)
		require.Contains(t, flat.Body.String(), "DBL,2030-08-21,on_request,on_request")
		tag := flat.Header().Get("ETag")
		require.NotEmpty(t, tag)
		same := b.Do(t, http.MethodGet, connectionBase+"export/"+b.token+"/?format=csv&from=2030-08-20&to=2030-08-21&calendar=master", "", apptest.Header("If-None-Match", tag))
		require.Equal(t, http.StatusNotModified, same.Code)
		for _, format := range []string{"json", "xml"} {
			res := b.Do(t, http.MethodGet, connectionBase+"export/"+b.token+"/?from=2030-08-21&to=2030-08-21&format="+format, "")
			require.Equal(t, http.StatusOK, res.Code)
			require.Contains(t, res.Body.String(), "on_request")
		}
		b.check(t)
	})

	t.Run("an adapter posts rows, and a repeat changes nothing", func(t *testing.T) {
		t.Parallel()
		b := setupSender(t)
		inbound := connectionBase + "inbound/" + b.token + "/"
		rows := fmt.Sprintf(`[{"room":%d,"date":"2030-09-01","checked_in":2}]`, b.rooms[1])
		require.Equal(t, 1, b.send(t, inbound, rows).ChangedCount)
		require.Equal(t, 0, b.send(t, inbound, rows).ChangedCount)
		require.Equal(t, 2, b.external(t, b.rooms[1], "2030-09-01"))
		for _, bad := range []string{`{"lines":[]}`, `{"rows":[],"x":1}`, `[{"room"`, `"x"`, ``, `[] 1`} {
			require.Equal(t, http.StatusBadRequest, b.Do(t, http.MethodPost, inbound, bad).Code, bad)
		}
		reader, _ := b.Key(t, b.who, auth.KeyStopSale)
		require.Equal(t, http.StatusForbidden, b.Do(t, http.MethodPost, connectionBase+"inbound/"+reader+"/", rows).Code)
		bearer := b.Do(t, http.MethodPost, connectionBase+"inbound/-/", rows, apptest.Header("Authorization", "Bearer "+b.token))
		require.Equal(t, http.StatusOK, bearer.Code, bearer.Body)
		b.check(t)
	})

	t.Run("codes of several properties need the property, and another account's room is none", func(t *testing.T) {
		t.Parallel()
		b := setupSender(t)
		second := b.Property(t, b.who, "Second")
		b.Save(t, b.who, second.ID, facts.CategoryRooms, facts.Record{"name": "Coded too", "code": "DBL", "room_total_units": 4})
		_, _, foreign := b.House(t, 3)
		body := fmt.Sprintf("room,date,reserved\nDBL,2030-10-01,1\n%d,2030-10-01,1\n", foreign[0])
		got := b.send(t, b.path, body)
		require.Zero(t, got.Accepted)
		require.Contains(t, got.Rejected[0].Message, "property_id")
		got = b.send(t, b.path+"?property_id="+fmt.Sprint(b.p.ID), body)
		require.Equal(t, 1, got.Accepted)
		require.Equal(t, http.StatusBadRequest, b.Do(t, http.MethodPost, b.path+"?property_id=999999", body, asCSV).Code)
		b.check(t)
	})

	t.Run("a key writes the properties of the user who made it, and no others", func(t *testing.T) {
		t.Parallel()
		b := setupSender(t)
		second := b.Property(t, b.who, "Second")
		scoped := b.Scoped(t, b.who, []auth.Flag{auth.Integrations, auth.StopSales}, second.ID)
		token, _ := b.Key(t, scoped, auth.KeyAvailabilityWrite)
		got := b.send(t, connectionBase+"inbound/"+token+"/", fmt.Sprintf(`[{"room":%d,"date":"2030-10-01","reserved":1},{"room":"DBL","date":"2030-10-01","status":"stop"}]`, b.coded))
		require.Equal(t, 2, got.RejectedCount)
		require.Equal(t, 0, b.external(t, b.coded, "2030-10-01"))
		operator := b.Operator(t)
		b.Accepted(t, b.who, operator)
		reading, _ := b.Key(t, operator, auth.KeyStopSale)
		require.Equal(t, http.StatusForbidden, b.Do(t, http.MethodPost, connectionBase+"inbound/"+reading+"/", "[]").Code)
		require.Equal(t, http.StatusOK, b.Do(t, http.MethodGet, connectionBase+"export/"+reading+"/", "").Code)
	})

	t.Run("one import at a time; one whose sender goes away says so and keeps what was saved", func(t *testing.T) {
		t.Parallel()
		b := setupSender(t)
		key := auth.KeyCaller{KeyID: 1, OwnerID: b.who.User.OwnerID, AccountType: auth.Accommodation}
		ctx, cancel := context.WithCancel(t.Context())
		read, write := io.Pipe()
		done := make(chan error, 1)
		go func() {
			_, err := b.Connections.RunImport(ctx, key, connection.ImportOptions{Format: "csv"}, read)
			done <- err
		}()
		fmt.Fprintf(write, "room,from,to,reserved\n%d,2031-01-01,2031-12-31,1\n", b.rooms[0])
		_, err := write.Write(bytes.Repeat([]byte("\n"), 1<<17)) // so that the reader takes the row
		require.NoError(t, err)
		require.Eventually(t, func() bool { return b.external(t, b.rooms[0], "2031-01-01") == 1 }, patience, tick)
		_, err = b.Connections.RunImport(t.Context(), key, connection.ImportOptions{Format: "csv"}, strings.NewReader("room,date,reserved\n"))
		require.ErrorIs(t, err, connection.ErrImportRuns)
		cancel()
		_ = write.CloseWithError(apperr.New(apperr.Invalid, "body_incomplete", "the request body ended early"))
		require.Error(t, <-done)
		list := apptest.Decode[struct{ Results []connection.Import }](t, b.who.Do(t, http.MethodGet, connectionBase+"imports/", ""), http.StatusOK)
		require.Equal(t, connection.ImportInterrupted, list.Results[0].Status)
		require.Equal(t, 1, list.Results[0].RowsRead)
		require.Equal(t, 1, b.external(t, b.rooms[0], "2031-01-01"))
		one := b.who.Do(t, http.MethodGet, fmt.Sprint(connectionBase, "imports/", list.Results[0].ID, "/"), "")
		require.Equal(t, http.StatusOK, one.Code)
		b.check(t)
	})
}

// Without ?format= a file is read as its Content-Type says.
func TestImport_formatOfTheFile(t *testing.T) {
	t.Parallel()
	b := setupConnection(t)
	token, _ := b.Key(t, b.who, auth.KeyAvailabilityWrite)
	rows := fmt.Sprintf(`{"rows":[{"room":%d,"date":%q,"reserved":2}]}`, b.rooms[0], june)
	res := b.Do(t, http.MethodPost, connectionBase+"import/"+token+"/", rows, apptest.Header("Content-Type", "application/json; charset=utf-8"))
	require.Equal(t, http.StatusOK, res.Code, res.Body)
	require.Equal(t, 2, b.external(t, b.rooms[0], june))
	// What is named counts for more.
	res = b.Do(t, http.MethodPost, connectionBase+"import/"+token+"/?format=csv", fmt.Sprintf("room,date,reserved\n%d,%s,1\n", b.rooms[0], june), apptest.Header("Content-Type", "application/json"))
	require.Equal(t, http.StatusOK, res.Code, res.Body)
	require.Equal(t, 1, b.external(t, b.rooms[0], june))
}
