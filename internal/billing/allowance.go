package billing

import "context"

// Count tells how many of a feature an account has.
type Count = func(ctx context.Context, owner int64) (int, error)

// Allowance is what a plan still allows of a feature. It holds for the
// transaction in which it was asked for.
type Allowance struct {
	plan    Plan
	feature Feature
	used    int
}

// Take uses one up, or refuses it.
func (a *Allowance) Take() error {
	if err := a.plan.Allows(a.feature, a.used); err != nil {
		return err
	}
	a.used++
	return nil
}
