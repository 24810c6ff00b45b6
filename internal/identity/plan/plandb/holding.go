package plandb

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/identity/account"
	"allot/internal/identity/plan"
	"allot/internal/platform/civil"
)

type paidRow struct {
	bun.BaseModel `bun:"table:billing_paid,alias:p"`
	plan.Term
}

type grantRow struct {
	bun.BaseModel `bun:"table:billing_grants,alias:g"`
	plan.Grant
}

// Holdings returns what accounts pay for and were granted, even if it has expired.
func (s *Store) Holdings(ctx context.Context, owners []int64) (map[int64]plan.Holding, error) {
	if len(owners) == 0 {
		return nil, nil
	}
	of := func(q *bun.SelectQuery) *bun.SelectQuery { return q.Where("owner_id IN (?)", bun.List(owners)) }
	var paid []paidRow
	if err := s.db.From(ctx).NewSelect().Model(&paid).Apply(of).Scan(ctx); err != nil {
		return nil, fmt.Errorf("select paid plans: %w", err)
	}
	var grants []grantRow
	if err := s.db.From(ctx).NewSelect().Model(&grants).Apply(of).Scan(ctx); err != nil {
		return nil, fmt.Errorf("select granted plans: %w", err)
	}
	all := make(map[int64]plan.Holding, len(paid)+len(grants))
	for _, r := range paid {
		all[r.OwnerID] = plan.Holding{Paid: r.Term}
	}
	for _, r := range grants {
		h := all[r.OwnerID]
		h.Grant = r.Grant
		all[r.OwnerID] = h
	}
	return all, nil
}

// heldBy selects what an account pays for and was granted. It is prepared, because every write
// of what a plan limits asks for it.
const heldBy = `SELECT FALSE AS granted, owner_id, plan_id, name, category, features, until FROM billing_paid WHERE owner_id = ?
UNION ALL SELECT TRUE AS granted, owner_id, plan_id, name, category, features, until FROM billing_grants WHERE owner_id = ?`

// TermsOf returns what an account pays for and was granted, even if it has expired.
func (s *Store) TermsOf(ctx context.Context, owner int64) (paid, granted plan.Term, err error) {
	err = s.heldBy.Query(ctx, func(rows *sql.Rows) error {
		var (
			h         plan.Term
			isGranted bool
			features  []byte
		)
		if err := rows.Scan(&isGranted, &h.OwnerID, &h.PlanID, &h.Name, &h.Category, &features, &h.Until); err != nil {
			return err
		}
		if err := json.Unmarshal(features, &h.Features); err != nil {
			return err
		}
		if isGranted {
			granted = h
		} else {
			paid = h
		}
		return nil
	}, owner, owner)
	if err != nil {
		return paid, granted, fmt.Errorf("select the plans of %d: %w", owner, err)
	}
	return paid, granted, nil
}

// Holders lists the accounts that on a day pay for a plan of some categories or have been
// granted one, and have none of the others.
func (s *Store) Holders(ctx context.Context, day civil.Date, of, without []string) ([]int64, error) {
	in := func(model any, categories []string) *bun.SelectQuery {
		return s.db.From(ctx).NewSelect().Model(model).Column("owner_id").
			Where("category IN (?) AND (until IS NULL OR until >= ?)", bun.List(categories), day)
	}
	paid, granted := (*paidRow)(nil), (*grantRow)(nil)
	q := in(paid, of).Union(in(granted, of))
	if len(without) > 0 {
		q = q.Except(in(paid, without)).Except(in(granted, without))
	}
	var owners []int64
	if err := q.Scan(ctx, &owners); err != nil {
		return nil, fmt.Errorf("select accounts on plans %v: %w", of, err)
	}
	return owners, nil
}

// EndedIn lists the accounts of which something paid or granted has its last day in a range.
func (s *Store) EndedIn(ctx context.Context, last civil.Range) ([]int64, error) {
	in := func(model any) *bun.SelectQuery {
		return s.db.From(ctx).NewSelect().Model(model).Column("owner_id").Where("until >= ? AND until <= ?", last.From, last.To)
	}
	owners := []int64{}
	if err := in((*paidRow)(nil)).Union(in((*grantRow)(nil))).Scan(ctx, &owners); err != nil {
		return nil, fmt.Errorf("select plans that ended: %w", err)
	}
	return owners, nil
}

// changed raises the stamp of the account's content: its plan decides which of its properties
// partners can read.
func (s *Store) changed(ctx context.Context, owner int64) { s.db.Raise(ctx, account.Content, owner) }

// SavePaid stores what an account pays for, in place of what it paid for before.
func (s *Store) SavePaid(ctx context.Context, h plan.Term) error {
	s.changed(ctx, h.OwnerID)
	_, err := s.db.From(ctx).NewInsert().Model(&paidRow{Term: h}).On("CONFLICT (owner_id) DO UPDATE").
		Set("plan_id = EXCLUDED.plan_id").Set("name = EXCLUDED.name").Set("category = EXCLUDED.category").
		Set("features = EXCLUDED.features").Set("until = EXCLUDED.until").Exec(ctx)
	if err != nil {
		return fmt.Errorf("save paid plan of %d: %w", h.OwnerID, err)
	}
	return nil
}

// DeletePaid deletes what an account paid for, if there is anything.
func (s *Store) DeletePaid(ctx context.Context, owner int64) error {
	s.changed(ctx, owner)
	if _, err := s.db.From(ctx).NewDelete().Model((*paidRow)(nil)).Where("owner_id = ?", owner).Exec(ctx); err != nil {
		return fmt.Errorf("delete paid plan of %d: %w", owner, err)
	}
	return nil
}

// SaveGrant stores the grant of an account, in place of the previous one.
func (s *Store) SaveGrant(ctx context.Context, g plan.Grant) error {
	s.changed(ctx, g.OwnerID)
	_, err := s.db.From(ctx).NewInsert().Model(&grantRow{Grant: g}).On("CONFLICT (owner_id) DO UPDATE").
		Set("plan_id = EXCLUDED.plan_id").Set("name = EXCLUDED.name").Set("category = EXCLUDED.category").
		Set("features = EXCLUDED.features").Set("until = EXCLUDED.until").Set("note = EXCLUDED.note").
		Set("granted_by = EXCLUDED.granted_by").Set("granted_at = EXCLUDED.granted_at").Exec(ctx)
	if err != nil {
		return fmt.Errorf("save grant of %d: %w", g.OwnerID, err)
	}
	return nil
}

// DeleteGrant deletes the grant of an account, if there is one.
func (s *Store) DeleteGrant(ctx context.Context, owner int64) error {
	s.changed(ctx, owner)
	if _, err := s.db.From(ctx).NewDelete().Model((*grantRow)(nil)).Where("owner_id = ?", owner).Exec(ctx); err != nil {
		return fmt.Errorf("delete grant of %d: %w", owner, err)
	}
	return nil
}
