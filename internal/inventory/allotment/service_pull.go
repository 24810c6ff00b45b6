package allotment

import (
	"context"
	"fmt"
	"slices"

	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/ratecontract"
	"allot/internal/partners/warning"
	"allot/internal/platform/audit"
	"allot/internal/platform/field"
)

// Pulled is the result of rebuilding the blocks of a calendar.
type Pulled struct {
	Created   int           `json:"created" doc:"Blocks that are new"`
	Updated   int           `json:"updated" doc:"Blocks with another quantity or release"`
	Deleted   int           `json:"deleted" doc:"Blocks that are gone"`
	Unchanged int           `json:"unchanged" doc:"Blocks that were right already"`
	Blocks    []rules.Block `json:"blocks" nullable:"false" doc:"All blocks of the calendar, by room and season"`
}

// PullContract rebuilds the blocks of a calendar from the rate contracts that feed
// it. It is idempotent.
func (s *Service) PullContract(ctx context.Context, who auth.Caller, calendar int64) (pulled Pulled, err error) {
	err = s.rebind(ctx, who, calendar, func(ctx context.Context, ch *change, c rules.Calendar) error {
		ch.kind = WriteContract
		f, err := ch.feeds(ctx)
		if err != nil {
			return err
		}
		if err := f.CheckPull(c); err != nil {
			return err
		}
		pulled, err = ch.pullFrom(ctx, c, f)
		return err
	})
	return pulled, err
}

// RateContractChanged rebuilds the blocks of the calendars that a new or changed
// rate contract affects. Its transaction must hold the lock of the property. The
// warnings name manual blocks that were replaced. was is its status before, empty for a
// new one.
func (s *Service) RateContractChanged(ctx context.Context, r ratecontract.RateContract, was ratecontract.Status) ([]warning.Warning, error) {
	return s.pullAll(ctx, r, was, false)
}

// RateContractDeleted is RateContractChanged for a contract about to be deleted.
func (s *Service) RateContractDeleted(ctx context.Context, r ratecontract.RateContract) error {
	_, err := s.pullAll(ctx, r, r.Status, true)
	return err
}

// pullAll rebuilds the blocks of every calendar that a rate contract affects. The
// lock of the property keeps others from binding a calendar to it meanwhile.
func (s *Service) pullAll(ctx context.Context, r ratecontract.RateContract, was ratecontract.Status, gone bool) (warnings []warning.Warning, err error) {
	list, err := s.store.Calendars(ctx, r.OwnerID, r.PropertyID)
	if err != nil || !slices.ContainsFunc(list, func(c rules.Calendar) bool { return c.Kind == rules.KindConnected || c.Kind == rules.KindContracted }) {
		return nil, err
	}
	err = s.change(ctx, r.OwnerID, r.PropertyID, Everything, func(ctx context.Context, ch *change) error {
		ch.kind = WriteContract
		f, err := ch.feeds(ctx)
		if err != nil {
			return err
		}
		if gone {
			f.Contracts = slices.DeleteFunc(f.Contracts, func(o ratecontract.RateContract) bool { return o.ID == r.ID })
		}
		list, err := s.store.Calendars(ctx, ch.owner, ch.property)
		if err != nil {
			return err
		}
		for _, c := range list {
			// Operators see the calendars of contracts in force only.
			if rebinds := gone || r.Status != was; rebinds && c.Kind == rules.KindContracted && field.Same(c.RateContract, &r.ID) {
				if err := ch.touchAll(ctx, c); err != nil {
					return err
				}
			}
			if !f.Affects(r, c) {
				continue
			}
			if err := ch.pullOne(ctx, c, f, r, gone); err != nil {
				return err
			}
		}
		warnings = ch.warnings
		return nil
	})
	return warnings, err
}

func (ch *change) pullOne(ctx context.Context, c rules.Calendar, f rules.Feeds, r ratecontract.RateContract, gone bool) error {
	if gone && c.RateContract != nil && *c.RateContract == r.ID {
		before := c
		c.RateContract = nil
		if err := ch.saveCalendar(ctx, before, &c); err != nil {
			return err
		}
	}
	_, err := ch.pullFrom(ctx, c, f)
	return err
}

// pull is pullFrom for a new or newly bound calendar.
func (ch *change) pull(ctx context.Context, c rules.Calendar) error {
	if c.Kind != rules.KindConnected && c.Kind != rules.KindContracted {
		return nil
	}
	f, err := ch.feeds(ctx)
	if err != nil {
		return err
	}
	_, err = ch.pullFrom(ctx, c, f)
	return err
}

// pullFrom replaces the blocks of a calendar by those of the rate contracts.
func (ch *change) pullFrom(ctx context.Context, c rules.Calendar, f rules.Feeds) (Pulled, error) {
	before, err := ch.store.Blocks(ctx, ch.owner, c.ID)
	if err != nil {
		return Pulled{}, err
	}
	r := rules.RebuildOf(before, f.Blocks(c, before))
	pulled := Pulled{Created: len(r.Insert), Updated: len(r.Update), Deleted: len(r.Remove), Unchanged: r.Kept, Blocks: before}
	if r.Empty() {
		return pulled, nil
	}
	if err := ch.saveRebuild(ctx, c, r); err != nil {
		return Pulled{}, err
	}
	if pulled.Blocks, err = ch.store.Blocks(ctx, ch.owner, c.ID); err != nil {
		return Pulled{}, err
	}
	ch.touchBlocks(before, pulled.Blocks)
	if err := ch.warnReplaced(ctx, c, before, pulled.Blocks); err != nil {
		return Pulled{}, err
	}
	return pulled, ch.deps.Audit.Record(ctx, audit.Change{
		Action: "pull", ObjectType: "allotment_calendar", ObjectID: c.ID, Before: blockTrace{before}, After: blockTrace{pulled.Blocks},
	})
}

// warnReplaced adds a warning for each manual block that the contract replaced.
func (ch *change) warnReplaced(ctx context.Context, c rules.Calendar, before, after []rules.Block) error {
	rooms, err := ch.allRooms(ctx)
	if err != nil {
		return err
	}
	for _, b := range before {
		kept := slices.ContainsFunc(after, func(o rules.Block) bool { return o.ID == b.ID && o.Source == rules.SourceManual })
		if b.Source != rules.SourceManual || kept || len(ch.warnings) == warning.Max {
			continue
		}
		name := ""
		if i := slices.IndexFunc(rooms, func(r rules.Room) bool { return r.ID == b.RoomID }); i >= 0 {
			name = rooms[i].Name
		}
		ch.warnings = append(ch.warnings, warning.Warning{
			Code: "manual_block_replaced", Room: b.RoomID, From: b.StartDate, To: b.EndDate,
			Message: fmt.Sprintf("the rate contract replaces a block written by hand on the calendar %s: %d units of %s from %s to %s",
				c.Name, b.Quantity, name, b.StartDate, b.EndDate),
		})
	}
	return nil
}

type blockTrace struct {
	Blocks []rules.Block `json:"blocks"`
}

func (ch *change) saveRebuild(ctx context.Context, c rules.Calendar, r rules.Rebuild) error {
	ids := make([]int64, len(r.Remove))
	for i, b := range r.Remove {
		ids[i] = b.ID
	}
	if err := ch.store.DeleteBlocks(ctx, ch.owner, c.ID, ids); err != nil {
		return err
	}
	for _, b := range r.Update {
		if err := ch.store.UpdateBlock(ctx, b); err != nil {
			return err
		}
	}
	return ch.store.InsertBlocks(ctx, r.Insert)
}

// feeds reads the rate contracts of the property.
func (ch *change) feeds(ctx context.Context) (rules.Feeds, error) {
	contracts, err := ch.deps.RateContracts.Of(ctx, ch.owner, ch.property)
	if err != nil {
		return rules.Feeds{}, err
	}
	operators, err := ch.operators(ctx, ch.owner)
	return rules.Feeds{Today: ch.today, Contracts: contracts, Operators: operators}, err
}
