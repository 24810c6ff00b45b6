package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
	"allot/internal/content/property/propertydb"
	"allot/internal/content/publication"
	"allot/internal/content/publication/publicationdb"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// An operator's system reads 1,000 properties with the memory that 50 take, and
// the first bytes come before the last are made.
func TestSlow_FeedsManyProperties(t *testing.T) {
	t.Parallel()
	dbtest.Slow(t, db.SQLite)
	const few, many = 50, 1000 / raceFactor
	s := newTrade(t)
	small, large := s.open("accommodation", "anna@poseidon.example", "Poseidon"), s.open("accommodation", "bora@olympos.example", "Olympos")
	one, all := s.open("tour_operator", "chara@reisen.example", "Reisen"), s.open("tour_operator", "dora@travel.example", "Travel")
	s.copyHouse(t, small, s.publish(small, "Poseidon", "posei"), few)
	s.copyHouse(t, large, s.publish(large, "Olympos", "olymp"), many)
	s.agree(small, one, everything())
	s.agree(large, all, everything())

	s.stop()
	p := s.site.start(t) // without the memory that passwords took
	require.Equal(t, few, p.readFeed(t, one.key).properties)
	before := peakMemory(t, p.cmd.Process.Pid)
	read := p.readFeed(t, all.key)
	grown := peakMemory(t, p.cmd.Process.Pid) - before
	t.Logf("%d properties, %d KB in %v, first byte after %v: peak memory %d MB, %d KB more than of %d properties",
		read.properties, read.bytes>>10, read.took, read.first, (before+grown)>>20, grown>>10, few)
	require.Equal(t, many, read.properties)
	require.Less(t, read.first, read.took/2)
	require.Less(t, grown, int64(raceFactor*24<<20), "the answer has %d bytes", read.bytes)
}

// copyHouse gives a hotel so many published properties in all, each with the
// sheet of the first. To write and publish each would take longer than what is
// measured.
func (s *trade) copyHouse(t *testing.T, c company, h house, n int) {
	t.Helper()
	d := s.site.database(t)
	properties, published := propertydb.New(d), publicationdb.New(d)
	first, err := published.Current(t.Context(), int64(h.id))
	require.NoError(t, err)
	require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error {
		for i := 1; i < n; i++ {
			v, p := first, first.Snapshot.Property
			p.ID, p.Code = 0, fmt.Sprintf("P%d", i)
			if err := properties.InsertProperty(ctx, &p); err != nil {
				return err
			}
			v.PropertyID, v.Snapshot.Property, v.Version, v.Status = p.ID, p, nil, publication.StatusPending
			if err := published.InsertPublication(ctx, &v.Publication, v.Snapshot); err != nil {
				return err
			}
			v.Version, v.Status = first.Version, publication.StatusPublished
			if err := published.UpdatePublication(ctx, v.Publication); err != nil {
				return err
			}
			rooms := v.Rooms()
			for j := range rooms {
				rooms[j].ID = c.id*1_000_000 + int64(i*len(v.Snapshot.Facts[facts.CategoryRooms])+j)
			}
			if err := published.ShowVersion(ctx, v.Card(), rooms); err != nil {
				return err
			}
		}
		return nil
	}))
}

// fed is what came of reading a feed.
type fed struct {
	properties, bytes int
	first, took       time.Duration
}

// readFeed reads the facts that a key opens as they arrive.
func (p *program) readFeed(t *testing.T, key string) fed {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.base+"/api/info/published-partners/"+key+"/", http.NoBody)
	require.NoError(t, err)
	start := time.Now()
	res, err := client.Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	require.Equal(t, http.StatusOK, res.StatusCode)
	f, body := fed{first: time.Since(start)}, bufio.NewReader(res.Body)
	for {
		part, err := body.ReadSlice('}') // what is looked for has no bracket in it
		f.bytes += len(part)
		f.properties += bytes.Count(part, []byte(`"property_id":`))
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			break
		}
	}
	f.took = time.Since(start)
	return f
}
