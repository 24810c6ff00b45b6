package availability

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"

	"allot/internal/platform/apperr"
)

// cursor is the position of a reader that takes only changes: a digest of its
// query, a digest of everything except the days, and a reading of the clock of
// availability.
type cursor struct {
	query digest
	state digest
	clock int64
}

const (
	cursorForm  = 2 // first byte, a version of the format
	cursorSum   = 4 // bytes of a checksum against typing errors
	cursorBytes = 1 + 16 + 16 + 8 + cursorSum
)

func (c cursor) text(epoch string) string {
	b := append(make([]byte, 0, cursorBytes), cursorForm)
	b = append(append(b, c.query[:]...), c.state[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(c.clock)^mask(epoch))
	sum := digestOf(b)
	return base64.RawURLEncoding.EncodeToString(append(b, sum[:cursorSum]...))
}

// mask hides the clock, which would reveal how much is written on the platform.
// Readers do not know the epoch.
func mask(epoch string) uint64 {
	d := digestOf([]byte("clock " + epoch))
	return binary.BigEndian.Uint64(d[:])
}

// parseCursor parses a cursor. With another epoch the clock is meaningless, but
// then the state differs too and the clock is not used.
func parseCursor(text, epoch string) (c cursor, ok bool) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(b) != cursorBytes || b[0] != cursorForm {
		return c, false
	}
	sum := digestOf(b[:cursorBytes-cursorSum])
	if !bytes.Equal(sum[:cursorSum], b[cursorBytes-cursorSum:]) {
		return c, false
	}
	b = b[1:]
	c.query, b = digest(b[:len(c.query)]), b[len(c.query):]
	c.state, b = digest(b[:len(c.state)]), b[len(c.state):]
	c.clock = int64(binary.BigEndian.Uint64(b) ^ mask(epoch))
	return c, true
}

var (
	errCursor      = apperr.Field("since", "is no cursor: take next_cursor of an answer, or pull everything without since")
	errOtherCursor = apperr.Field("since", "is of another key or of other filters: pull everything once without since, then go on with its next_cursor")
)
