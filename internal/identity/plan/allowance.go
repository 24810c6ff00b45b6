package plan

import "context"

// Count returns how many of a feature an account has.
type Count = func(ctx context.Context, owner int64) (int, error)

// Allowance counts what a plan still allows of a feature. It is valid in the transaction that
// made it.
type Allowance struct {
	plan    Plan
	feature Feature
	used    int
}

// Take uses one, or refuses it with ErrPlanLimit.
func (a *Allowance) Take() error {
	if err := a.plan.Allows(a.feature, a.used); err != nil {
		return err
	}
	a.used++
	return nil
}
