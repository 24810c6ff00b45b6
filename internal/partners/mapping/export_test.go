package mapping

import (
	"allot/internal/platform/csvfile"
)

// ReadRow reads one record of a file with the header, and says what is wrong.
func ReadRow(header, fields []string) (named bool, problem string, err error) {
	l, err := newLayout(header)
	if err != nil {
		return false, "", err
	}
	r, problem := l.read(csvfile.Record{Line: 2, Fields: fields})
	return r.property > 0 || r.propertyCode != "" || r.room > 0, problem, nil
}
