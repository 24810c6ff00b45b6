package rules

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/civil"
)

// ruled is a day of a calendar by its plain figures.
type ruled struct {
	kind                        Kind
	own, master                 Status
	allotted, closed, confirmed int
	remaining                   int
	borrowing                   Borrowing
}

func (r ruled) resolve() (state string, status Status, available int) {
	var cells Cells
	Cascade(Row{
		Master: r.kind == KindMaster, Standalone: !r.kind.Pooled(),
		Allotted: []uint16{uint16(r.allotted)}, Closed: []uint16{uint16(r.closed)}, Confirmed: []uint16{uint16(r.confirmed)},
		Own: []uint8{r.own.Code()}, MasterDay: []uint8{r.master.Code()},
		Remaining: []uint16{uint16(r.remaining)}, Borrowing: []Borrowing{r.borrowing},
	}, &cells)
	return cells.State[0].String(), StatusOf(cells.Status[0]), int(cells.OwnAvailable[0])
}

// TestCascade_rules quotes every sentence about the state of a day.
func TestCascade_rules(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		day       ruled
		state     string
		status    Status
		available int
	}{
		"decisions 5.1: physical_remaining = 0 is closed, whatever any override says":          {ruled{kind: KindConnected, own: StatusOpen, master: StatusFree, allotted: 3}, "closed", "", 3},
		"decisions 5.1: closed for want of units has no status, even under a stop":             {ruled{kind: KindConnected, own: StatusStop, master: StatusBlock, allotted: 3}, "closed", "", 3},
		"decisions 5.1: Standalone calendars skip this step":                                   {ruled{kind: KindStandalone, own: StatusFree}, "open", StatusFree, 0},
		"decisions 5.2: a restrictive Master status wins for every calendar: request":          {ruled{kind: KindConnected, own: StatusFree, master: StatusRequest, allotted: 3, remaining: 9}, "on_request", StatusRequest, 3},
		"decisions 5.2: a restrictive Master status wins for every calendar: stop":             {ruled{kind: KindContracted, own: StatusOpen, master: StatusStop, allotted: 3, remaining: 9}, "closed", StatusStop, 3},
		"decisions 5.2: a restrictive Master status wins for every calendar: standalone":       {ruled{kind: KindStandalone, own: StatusFree, master: StatusStop}, "closed", StatusStop, 0},
		"spec: a block status on the Master calendar propagates to every operator":             {ruled{kind: KindAllotment, own: StatusFree, master: StatusBlock, allotted: 3, remaining: 9}, "closed", StatusBlock, 3},
		"decisions 5.3: the calendar's own status, before the numbers":                         {ruled{kind: KindConnected, own: StatusStop, allotted: 3, remaining: 9}, "closed", StatusStop, 3},
		"decisions 5.3: the calendar's own status, before a permissive one of the Master":      {ruled{kind: KindConnected, own: StatusRequest, master: StatusFree, allotted: 3, remaining: 9}, "on_request", StatusRequest, 3},
		"decisions 5.3: own open sells although nothing is allotted":                           {ruled{kind: KindConnected, own: StatusOpen, remaining: 9}, "open", StatusOpen, 0},
		"decisions 5.4: free on the Master opens":                                              {ruled{kind: KindConnected, master: StatusFree, remaining: 9}, "open", StatusFree, 0},
		"decisions 5.4: open on the Master is the default state and overrides nothing":         {ruled{kind: KindConnected, master: StatusOpen, remaining: 9}, "on_request", "", 0},
		"spec: an open override matches the default open state":                                {ruled{kind: KindMaster, own: StatusOpen, master: StatusOpen, allotted: 9, remaining: 9}, "open", StatusOpen, 9},
		"decisions 5: free gives open":                                                         {ruled{kind: KindConnected, own: StatusFree, remaining: 1}, "open", StatusFree, 0},
		"decisions 5: open gives open":                                                         {ruled{kind: KindConnected, own: StatusOpen, remaining: 1}, "open", StatusOpen, 0},
		"decisions 5: request gives on_request":                                                {ruled{kind: KindConnected, own: StatusRequest, remaining: 1}, "on_request", StatusRequest, 0},
		"decisions 5: stop gives closed":                                                       {ruled{kind: KindConnected, own: StatusStop, remaining: 1}, "closed", StatusStop, 0},
		"decisions 5: block gives closed":                                                      {ruled{kind: KindConnected, own: StatusBlock, remaining: 1}, "closed", StatusBlock, 0},
		"spec 1: own_available = max(0, allotment - closed - confirmed)":                       {ruled{kind: KindConnected, allotted: 5, closed: 1, confirmed: 2, remaining: 9}, "open", "", 2},
		"spec 1: own_available is never below 0":                                               {ruled{kind: KindConnected, allotted: 1, closed: 1, confirmed: 2, remaining: 9}, "on_request", "", 0},
		"decisions 5: own_available is always the plain formula, also where less remains":      {ruled{kind: KindConnected, allotted: 5, remaining: 1}, "open", "", 5},
		"spec 3: own_available > 0 gives open":                                                 {ruled{kind: KindContracted, allotted: 1, remaining: 1}, "open", "", 1},
		"spec 3: own_available = 0 and pool remaining > 0 gives on_request":                    {ruled{kind: KindContracted, allotted: 1, confirmed: 1, remaining: 1}, "on_request", "", 0},
		"spec 3: physical_remaining = 0 gives closed":                                          {ruled{kind: KindContracted, allotted: 1}, "closed", "", 1},
		"decisions 5: a standalone day without a status is open, with zero counts":             {ruled{kind: KindStandalone}, "open", "", 0},
		"decisions 5: a standalone day under open on the Master is open by itself":             {ruled{kind: KindStandalone, master: StatusOpen}, "open", "", 0},
		"spec: a shared-inventory rule may show On Request while borrowing":                    {ruled{kind: KindConnected, allotted: 4, remaining: 2, borrowing: BorrowingOnRequest}, "on_request", "", 4},
		"spec: a shared-inventory rule may show, if it opts for it, Open while borrowing":      {ruled{kind: KindConnected, allotted: 4, remaining: 2, borrowing: BorrowingOpen}, "open", "", 4},
		"decisions 5: open while borrowing opens no calendar that has nothing allotted":        {ruled{kind: KindConnected, allotted: 1, confirmed: 1, remaining: 2, borrowing: BorrowingOpen}, "on_request", "", 0},
		"decisions 5: open while borrowing opens the Master, which sells whatever is there":    {ruled{kind: KindMaster, allotted: 1, confirmed: 1, remaining: 2, borrowing: BorrowingOpen}, "open", "", 0},
		"decisions 5: a status goes before how borrowing shows":                                {ruled{kind: KindConnected, own: StatusFree, allotted: 4, remaining: 2, borrowing: BorrowingOnRequest}, "open", StatusFree, 4},
		"decisions 5: the largest numbers that a fact sheet can hold":                          {ruled{kind: KindMaster, allotted: maxUnits, closed: maxUnits, confirmed: maxUnits, remaining: maxUnits}, "on_request", "", 0},
		"decisions 5: closed whether or not something is left of the calendar's own allotment": {ruled{kind: KindMaster, allotted: 9, confirmed: 2}, "closed", "", 7},
	}
	for rule, tt := range tests {
		t.Run(rule, func(t *testing.T) {
			t.Parallel()
			state, status, available := tt.day.resolve()
			require.Equal(t, []any{tt.state, tt.status, tt.available}, []any{state, status, available})
		})
	}
}

// TestPool_rules quotes every sentence about the pool and what it lends.
func TestPool_rules(t *testing.T) {
	t.Parallel()
	date := civil.MustParse("2030-06-01")
	rule := func(donor, recipient int64, change ...func(*Share)) Share {
		s := Share{DonorRoom: donor, RecipientRoom: recipient, MaxUnits: 2, IsActive: true}
		for _, f := range change {
			f(&s)
		}
		return s
	}
	tests := map[string]struct {
		pools  []Pool
		shares []Share
		loans  []int
		short  []int
		after  []int // loans
		left   []int // of each room
	}{
		"spec 2: physical_remaining = room_total_units - SUM(closed + confirmed) - PMS-ingested units": {
			pools: []Pool{{RoomID: 1, Total: 10, Committed: 3, Reported: 4}}, left: []int{3},
		},
		"decisions 5: a write that would break the pool is refused": {
			pools: []Pool{{RoomID: 1, Total: 2, Committed: 3}}, short: []int{0},
		},
		"decisions 5: what a PMS reports beyond is kept, and only what fits is counted": {
			pools: []Pool{{RoomID: 1, Total: 2, Committed: 1, Reported: 7}}, left: []int{0},
		},
		"decisions 5: what was counted for a PMS is not sold to somebody else": {
			pools: []Pool{{RoomID: 1, Total: 2, Committed: 1, Reported: 7, External: 2}}, short: []int{0},
		},
		"spec: a fully consumed recipient room borrows from the donor's remaining pool": {
			pools: []Pool{{RoomID: 1, Total: 1, Committed: 2}, {RoomID: 2, Total: 3}}, shares: []Share{rule(2, 1)}, loans: []int{0}, after: []int{1}, left: []int{0, 2},
		},
		"spec: up to max_units": {
			pools: []Pool{{RoomID: 1, Total: 1, Committed: 4}, {RoomID: 2, Total: 9}}, shares: []Share{rule(2, 1)}, loans: []int{0}, short: []int{0},
		},
		"spec: a room that is not fully consumed borrows nothing": {
			pools: []Pool{{RoomID: 1, Total: 2, Committed: 1}, {RoomID: 2, Total: 3}}, shares: []Share{rule(2, 1)}, loans: []int{0}, after: []int{0}, left: []int{1, 3},
		},
		"spec: directional": {
			pools: []Pool{{RoomID: 1, Total: 1, Committed: 2}, {RoomID: 2, Total: 3}}, shares: []Share{rule(1, 2)}, loans: []int{0}, short: []int{0},
		},
		"spec: so the total never exceeds the fact-sheet capacity": {
			pools: []Pool{{RoomID: 1, Total: 1, Committed: 2}, {RoomID: 2, Total: 3, Committed: 3}}, shares: []Share{rule(2, 1)}, loans: []int{0}, short: []int{0},
		},
		"spec: a donor lends spare capacity, not what its own system reports": {
			pools: []Pool{{RoomID: 1, Total: 1, Committed: 2}, {RoomID: 2, Total: 3, Reported: 3, External: 3}}, shares: []Share{rule(2, 1)}, loans: []int{0}, short: []int{0},
		},
		"decisions 5: a rule lends within its dates only": {
			pools: []Pool{{RoomID: 1, Total: 1, Committed: 2}, {RoomID: 2, Total: 3}}, shares: []Share{rule(2, 1, func(s *Share) { s.StartDate = date + 1 })}, loans: []int{0}, short: []int{0},
		},
		"decisions 5: a rule that is not active lends nothing": {
			pools: []Pool{{RoomID: 1, Total: 1, Committed: 2}, {RoomID: 2, Total: 3}}, shares: []Share{rule(2, 1, func(s *Share) { s.IsActive = false })}, loans: []int{0}, short: []int{0},
		},
		"core: the oldest rule lends first, the next what it lacks": {
			pools: []Pool{{RoomID: 1, Total: 1, Committed: 4}, {RoomID: 2, Total: 3}, {RoomID: 3, Total: 3}}, shares: []Share{rule(3, 1), rule(2, 1)}, loans: []int{0, 0}, after: []int{2, 1}, left: []int{0, 2, 1},
		},
		"core: what is not needed any more goes back, the youngest loan first": {
			pools: []Pool{{RoomID: 1, Total: 1, Committed: 3, Borrowed: 3}, {RoomID: 2, Total: 3, Lent: 1}, {RoomID: 3, Total: 3, Lent: 2}}, shares: []Share{rule(3, 1), rule(2, 1)}, loans: []int{2, 1}, after: []int{2, 0}, left: []int{0, 3, 1},
		},
		"core: a donor cannot sell what it has lent": {
			pools: []Pool{{RoomID: 1, Total: 1, Committed: 3, Borrowed: 2}, {RoomID: 2, Total: 3, Committed: 2, Lent: 2}}, shares: []Share{rule(2, 1)}, loans: []int{2}, short: []int{1},
		},
		"core: a donor that has lent its units may itself borrow": {
			pools: []Pool{{RoomID: 1, Total: 1, Committed: 3, Borrowed: 2}, {RoomID: 2, Total: 3, Committed: 2, Lent: 2}, {RoomID: 3, Total: 1}}, shares: []Share{rule(2, 1), rule(3, 2)}, loans: []int{2, 0}, after: []int{2, 1}, left: []int{0, 0, 0},
		},
		"core: nobody lends on what it has borrowed": {
			pools: []Pool{{RoomID: 1, Total: 0, Committed: 1}, {RoomID: 2, Total: 0}, {RoomID: 3, Total: 5}}, shares: []Share{rule(2, 1), rule(3, 2)}, loans: []int{0, 0}, short: []int{0},
		},
		"core: what is committed borrows before what is only reported": {
			pools: []Pool{{RoomID: 1, Total: 0, Reported: 1}, {RoomID: 2, Total: 0, Committed: 1}, {RoomID: 3, Total: 1}}, shares: []Share{rule(3, 1), rule(3, 2)}, loans: []int{0, 0}, after: []int{0, 1}, left: []int{0, 0, 0},
		},
		"core: a rule that was ended keeps the loans of days that have passed": {
			pools: []Pool{{RoomID: 1, Total: 1, Committed: 2, Borrowed: 2}, {RoomID: 2, Total: 3, Lent: 2}}, shares: []Share{rule(2, 1, func(s *Share) { s.IsActive = false })}, loans: []int{2}, after: []int{1}, left: []int{0, 2},
		},
		"core: a rule that was deleted leaves the days that have passed as they were": {
			pools: []Pool{{RoomID: 1, Total: 1, Committed: 2, Borrowed: 2}}, left: []int{1},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tt.short, Settle(date, tt.pools, tt.shares, tt.loans))
			if tt.short != nil {
				return
			}
			require.Equal(t, tt.after, tt.loans)
			var left []int
			for _, p := range tt.pools {
				left = append(left, p.Remaining())
			}
			require.Equal(t, tt.left, left)
		})
	}
	t.Run("decisions 5: on days less than release_days ahead the allotment counts as 0", func(t *testing.T) {
		t.Parallel()
		b := Block{Quantity: 4, ReleaseDays: 7}
		require.Equal(t, []int{0, 0, 4}, []int{b.InForce(date, date), b.InForce(date+6, date), b.InForce(date+7, date)})
		require.Equal(t, 4, Block{Quantity: 4}.InForce(date, date))
	})
	t.Run("spec: which rule shows: the one that lends the next unit", func(t *testing.T) {
		t.Parallel()
		open := func(s *Share) { s.OpenWhileBorrowing = true }
		spare := func(int64) int { return 3 }
		units, shows := Borrowable(date, 1, []Share{rule(2, 1), rule(3, 1, open)}, func(int) int { return 0 }, spare)
		require.Equal(t, []any{4, BorrowingOnRequest}, []any{units, shows})
		units, shows = Borrowable(date, 1, []Share{rule(2, 1), rule(3, 1, open)}, func(share int) int { return 2 - 2*share }, spare)
		require.Equal(t, []any{2, BorrowingOpen}, []any{units, shows})
		units, shows = Borrowable(date, 2, []Share{rule(2, 1)}, func(int) int { return 0 }, spare)
		require.Equal(t, []any{0, BorrowingNone}, []any{units, shows})
	})
}
