package availability

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"

	"allot/internal/platform/apperr"
)

// cursor is where a reader is who takes only what has changed: what it asked, a
// name for everything but the days that its copy depends on, and a reading of the
// clock of availability.
type cursor struct {
	asked digest
	state digest
	clock int64
}

const (
	cursorForm  = 2 // first byte; another form gets another number
	cursorSum   = 4 // bytes that tell a cursor from one that was cut or mistyped
	cursorBytes = 1 + 16 + 16 + 8 + cursorSum
)

func (c cursor) text(epoch string) string {
	b := append(make([]byte, 0, cursorBytes), cursorForm)
	b = append(append(b, c.asked[:]...), c.state[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(c.clock)^mask(epoch))
	sum := digestOf(b)
	return base64.RawURLEncoding.EncodeToString(append(b, sum[:cursorSum]...))
}

// mask keeps the clock to ourselves: it tells how much is written on the whole
// platform. No reader knows the epoch.
func mask(epoch string) uint64 {
	d := digestOf([]byte("clock " + epoch))
	return binary.BigEndian.Uint64(d[:])
}

// parseCursor reads what text wrote. Of another epoch the clock makes no sense, but
// then the state is another one too, and nobody looks at it.
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
	c.asked, b = digest(b[:len(c.asked)]), b[len(c.asked):]
	c.state, b = digest(b[:len(c.state)]), b[len(c.state):]
	c.clock = int64(binary.BigEndian.Uint64(b) ^ mask(epoch))
	return c, true
}

var (
	errCursor      = apperr.Field("since", "is no cursor: take next_cursor of an answer, or pull everything without since")
	errOtherCursor = apperr.Field("since", "is of another key or of other filters: pull everything once without since, then go on with its next_cursor")
)
