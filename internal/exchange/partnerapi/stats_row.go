package partnerapi

import (
	"cmp"
	"slices"
	"strings"

	"allot/internal/platform/civil"
)

// Counts are what some calls come to.
type Counts struct {
	HitsOK           int64 `bun:"hits_ok"`
	HitsError        int64 `bun:"hits_error"`
	BytesTransferred int64 `bun:"bytes_transferred"`
}

// Add counts others in.
func (c *Counts) Add(o Counts) {
	c.HitsOK += o.HitsOK
	c.HitsError += o.HitsError
	c.BytesTransferred += o.BytesTransferred
}

// Place is what calls are counted by: a key, an endpoint and a day.
type Place struct {
	OwnerID  int64      `bun:"owner_id"`
	Date     civil.Date `bun:"date"`
	KeyID    int64      `bun:"key_id"`
	Endpoint string     `bun:"endpoint"`
}

func (p Place) compare(o Place) int {
	return cmp.Or(cmp.Compare(p.OwnerID, o.OwnerID), cmp.Compare(p.Date, o.Date), cmp.Compare(p.KeyID, o.KeyID), strings.Compare(p.Endpoint, o.Endpoint))
}

// Row is the calls of one place.
type Row struct {
	Place
	Counts
}

// Part says over what a summary adds up.
type Part string

// The parts: all calls of a day, those of a key, those to an endpoint.
const (
	PartDay      Part = "day"
	PartKey      Part = "key"
	PartEndpoint Part = "endpoint"
)

// Total is a row of the summary; what its part does not say is zero.
type Total struct {
	Part Part `bun:"part"`
	Row
}

// totals adds rows up in every part, in the one order in which all processes
// write.
func totals(rows []Row) []Total {
	sums := map[Part]map[Place]Counts{PartDay: {}, PartKey: {}, PartEndpoint: {}}
	add := func(part Part, at Place, c Counts) {
		sum := sums[part][at]
		sum.Add(c)
		sums[part][at] = sum
	}
	for _, r := range rows {
		add(PartDay, Place{OwnerID: r.OwnerID, Date: r.Date}, r.Counts)
		add(PartKey, Place{OwnerID: r.OwnerID, Date: r.Date, KeyID: r.KeyID}, r.Counts)
		add(PartEndpoint, Place{OwnerID: r.OwnerID, Date: r.Date, Endpoint: r.Endpoint}, r.Counts)
	}
	var list []Total
	for _, part := range []Part{PartDay, PartEndpoint, PartKey} {
		for _, r := range inOrder(sums[part]) {
			list = append(list, Total{part, r})
		}
	}
	return list
}

// inOrder lists what was counted so that two processes, which both write in this
// order, never wait for each other.
func inOrder(counted map[Place]Counts) []Row {
	list := make([]Row, 0, len(counted))
	for at, c := range counted {
		list = append(list, Row{at, c})
	}
	slices.SortFunc(list, func(a, b Row) int { return a.compare(b.Place) })
	return list
}
