package connection

import (
	"cmp"
	"context"
	"errors"
	"io"
	"maps"
	"slices"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
)

// ImportOptions say how rows are read and written.
type ImportOptions struct {
	Format     string // csv or json
	DryRun     bool
	PropertyID int64 // 0: all
	CalendarID int64 // for rows with days; 0: the Master
	// IncludesPlatformBookings is that of the system that sends.
	IncludesPlatformBookings bool
}

// Result is what became of the rows of an import.
type Result struct {
	Accepted        int           `json:"accepted" doc:"Rows that are saved, or with dry_run would be"`
	RejectedCount   int           `json:"rejected_count"`
	Rejected        []RejectedRow `json:"rejected" nullable:"false" doc:"The first 1,000"`
	OverbookedCount int           `json:"overbooked_count" doc:"Days of rooms with more reported units than fit: they are stored, and as many as fit are counted"`
	Overbooked      []OverbookDay `json:"overbooked" nullable:"false" doc:"The first 1,000 of them"`
	ChangedCount    int           `json:"changed_count" doc:"Days of rooms that the rows change"`
	Changes         []ChangeSpan  `json:"changes,omitempty" nullable:"false" doc:"With dry_run: what would change, the first 1,000 spans"`

	rowsRead int
}

// OverbookDay is a day of a room with more reported units than fit.
type OverbookDay struct {
	Room     int64  `json:"room"`
	Date     string `json:"date" format:"date"`
	Reported int    `json:"reported" doc:"Units, over all systems"`
	Counted  int    `json:"counted" doc:"Units that fit"`
}

const (
	maxListed = 1000 // overbooked days and spans of changes
	// The bounds of a batch in room-days. A batch is one transaction, or one for each
	// property and calendar in it.
	firstBatch, minBatch, maxBatch = 200, 25, 4000
	// defaultBatchTime leaves others that write at the same time far below the 200 ms
	// that they may have to wait, on a loaded machine too.
	defaultBatchTime = 20 * time.Millisecond
	maxPending       = 500 // overbooked days that one notification is made of
)

// errDryRun rolls a transaction back.
var errDryRun = errors.New("dry run")

// importer writes rows in batches, each in short transactions, so that others that
// write wait little.
type importer struct {
	*Service
	who      auth.Caller
	source   string
	opt      ImportOptions
	index    *roomIndex
	progress func(r *Result) error // after each batch; nil: none

	batch    []boundRow
	days     int // room-days of the batch
	size     int
	target   time.Duration
	result   Result
	diff     differ
	notified map[int64]bool // by property: the hotel was told of an overbooking
	pending  map[int64][]rules.Cell
}

// boundRow is a row whose room was found.
type boundRow struct {
	row
	room int64
	at   *place
}

func (s *Service) newImporter(ctx context.Context, who auth.Caller, source string, opt ImportOptions) (*importer, error) {
	index, err := s.indexRooms(ctx, who, opt.PropertyID)
	if err != nil {
		return nil, err
	}
	return &importer{
		Service: s, who: who, source: source, opt: opt, index: index, size: firstBatch,
		target: cmp.Or(s.deps.BatchTime, defaultBatchTime), notified: map[int64]bool{}, pending: map[int64][]rules.Cell{},
		result: Result{Rejected: []RejectedRow{}, Overbooked: []OverbookDay{}},
	}, nil
}

// run writes all rows of a file. An error ends it; what was written before stays.
func (i *importer) run(ctx context.Context, rows rowReader) error {
	for {
		r, err := rows.next()
		var bad *rejection
		switch {
		case errors.As(err, &bad):
			i.result.rowsRead++
			i.reject(bad.line, bad.refusal)
			err = nil
		case err == nil:
			i.result.rowsRead++
			i.add(r)
		}
		if i.days >= i.size || err != nil {
			if flushed := i.flush(ctx); flushed != nil {
				return flushed
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return i.notifyRest(ctx)
		case err != nil:
			return errors.Join(err, i.notifyRest(ctx))
		}
	}
}

func (i *importer) reject(line int, refusal error) {
	i.result.RejectedCount++
	if len(i.result.Rejected) < MaxRejected {
		i.result.Rejected = append(i.result.Rejected, RejectedRow{line, cut(apperr.Sentence(refusal)), apperr.Problems(refusal)})
	}
}

// add puts a row into the batch, or rejects it.
func (i *importer) add(r row) {
	room, at, err := i.index.find(&r)
	if err != nil {
		i.reject(r.line, err)
		return
	}
	season, err := rules.UnitRow{From: r.from, To: r.to}.Season(at.today)
	if err != nil {
		i.reject(r.line, err)
		return
	}
	r.from = season.From
	i.batch = append(i.batch, boundRow{r, room, at})
	i.days += season.Days()
}

// group is the rows of a batch that one transaction writes.
type group struct {
	property int64
	units    bool
	calendar int64 // as the rows say
}

// flush writes the batch: the groups in the order of their first rows, and in each the
// rows in their order.
func (i *importer) flush(ctx context.Context) error {
	groups := map[group][]boundRow{}
	var order []group
	for _, r := range i.batch {
		g := group{r.at.property, r.units, r.calendar}
		if _, there := groups[g]; !there {
			order = append(order, g)
		}
		groups[g] = append(groups[g], r)
	}
	i.batch, i.days = i.batch[:0], 0
	for _, g := range order {
		if err := ctx.Err(); err != nil {
			return err
		}
		began := time.Now() //nolint:forbidigo // how long the machine takes, not the product's time
		write := i.writeDays
		if g.units {
			write = i.writeUnits
		}
		if err := write(ctx, g, groups[g]); err != nil {
			return err
		}
		i.adapt(time.Since(began))
	}
	if i.progress == nil {
		return nil
	}
	return i.progress(&i.result)
}

// adapt changes the size of batches so that one takes the time that it may.
func (i *importer) adapt(took time.Duration) {
	wanted := int(float64(i.size) * float64(i.target) / float64(max(took, time.Millisecond)))
	i.size = min(max(wanted, minBatch, i.size/4), maxBatch, 2*i.size)
}

// inTx runs a write. A dry run is the same write, rolled back.
func (i *importer) inTx(ctx context.Context, fn func(ctx context.Context) error) error {
	if !i.opt.DryRun {
		return fn(ctx) // which is a transaction of its own
	}
	err := i.store.InTx(ctx, func(ctx context.Context) error {
		if err := fn(ctx); err != nil {
			return err
		}
		return errDryRun
	})
	if errors.Is(err, errDryRun) {
		return nil
	}
	return err
}

func (i *importer) writeUnits(ctx context.Context, g group, list []boundRow) error {
	in := rules.UnitsImport{
		Source: i.source, IncludesPlatformBookings: i.opt.IncludesPlatformBookings, Silent: i.notified[g.property],
		Rows: make([]rules.UnitRow, len(list)),
	}
	for n, r := range list {
		in.Rows[n] = rules.UnitRow{
			Line: r.line, RoomID: r.room, From: r.from, To: r.to, Reserved: r.reserved, CheckedIn: r.checkedIn, OutOfOrder: r.outOfOrder,
		}
	}
	var result rules.UnitsResult
	err := i.inTx(ctx, func(ctx context.Context) (err error) {
		result, err = i.deps.Allotments.ImportUnits(ctx, i.who.OwnerID, g.property, in)
		return err
	})
	if err != nil {
		return i.rejectAll(list, err)
	}
	i.result.Accepted += result.Accepted
	for _, r := range result.Rejected {
		i.reject(r.Line, r.Err)
	}
	i.noteOverbooked(g.property, result)
	i.result.ChangedCount += len(result.Changes)
	if i.opt.DryRun {
		i.diff.addUnits(result.Changes)
	}
	return nil
}

// noteOverbooked lists overbooked days. The hotel is notified of the first in the
// transaction that stores them, and of all others once at the end.
func (i *importer) noteOverbooked(property int64, result rules.UnitsResult) {
	i.result.OverbookedCount += len(result.Overbooked)
	for _, o := range result.Overbooked {
		if len(i.result.Overbooked) == maxListed {
			break
		}
		i.result.Overbooked = append(i.result.Overbooked, OverbookDay{o.RoomID, o.Date.String(), o.Reported, o.Counted})
	}
	if len(result.Worse) == 0 {
		return
	}
	if i.notified[property] {
		room := max(0, maxPending-len(i.pending[property]))
		i.pending[property] = append(i.pending[property], result.Worse[:min(len(result.Worse), room)]...)
	}
	i.notified[property] = true
}

func (i *importer) notifyRest(ctx context.Context) error {
	if i.opt.DryRun || len(i.pending) == 0 {
		return nil
	}
	// The sender may be gone; the hotel is told all the same.
	return i.store.InTx(context.WithoutCancel(ctx), func(ctx context.Context) error {
		for _, property := range slices.Sorted(maps.Keys(i.pending)) {
			list := slices.SortedFunc(slices.Values(i.pending[property]), rules.CompareCells)
			if err := i.deps.Allotments.NotifyOverbooked(ctx, i.who.OwnerID, property, i.source, slices.Compact(list)); err != nil {
				return err
			}
		}
		return nil
	})
}

// rejectAll rejects rows that are refused together, for a reason that each has.
// Anything but a refusal ends the import.
func (i *importer) rejectAll(list []boundRow, err error) error {
	refusal, refused := errors.AsType[*apperr.Error](err)
	if !refused {
		return err
	}
	for _, r := range list {
		i.reject(r.line, refusal)
	}
	return nil
}
