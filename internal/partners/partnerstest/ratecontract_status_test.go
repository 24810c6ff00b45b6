package partnerstest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/property"
	"allot/internal/partners/ratecontract"
)

func TestRateContract_EffectiveStatus(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		stored ratecontract.Status
		today  string
		want   ratecontract.Status
	}{
		"on the last day":              {ratecontract.StatusActive, "2030-05-31", ratecontract.StatusActive},
		"the day after":                {ratecontract.StatusActive, "2030-06-01", ratecontract.StatusEnded},
		"long before":                  {ratecontract.StatusActive, "2029-01-01", ratecontract.StatusActive},
		"a draft stays one":            {ratecontract.StatusDraft, "2031-01-01", ratecontract.StatusDraft},
		"ended by hand, before it was": {ratecontract.StatusEnded, "2029-01-01", ratecontract.StatusEnded},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := ratecontract.RateContract{Status: c.stored, EndDate: day("2030-05-31")}
			require.Equal(t, c.want, r.EffectiveStatus(day(c.today)))
		})
	}
}

// ratecontractBundle is a hotel with a property, a room of 10 units and an operator.
type ratecontractBundle struct {
	*apptest.Env
	hotel, operator *apptest.Who
	property        property.Property
	room            int64
}

func setupRatecontract(t *testing.T, options ...apptest.Option) *ratecontractBundle {
	t.Helper()
	b := &ratecontractBundle{Env: apptest.New(t, options...)}
	b.hotel, b.property = b.Hotel(t, "Hotel Aurora")
	b.operator, b.room = b.Operator(t), b.Room(t, b.hotel, b.property.ID, "Double", "DBL", 10)
	return b
}

func (b *ratecontractBundle) rows() []ratecontract.RoomAllotment {
	return []ratecontract.RoomAllotment{{RoomID: b.room, StartDate: day("2030-06-01"), EndDate: day("2030-08-31"), Quantity: 4, ReleaseDays: 7}}
}

func (b *ratecontractBundle) update(t *testing.T, id int64, c ratecontract.Change) (ratecontract.Named, error) {
	t.Helper()
	return b.RateContracts.Update(b.hotel.Context(t), b.hotel.Caller, id, c)
}

// Every step from every state: the clock stands on 2030-05-31.
func TestService_Update_moves(t *testing.T) {
	t.Parallel()
	b := setupRatecontract(t)
	const draft, active, ended = ratecontract.StatusDraft, ratecontract.StatusActive, ratecontract.StatusEnded
	states := map[string]func(t *testing.T) ratecontract.RateContract{
		"draft": func(t *testing.T) ratecontract.RateContract {
			t.Helper()
			return b.Granted(t, b.hotel, b.operator, b.property, b.rows(), func(c *ratecontract.Change) { c.Status = ptr(draft) })
		},
		"running": func(t *testing.T) ratecontract.RateContract {
			t.Helper()
			return b.Granted(t, b.hotel, b.operator, b.property, b.rows())
		},
		"not begun": func(t *testing.T) ratecontract.RateContract {
			t.Helper()
			return b.Granted(t, b.hotel, b.operator, b.property, b.rows(), func(c *ratecontract.Change) { c.StartDate = ptr(day("2030-06-01")) })
		},
		"ended by hand": func(t *testing.T) ratecontract.RateContract {
			t.Helper()
			r := b.Granted(t, b.hotel, b.operator, b.property, b.rows())
			got, err := b.update(t, r.ID, ratecontract.Change{Status: ptr(ended)})
			require.NoError(t, err)
			return got.RateContract
		},
	}
	allowed := map[string][]ratecontract.Status{
		"draft": {draft, active}, "running": {active, ended}, "not begun": {active, ended, draft}, "ended by hand": {ended},
	}
	for name, make := range states {
		for _, to := range ratecontract.Statuses {
			t.Run(fmt.Sprintf("%s to %s", name, to), func(t *testing.T) {
				t.Parallel()
				r := make(t)
				got, err := b.update(t, r.ID, ratecontract.Change{Status: &to})
				if slices.Contains(allowed[name], to) {
					require.NoError(t, err)
					require.Equal(t, to, got.Status)
					require.Equal(t, to == ended, got.EndedAt != nil)
					return
				}
				require.ErrorIs(t, err, ratecontract.ErrInvalidTransition)
				still, err := b.RateContracts.Get(t.Context(), b.hotel.User.OwnerID, r.ID)
				require.NoError(t, err)
				require.Equal(t, r, still)
			})
		}
	}
}
