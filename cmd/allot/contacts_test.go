package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"

	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

const importPath = "/api/settings/contacts/import/csv/"

// importFile sends a file as it is.
func (p *program) importFile(token, query string, file io.Reader) answer {
	p.t.Helper()
	return p.send(http.MethodPost, importPath+query, token, file, "Content-Type", "text/csv")
}

// Files as offices have them.
func TestProgram_ImportsContactFiles(t *testing.T) {
	t.Parallel()
	p := newSite(t).start(t)
	token, _ := p.register("anna@poseidon.example")
	described := newDescription(t)
	windows, err := charmap.Windows1252.NewEncoder().String("E-Mail;Vorname;Nachname;Firma\r\nmueller@reise.example;Jörg;Müller;Reisebüro Süß\r\n")
	require.NoError(t, err)
	unicode := binary.LittleEndian.AppendUint16(nil, 0xfeff)
	for _, unit := range utf16.Encode([]rune("email\tad\tsoyad\tşirket\r\nayse@tur.example\tAyşe\tYılmaz\tGüneş Tur\r\n")) {
		unicode = binary.LittleEndian.AppendUint16(unicode, unit)
	}
	for name, c := range map[string]struct{ file, email, first, last, company string }{
		"Windows-1252 with semicolons": {windows, "mueller@reise.example", "Jörg", "Müller", "Reisebüro Süß"},
		"UTF-16 with tabs":             {string(unicode), "ayse@tur.example", "Ayşe", "Yılmaz", "Güneş Tur"},
		"UTF-8 with its mark": {
			"\ufeffόνομα;επώνυμο;email;εταιρεία\nΕλένη;Παπαδοπούλου;eleni@taxidi.example;\"Ταξίδι; Α.Ε.\"\n",
			"eleni@taxidi.example", "Ελένη", "Παπαδοπούλου", "Ταξίδι; Α.Ε.",
		},
	} {
		a := p.importFile(token, "", strings.NewReader(c.file))
		require.Equal(t, http.StatusOK, a.status, "%s: %s", name, a.raw)
		described.check(t, http.MethodPost, importPath, a)
		require.JSONEq(t, `{"created":1,"updated":0,"skipped":0,"errors":[],"errors_total":0,"unknown_columns":[]}`, a.raw, name)
		found := p.call(http.MethodGet, "/api/settings/contacts/?q="+c.email, token, nil).body["results"].([]any)
		require.Len(t, found, 1, name)
		contact := found[0].(map[string]any)
		require.Equal(t, []any{c.first, c.last, c.company}, []any{contact["first_name"], contact["last_name"], contact["company"]}, name)
	}
}

// Many contacts come in with flat memory while others are served; under the race
// detector fewer, which take as long.
func TestSlow_ImportsManyContacts(t *testing.T) {
	t.Parallel()
	dbtest.Slow(t, db.SQLite)
	lines := sized(20_000, 100_000) / raceFactor
	p := newSite(t, "ALLOT_LOG_LEVEL=warn", "ALLOT_BOOTSTRAP_ADMIN=staff@allot.example:"+goodPassword).start(t)
	token, id := p.register("anna@poseidon.example")
	other, otherID := p.register("bora@olympos.example")
	list := p.call(http.MethodPost, "/api/settings/mailing-lists/create/", token, object{"name": "Spring"}).body["id"]
	// A smaller file first: what the program needs for any import is not what
	// this test is about, but what it needs for a twenty times larger one.
	warm, warmID := p.register("chara@zeus.example")
	for _, account := range []int64{id, otherID, warmID} {
		p.grantGold(account) // other plans have fewer contacts
	}
	a, _ := p.importMeanwhile(warm, "", contactFile(lines/20), warm)
	require.Equal(t, http.StatusOK, a.status, a.raw)

	file := contactFile(lines)
	before := peakMemory(t, p.cmd.Process.Pid)
	started := time.Now()
	first, meanwhile := p.importMeanwhile(token, "", file, other)
	took := time.Since(started)
	grown := peakMemory(t, p.cmd.Process.Pid) - before
	t.Logf("%d MB in %v: peak memory grew by %d MB; %d other requests meanwhile, the slowest took %v",
		len(file)>>20, took, grown>>20, meanwhile.served, meanwhile.slowest)
	require.Equal(t, http.StatusOK, first.status, first.raw)
	newDescription(t).check(t, http.MethodPost, importPath, first)
	require.EqualValues(t, lines-3, first.body["created"])
	require.EqualValues(t, 0, first.body["updated"])
	require.EqualValues(t, 0, first.body["skipped"])
	require.EqualValues(t, 3, first.body["errors_total"])
	bad := map[float64]bool{}
	for _, each := range first.body["errors"].([]any) {
		e := each.(map[string]any)
		require.NotEmpty(t, e["message"])
		bad[e["line"].(float64)] = true
	}
	require.Equal(t, map[float64]bool{7: true, float64(lines/2 + 1): true, float64(lines + 2): true}, bad, "each names its line")
	require.Less(t, grown, int64(raceFactor*sized(16, 48)<<20), "the file has %d bytes", len(file))
	require.Greater(t, meanwhile.served, 20, "nobody waits for the end of the import")
	require.EqualValues(t, lines-3, p.call(http.MethodGet, "/api/settings/contacts/", token, nil).body["count"])
	require.EqualValues(t, meanwhile.written, p.call(http.MethodGet, "/api/settings/contacts/", other, nil).body["count"], "and nobody else has them")

	again := p.importFile(token, "", bytes.NewReader(file))
	require.Equal(t, http.StatusOK, again.status, again.raw)
	require.Equal(t, []any{0.0, float64(lines - 3), 0.0}, []any{again.body["created"], again.body["updated"], again.body["skipped"]})
	again = p.importFile(token, "?update=false&list="+number(list), bytes.NewReader(file))
	require.Equal(t, http.StatusOK, again.status, again.raw)
	require.Equal(t, []any{0.0, 0.0, float64(lines - 3)}, []any{again.body["created"], again.body["updated"], again.body["skipped"]})
	require.EqualValues(t, 10_000, p.call(http.MethodGet, "/api/settings/contacts/?list="+number(list), token, nil).body["count"], "as many as a list holds")
	require.Less(t, peakMemory(t, p.cmd.Process.Pid)-before, int64(raceFactor*sized(24, 64)<<20), "all three of them")
}

// contactFile has three rows that are wrong: near the start, in the middle
// after a name of two lines, and at the end.
func contactFile(lines int) []byte {
	var b bytes.Buffer
	b.WriteString("email,first name,last name,company,phone,tags\n")
	for i := range lines {
		switch i {
		case 5, lines - 1:
			fmt.Fprintf(&b, "no address %d,Anna,Papadaki,Reisen,+302810123456,spring\n", i)
		case lines/2 - 1:
			b.WriteString("x@reisen.example,\"Anna\nMaria\",Papadaki,Reisen,,\n")
		default:
			fmt.Fprintf(&b, "agent%d@reisen%d.example,Ελένη,Yılmaz %d,\"Reisebüro Müller, Filiale %d\",+30281012%04d,spring|%d\n", i, i%500, i, i, i%10000, i%7)
		}
	}
	return b.Bytes()
}

// served is how others fared during an import.
type meanwhile struct {
	served, written int
	slowest         time.Duration
}

// importMeanwhile imports a file while somebody else reads and writes.
func (p *program) importMeanwhile(token, query string, file []byte, other string) (answer, meanwhile) {
	p.t.Helper()
	return p.whileServing(other, func() answer { return p.importFile(token, query, bytes.NewReader(file)) })
}

// whileServing sends a long request while somebody else reads and writes.
func (p *program) whileServing(other string, long func() answer) (answer, meanwhile) {
	p.t.Helper()
	done := make(chan answer)
	go func() { done <- long() }()
	var m meanwhile
	// As often as a busy office would, and not as fast as the machine can.
	for range time.Tick(10 * time.Millisecond) {
		start := time.Now()
		if m.served%2 == 0 {
			a := p.call(http.MethodGet, "/api/auth/session/", other, nil)
			require.Equal(p.t, http.StatusOK, a.status, a.raw)
		} else {
			a := p.call(http.MethodPost, "/api/settings/contacts/create/", other, object{"email": fmt.Sprintf("c%d@olympos.example", m.served)})
			require.Equal(p.t, http.StatusCreated, a.status, a.raw)
			m.written++
		}
		m.served++
		m.slowest = max(m.slowest, time.Since(start))
		select {
		case a := <-done:
			return a, m
		default:
		}
	}
	return answer{}, m // a ticker does not end
}
