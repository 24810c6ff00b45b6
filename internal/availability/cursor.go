package availability

import (
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
	cursorForm  = 1 // first byte; another form gets another number
	cursorBytes = 1 + 16 + 16 + 8
)

func (c cursor) String() string {
	b := append(make([]byte, 0, cursorBytes), cursorForm)
	b = append(append(b, c.asked[:]...), c.state[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(c.clock)) //nolint:gosec // read back the same way
	return base64.RawURLEncoding.EncodeToString(b)
}

// parseCursor reads what String wrote.
func parseCursor(text string) (c cursor, ok bool) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(b) != cursorBytes || b[0] != cursorForm {
		return c, false
	}
	b = b[1:]
	c.asked, b = digest(b[:len(c.asked)]), b[len(c.asked):]
	c.state, b = digest(b[:len(c.state)]), b[len(c.state):]
	c.clock = int64(binary.BigEndian.Uint64(b)) //nolint:gosec // written the same way
	return c, c.clock >= 0
}

var (
	errCursor      = apperr.Field("since", "is no cursor: take next_cursor of an answer, or pull everything without since")
	errOtherCursor = apperr.Field("since", "is of another key or of other filters: pull everything once without since, then go on with its next_cursor")
)
