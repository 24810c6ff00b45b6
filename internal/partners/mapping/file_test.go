package mapping

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/csvfile"
)

// Whatever stands in a row, it is either about something or refused with a
// reason, and reading it never fails otherwise.
func FuzzReadRow(f *testing.F) {
	for _, s := range []string{
		"property_id,hotel_code\n1,A\n", "room_id;mapped_code\n1;'=x\n", "Hotel-ID\tOur hotel code\n-1\tx\n",
		"property_code,room_code,mapped_name\nP1,R1,\"a\nb\"\n", "room_code,mapped_code\nR,1\n", "property_id,mapped_code\n99999999999999999999,1\n",
		"property_id,property_id,hotel_code\n,2,x\n", "\ufeffproperty_id,hotel_code\n١,x\n", "property_id,hotel_code\n1,\"" + strings.Repeat("x", 65) + "\"\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, file string) {
		r, err := csvfile.NewReader(strings.NewReader(file))
		if err != nil {
			return
		}
		for range 100 {
			rec, err := r.Next()
			var bad *csvfile.RecordError
			if errors.As(err, &bad) {
				continue
			}
			if err != nil {
				return
			}
			l, err := newLayout(r.Header)
			if err != nil {
				return
			}
			row, problem := l.read(csvfile.Record{Line: 2, Fields: rec.Fields})
			named := row.property > 0 || row.propertyCode != "" || row.room > 0
			require.True(t, named || problem != nil, "%q", rec.Fields)
		}
	})
}
