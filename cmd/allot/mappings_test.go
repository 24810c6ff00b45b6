package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/content/publication"
	"allot/internal/content/publication/publicationdb"
	"allot/internal/partners/contract"
	"allot/internal/partners/contract/contractdb"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

const (
	mappingsPath      = "/api/tour-operator/mappings/"
	importMappings    = mappingsPath + "import/csv/"
	roomsOfAProperty  = 500 // as many as a sheet has
	operatorsOfTheRun = 2
)

// Many room mappings come in with flat memory while others are served, go out
// again, and come back as nothing new.
func TestSlow_ImportsManyMappings(t *testing.T) {
	t.Parallel()
	dbtest.Slow(t, db.Postgres)
	properties := sized(20, 100) / min(raceFactor, 4)
	rooms := properties * roomsOfAProperty
	s := newSite(t, "ALLOT_DEV=true", "ALLOT_BOOTSTRAP_ADMIN=staff@allot.example:"+goodPassword, "ALLOT_LOG_LEVEL=warn")
	p := s.start(t)
	hotel, owner := p.register("anna@poseidon.example")
	p.grantGold(owner)
	ids := make([]int, properties)
	for i := range ids {
		ids[i] = p.property(hotel, fmt.Sprintf("Poseidon %d", i))
	}
	operators := make([]string, operatorsOfTheRun)
	accounts := make([]int64, operatorsOfTheRun)
	for i := range operators {
		operators[i], accounts[i] = p.registerOperator(fmt.Sprintf("bora%d@reisen.example", i))
	}
	s.publishRooms(t, owner, ids, accounts)
	p.stop()
	p = s.start(t) // without the memory that passwords took
	token, warm := operators[0], operators[1]
	require.EqualValues(t, rooms, p.call(http.MethodGet, mappingsPath+"unmapped/", token, nil).body["count"])

	// A smaller file first, for what any import needs.
	a := p.sendMappings(warm, mappingFile(rooms/20))
	require.Equal(t, http.StatusOK, a.status, a.raw)
	require.EqualValues(t, rooms/20, a.body["created"], a.raw)
	file := mappingFile(rooms)
	before := peakMemory(t, p.cmd.Process.Pid)
	started := time.Now()
	first, others := p.whileServing(hotel, func() answer { return p.sendMappings(token, file) })
	took := time.Since(started)
	grown := peakMemory(t, p.cmd.Process.Pid) - before
	t.Logf("%d rooms, %d KB in %v: peak memory grew by %d KB; %d other requests meanwhile, the slowest took %v",
		rooms, len(file)>>10, took, grown>>10, others.served, others.slowest)
	require.Equal(t, http.StatusOK, first.status, first.raw)
	newDescription(t).check(t, http.MethodPost, importMappings, first)
	require.Equal(t, []any{float64(rooms), 0.0, 0.0, 0.0}, importCounts(first), first.raw)
	require.Less(t, grown, int64(raceFactor*sized(12, 24)<<20), "the file has %d bytes", len(file))
	require.Greater(t, others.served, 20, "nobody waits for the end of the import")
	require.EqualValues(t, 0, p.call(http.MethodGet, mappingsPath+"unmapped/", token, nil).body["count"])
	require.EqualValues(t, rooms, p.call(http.MethodGet, mappingsPath+"rooms/", token, nil).body["count"])
	left := p.call(http.MethodGet, mappingsPath+"unmapped/?page_size=1", warm, nil)
	require.EqualValues(t, rooms-rooms/20, left.body["count"], "and nobody else has them")

	before = peakMemory(t, p.cmd.Process.Pid)
	out := p.call(http.MethodGet, mappingsPath+"export/csv/", token, nil)
	require.Equal(t, http.StatusOK, out.status)
	require.Equal(t, 1+properties+rooms, strings.Count(out.raw, "\n"))
	again := p.sendMappings(token, []byte(out.raw))
	require.Equal(t, []any{0.0, 0.0, float64(rooms + properties), 0.0}, importCounts(again), again.raw)
	grown = peakMemory(t, p.cmd.Process.Pid) - before
	t.Logf("out and in again: peak memory grew by %d KB", grown>>10)
	require.Less(t, grown, int64(raceFactor*sized(16, 32)<<20), "out and in again")
}

func importCounts(a answer) []any {
	return []any{a.body["created"], a.body["updated"], a.body["skipped"], a.body["errors_total"]}
}

func (p *program) sendMappings(token string, file []byte) answer {
	p.t.Helper()
	// A reader that hides its length: the file is sent as it is read.
	return p.send(http.MethodPost, importMappings, token, io.MultiReader(bytes.NewReader(file)), "Content-Type", "text/csv")
}

// mappingFile maps the rooms from the first on.
func mappingFile(rooms int) []byte {
	var b bytes.Buffer
	b.WriteString("room_id;mapped_code;mapped_name\n")
	for i := range rooms {
		fmt.Fprintf(&b, "%d;DBL-%05d;\"Doppelzimmer \"\"Süd\"\"; Nr. %d\"\n", i+1, i, i)
	}
	return b.Bytes()
}

func (p *program) registerOperator(email string) (token string, id int64) {
	p.t.Helper()
	body := registration(email)
	body["account_type"] = "tour_operator"
	a := p.call(http.MethodPost, "/api/auth/register/", "", body)
	require.Equal(p.t, http.StatusCreated, a.status, a.raw)
	user, ok := a.body["user"].(map[string]any)
	require.True(p.t, ok)
	return a.body["auth_token"].(string), int64(user["id"].(float64))
}

// publishRooms shows properties with full lists of rooms to operators. Sheets,
// reviews and proposals have tests of their own; here they would take longer
// than what is measured.
func (s *site) publishRooms(t *testing.T, owner int64, properties []int, operators []int64) {
	t.Helper()
	d, now := s.database(t), time.Now().UTC()
	published, contracts := publicationdb.New(d), contractdb.New(d)
	for i, id := range properties {
		card := publication.Card{PropertyID: int64(id), OwnerID: owner, PublicationID: int64(id), Version: 1, PublishedAt: now, Code: fmt.Sprintf("P%d", id), Name: "Poseidon", Country: "GR"}
		rooms := make([]publication.Room, roomsOfAProperty)
		for j := range rooms {
			rooms[j] = publication.Room{ID: int64(i*roomsOfAProperty + j + 1), PropertyID: card.PropertyID, OwnerID: owner, Position: j + 1, Code: fmt.Sprintf("R%d", j), Name: "Double room"}
		}
		require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error { return published.ShowVersion(ctx, card, rooms) }))
	}
	for _, operator := range operators {
		c := contract.Contract{
			UserID: owner, PartnerID: operator, Terms: contract.Defaults(), Status: contract.StatusAccepted,
			InitiatedBy: owner, ProposedBy: owner, Revision: 1, AcceptedAt: now, CreatedAt: now, UpdatedAt: now,
		}
		require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error { return contracts.InsertContract(ctx, &c) }))
	}
}
