package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/testkit/mailtest"
)

// hotelWithList registers a hotel that may send as many letters as any, with a
// property and a mailing list of so many contacts.
func (p *program) hotelWithList(email string, contacts int) (h *inn, list string) {
	p.t.Helper()
	token, id := p.register(email)
	p.grantGold(id)
	h = p.inn(token, 10, 20)
	list = number(h.must(post, "/api/settings/mailing-lists/create/", object{"name": "Agents"}).body["id"])
	var file bytes.Buffer
	file.WriteString("email,first name,language\n")
	for i := range contacts {
		fmt.Fprintf(&file, "agent%d@reisen.example,Anna %d,%s\n", i, i, []string{"de", "", "el"}[i%3])
	}
	a := p.importFile(token, "?list="+list, &file)
	require.Equal(p.t, http.StatusOK, a.status, a.raw)
	require.EqualValues(p.t, contacts, a.body["created"])
	return h, list
}

func (h *inn) sendChart(list string) answer {
	h.t.Helper()
	return h.must(get, fmt.Sprintf("/api/allotment/property/%d/pdf/send-mail/%s/", h.id, list), nil)
}

// keptMail counts the kept letters and their bytes.
func (s *site) keptMail(t *testing.T) (letters int, size int64) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(filepath.Join(s.dir, "mail"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".eml") {
			return err
		}
		info, err := d.Info()
		letters, size = letters+1, size+info.Size()
		return err
	}))
	return letters, size
}

// hasLetter tells whether a kept letter whose name begins with prefix is there.
func (s *site) hasLetter(t *testing.T, prefix string) bool {
	t.Helper()
	return !s.letterTime(t, prefix).IsZero()
}

// letterTime returns when the letter whose name begins with prefix was written; zero if it is not there.
func (s *site) letterTime(t *testing.T, prefix string) time.Time {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(s.dir, "mail", prefix+"*.eml"))
	require.NoError(t, err)
	if len(found) == 0 {
		return time.Time{}
	}
	info, err := os.Stat(found[0])
	require.NoError(t, err)
	return info.ModTime()
}

// One account writes to a long list. Meanwhile another user's reset letter
// arrives, another tenant's writes go through and memory stays flat.
func TestProgram_ListMailHoldsUpNobody(t *testing.T) {
	t.Parallel()
	contacts := 300
	if inFull() {
		contacts = 10_000
	}
	s := newSite(t, "ALLOT_LOG_LEVEL=warn", "ALLOT_BOOTSTRAP_ADMIN=staff@allot.example:"+goodPassword, "ALLOT_MAIL_MAX_MB=64")
	p := s.start(t)
	h, list := p.hotelWithList("anna@poseidon.example", contacts)
	other, otherID := p.register("bora@olympos.example")
	p.grantGold(otherID)
	before := peakMemory(t, p.cmd.Process.Pid)

	require.EqualValues(t, contacts, h.sendChart(list).body["recipients"])
	asked := time.Now()
	a := p.call(post, "/api/auth/password/reset/", "", object{"email": "bora@olympos.example"})
	require.Equal(t, http.StatusOK, a.status, a.raw)
	var waits []time.Duration
	last := fmt.Sprintf("listmail-1-%d", contacts)
	done := func() bool {
		return s.hasLetter(t, "account-reset-") && (len(waits) >= 100 && !inFull() || s.hasLetter(t, last))
	}
	// As often as a busy office would, and not as fast as the machine can.
	for range time.Tick(20 * time.Millisecond) {
		start := time.Now()
		a := p.call(post, "/api/settings/contacts/create/", other, object{"email": fmt.Sprintf("c%d@olympos.example", len(waits))})
		require.Equal(t, http.StatusCreated, a.status, a.raw)
		waits = append(waits, time.Since(start))
		if done() {
			break
		}
	}
	arrived, through := s.letterTime(t, "account-reset-"), s.letterTime(t, last)
	slices.Sort(waits)
	median, slowest := waits[len(waits)/2], waits[len(waits)-1]
	letters, size := s.keptMail(t)
	grown := peakMemory(t, p.cmd.Process.Pid) - before
	t.Logf("%d letters: the reset letter came after %v; of %d other writes half took less than %v and the slowest %v; %d letters kept in %d MB; peak memory grew by %d MB",
		contacts, arrived.Sub(asked), len(waits), median, slowest, letters, size>>20, grown>>20)
	require.True(t, through.IsZero() || arrived.Before(through), "the reset letter does not wait for the list")
	require.LessOrEqual(t, size, int64(64<<20))
	require.Less(t, grown, int64(raceFactor*96<<20))

	// The rest of the day's letters is known, and a list that does not fit is refused whole.
	for range 20_000 / contacts {
		a = p.call(get, fmt.Sprintf("/api/allotment/property/%d/pdf/send-mail/%s/", h.id, list), h.token, nil)
		if a.status != http.StatusAccepted {
			break
		}
	}
	require.Equal(t, http.StatusTooManyRequests, a.status, a.raw)
	require.Equal(t, "letter_limit_reached", a.body["code"])
	require.EqualValues(t, 20_000, a.body["limit"])
	require.NotEmpty(t, a.header.Get("Retry-After"))
}

// A server that is killed while list mail goes out goes on where it was.
func TestProgram_ListMailSurvivesKill(t *testing.T) {
	t.Parallel()
	const contacts = 150
	smtp := mailtest.Start(t)
	s := newSite(t, "ALLOT_SMTP_URL="+smtp.URL("Allot <no-reply@allot.example>"), "ALLOT_BASE_URL=https://allot.example",
		"ALLOT_BOOTSTRAP_ADMIN=staff@allot.example:"+goodPassword, "ALLOT_LOG_LEVEL=warn", "ALLOT_CONFIRM_EMAIL=off")
	p := s.start(t)
	h, list := p.hotelWithList("anna@poseidon.example", contacts)
	h.sendChart(list)
	const kills = 3
	for n := range kills {
		until(t, func() bool { return len(agents(smtp)) >= 35*(n+1) })
		p.kill()
		p = s.start(t)
	}
	until(t, func() bool { return len(unique(agents(smtp))) == contacts })
	staff := p.login("staff@allot.example").token()
	require.Equal(t, http.StatusOK, p.call(get, "/api/admin/jobs/", staff, nil).status)
	require.LessOrEqual(t, len(agents(smtp)), contacts+kills, "each kill repeats one letter at most")
	t.Logf("%d letters to %d contacts with %d kills", len(agents(smtp)), contacts, kills)
}

// agents are the contacts that the mail server has got letters for.
func agents(smtp *mailtest.Server) []string {
	var list []string
	for _, m := range smtp.Messages() {
		if strings.HasPrefix(m.To[0], "agent") {
			list = append(list, m.To[0])
		}
	}
	return list
}

func unique(list []string) map[string]bool {
	set := map[string]bool{}
	for _, s := range list {
		set[s] = true
	}
	return set
}
