package mapping

import (
	"context"
	"fmt"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/platform/apperr"
)

// Mapped is the mapping of a target: of a property or of a room.
type Mapped[M any] interface {
	*M
	TargetID() int64 // of the property or room
	RowID() int64
	SetRowID(id int64)

	begin(operator int64, now time.Time)
	touch(now time.Time)
	// same reports whether both have the same codes.
	same(other M) bool
	// check adds invalid codes to f; prefix begins the names of their fields.
	check(f *apperr.Fields, prefix string)
	// checkFilled refuses a mapping without any code, which would count as unmapped.
	checkFilled(f *apperr.Fields, prefix string)
}

// Change is a change of a mapping.
type Change[M any] interface{ apply(m *M) }

// Input maps one target.
type Input[C any] struct {
	Target int64 // id of the property or room
	Change C
}

// Mappings are those of one kind of target, with what is done with both kinds alike. M is
// a mapping, C a change of it, S a mapping as it is shown.
type Mappings[M any, P Mapped[M], C Change[M], S any] struct {
	s      *Service
	store  TargetStore[M]
	right  contract.Right // shows an operator the targets
	object string         // in the audit trail
	field  string         // names the target in a body
	unseen string         // refuses a target that the operator may not see
	// visible looks targets up; the func that it returns has an empty mapping of each one
	// that belongs to the hotels.
	visible func(ctx context.Context, hotels idList, ids []int64) (freshFunc[M], error)
	// show adds the hotels' data to mappings of targets that may be seen.
	show func(ctx context.Context, list []M) ([]S, error)
}

// freshFunc returns a mapping of a target without codes, and whether the operator may see
// the target.
type freshFunc[M any] func(target int64) (m M, visible bool)

// Get returns one mapping of the caller's, while it may see the target.
func (ms *Mappings[M, P, C, S]) Get(ctx context.Context, who auth.Caller, id int64) (shown S, err error) {
	m, err := ms.find(ctx, who, id)
	if err != nil {
		return shown, err
	}
	list, err := ms.show(ctx, []M{m})
	if err != nil {
		return shown, err
	}
	return list[0], nil
}

func (ms *Mappings[M, P, C, S]) find(ctx context.Context, who auth.Caller, id int64) (m M, err error) {
	m, err = ms.store.Find(ctx, who.OwnerID, id)
	if err != nil {
		return m, err
	}
	target := P(&m).TargetID()
	fresh, err := ms.lookUp(ctx, who, []int64{target})
	if err != nil {
		return m, err
	}
	if _, visible := fresh(target); !visible {
		return m, apperr.ErrNotFound
	}
	return m, nil
}

// lookUp looks up targets that the caller may see.
func (ms *Mappings[M, P, C, S]) lookUp(ctx context.Context, who auth.Caller, targets []int64) (freshFunc[M], error) {
	hotels, err := ms.s.hotels(ctx, who.OwnerID, ms.right)
	if err != nil {
		return nil, err
	}
	return ms.visible(ctx, hotels, targets)
}

// Save creates or changes the mapping of a target; created reports which.
func (ms *Mappings[M, P, C, S]) Save(ctx context.Context, who auth.Caller, in Input[C]) (shown S, created bool, err error) {
	list, made, err := ms.save(ctx, who, []Input[C]{in}, func(int) string { return "" })
	if err != nil {
		return shown, false, err
	}
	return list[0], made > 0, nil
}

// SaveAll maps many targets, all of them or none.
func (ms *Mappings[M, P, C, S]) SaveAll(ctx context.Context, who auth.Caller, in []Input[C]) ([]S, error) {
	list, _, err := ms.save(ctx, who, in, func(i int) string { return fmt.Sprintf("[%d].", i) })
	return list, err
}

// save maps targets; prefix is the path of an input.
func (ms *Mappings[M, P, C, S]) save(ctx context.Context, who auth.Caller, in []Input[C], prefix func(i int) string) (shown []S, created int, err error) {
	err = ms.s.store.InTx(ctx, func(ctx context.Context) error {
		w, err := ms.work(ctx, who, in)
		if err != nil {
			return err
		}
		var f apperr.Fields
		saved := make([]*M, len(in))
		for i, one := range in {
			w.checkOnce(&f, prefix(i)+ms.field, one.Target, ms.unseen)
			saved[i], _ = w.apply(one)
			P(saved[i]).check(&f, prefix(i))
			P(saved[i]).checkFilled(&f, prefix(i))
		}
		if err := f.Err(); err != nil {
			return err
		}
		if err := ms.store.Save(ctx, who.OwnerID, w.dirty); err != nil {
			return err
		}
		if err := w.recordChanges(ctx, ms.s, ms.object); err != nil {
			return err
		}
		created = w.created
		list := make([]M, len(saved))
		for i, m := range saved {
			list[i] = *m
		}
		shown, err = ms.show(ctx, list)
		return err
	})
	return shown, created, err
}

// work locks the operator and reads the targets and mappings of the input.
func (ms *Mappings[M, P, C, S]) work(ctx context.Context, who auth.Caller, in []Input[C]) (*work[M, P, C], error) {
	if err := ms.s.store.LockOperator(ctx, who.OwnerID, ms.s.now()); err != nil {
		return nil, err
	}
	targets := make([]int64, len(in))
	for i, one := range in {
		targets[i] = one.Target
	}
	fresh, err := ms.lookUp(ctx, who, targets)
	if err != nil {
		return nil, err
	}
	existing, err := ms.store.Of(ctx, who.OwnerID, targets)
	if err != nil {
		return nil, err
	}
	return newWork[M, P, C](who.OwnerID, ms.s.now(), fresh, existing), nil
}

// Update changes a mapping of the caller's, while it may see the target.
func (ms *Mappings[M, P, C, S]) Update(ctx context.Context, who auth.Caller, id int64, c C) (shown S, err error) {
	err = ms.s.store.InTx(ctx, func(ctx context.Context) error {
		if err := ms.s.store.LockOperator(ctx, who.OwnerID, ms.s.now()); err != nil {
			return err
		}
		m, err := ms.find(ctx, who, id)
		if err != nil {
			return err
		}
		shown, _, err = ms.Save(ctx, who, Input[C]{P(&m).TargetID(), c})
		return err
	})
	return shown, err
}

// Delete removes a mapping of the caller's, while it may see the target. With the mapping
// of a property, those of its rooms stay.
func (ms *Mappings[M, P, C, S]) Delete(ctx context.Context, who auth.Caller, id int64) error {
	return ms.s.store.InTx(ctx, func(ctx context.Context) error {
		if err := ms.s.store.LockOperator(ctx, who.OwnerID, ms.s.now()); err != nil {
			return err
		}
		before, err := ms.find(ctx, who, id)
		if err != nil {
			return err
		}
		if err := ms.store.Delete(ctx, who.OwnerID, id); err != nil {
			return err
		}
		return ms.s.record(ctx, "delete", ms.object, id, before, nil)
	})
}
