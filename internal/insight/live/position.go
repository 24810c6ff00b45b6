package live

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
)

// positions writes and reads the ids of events: readings of the clock of stamps.
type positions struct{ epoch string }

const (
	positionForm  = 1 // first byte, a version of the format
	positionSum   = 6 // bytes of a checksum that differs with the epoch
	positionBytes = 1 + 8 + positionSum
)

// text returns the id for a reading of the clock.
func (p positions) text(clock int64) string {
	b := append(make([]byte, 0, positionBytes), positionForm)
	b = binary.BigEndian.AppendUint64(b, uint64(clock)^p.mask())
	return base64.RawURLEncoding.EncodeToString(append(b, p.sum(b)...))
}

// parse returns the reading of an id. An id of another epoch is none: its clock is that
// of another history.
func (p positions) parse(text string) (clock int64, ok bool) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(b) != positionBytes || b[0] != positionForm {
		return 0, false
	}
	head := b[:positionBytes-positionSum]
	if !bytes.Equal(p.sum(head), b[len(head):]) {
		return 0, false
	}
	return int64(binary.BigEndian.Uint64(head[1:]) ^ p.mask()), true
}

// mask hides the clock, which would reveal how much is written on the platform.
// Clients do not know the epoch.
func (p positions) mask() uint64 {
	d := sha256.Sum256([]byte("live clock " + p.epoch))
	return binary.BigEndian.Uint64(d[:])
}

func (p positions) sum(b []byte) []byte {
	d := sha256.Sum256(append([]byte("live "+p.epoch+" "), b...))
	return d[:positionSum]
}
