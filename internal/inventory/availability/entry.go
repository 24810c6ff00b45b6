package availability

import (
	"crypto/sha256"
	"encoding/binary"
	"strconv"

	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/mapping"
)

// digest identifies content: equal digests mean equal content.
type digest [16]byte

func digestOf(b []byte) digest {
	sum := sha256.Sum256(b)
	return digest(sum[:len(digest{})])
}

// entry is a property as its reader sees it, without the days.
type entry struct {
	owner, id int64
	zone      string
	name      string
	country   string
	head      string // JSON up to the calendars
	rooms     []room // nil: all, under the hotel's names
	binding   binding
	refusal   *Refusal
	sharing   sharing
	texts     *reading.DayTexts

	// digest covers everything above except the zone.
	digest digest
}

// room is a room type under the reader's name and code.
type room struct {
	id   int64
	head string // JSON up to the days
}

func newRoom(id int64, name, code string) room {
	return room{id, `{"room_id":` + strconv.FormatInt(id, 10) + `,"name":` + quoted(name) + `,"code":` + quoted(code)}
}

// headOf returns the beginning of an encoded property.
func headOf(id int64, name, country, city string, codes mapping.Codes) string {
	return `{"property_id":` + strconv.FormatInt(id, 10) + `,"name":` + quoted(name) + `,"country":` + quoted(country) + `,"city":` + quoted(city) +
		`,"codes":{"hotel":` + quoted(codes.Hotel) + `,"internal":` + quoted(codes.Internal) +
		`,"external":` + quoted(codes.External) + `,"supplier":` + quoted(codes.Supplier) + `}`
}

// resolve resolves the days of a room as the reader sees them.
func (e *entry) resolve(row rules.Row, out *rules.Cells) {
	rules.Cascade(row, out)
	if e.sharing.closes {
		out.CloseRequests()
	}
}

// setDigest computes the digest. Lengths are written before texts and lists, so
// that different contents never have the same bytes.
func (e *entry) setDigest() {
	b := make([]byte, 0, 4<<10)
	text := func(s string) { b = append(binary.AppendUvarint(b, uint64(len(s))), s...) }
	number := func(n int64) { b = binary.AppendVarint(b, n) }
	flag := func(on bool) {
		if on {
			b = append(b, 1)
			return
		}
		b = append(b, 0)
	}
	number(e.owner)
	number(e.id)
	text(e.country)
	text(e.head)
	flag(e.rooms == nil)
	number(int64(len(e.rooms)))
	for _, r := range e.rooms {
		number(r.id)
		text(r.head)
	}
	flag(e.binding.hotel)
	flag(e.binding.all)
	number(e.binding.contract)
	number(int64(len(e.binding.rates)))
	for _, id := range e.binding.rates {
		number(id)
	}
	if e.refusal != nil {
		text(e.refusal.Code)
	} else {
		text("")
	}
	flag(e.sharing.reasons)
	flag(e.sharing.totals)
	flag(e.sharing.closes)
	flag(e.sharing.exports)
	for _, states := range e.texts {
		for _, w := range states {
			text(w)
		}
	}
	e.digest = digestOf(b)
}
