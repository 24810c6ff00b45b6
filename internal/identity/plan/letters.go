package plan

import (
	"context"
	"errors"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// ErrLetterLimit refuses letters to outsiders beyond what the plan allows in a
// day. The body names the limit, what is used of it and when the day ends.
var ErrLetterLimit = apperr.New(apperr.TooMany, "letter_limit_reached", "your plan does not allow more letters today")

// LettersSent counts the letters that an account sent to outsiders on one day.
type LettersSent struct {
	OwnerID int64      `bun:"owner_id,pk"`
	Day     civil.Date `bun:"day"`
	Letters int        `bun:"letters"`
}

// SpendLetters counts letters to people who are not on the platform against the
// day's allowance of an account: all of them or, if they do not fit, none. Call
// it in the transaction that asks for the letters. Letters to addresses that an
// account enters for its users count too; notifications, resets and the letter
// that answers a registration do not.
func (s *Service) SpendLetters(ctx context.Context, owner int64, letters int) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.deps.Accounts.LockAccount(ctx, owner); err != nil {
			return err
		}
		plan, err := s.PlanOf(ctx, owner)
		if err != nil {
			return err
		}
		sent, err := s.store.LettersSent(ctx, owner)
		if err != nil && !errors.Is(err, apperr.ErrNotFound) {
			return err
		}
		now := s.now()
		if today := civil.Of(now); sent.Day != today {
			sent = LettersSent{OwnerID: owner, Day: today}
		}
		err = s.recommend(ctx, func(offers []Offer) error { return plan.allowsLetters(sent, letters, now, offers) })
		if err != nil {
			return err
		}
		sent.Letters += letters
		return s.store.SaveLettersSent(ctx, sent)
	})
}

// allowsLetters refuses letters that exceed the day's limit, with ErrLetterLimit.
func (p Plan) allowsLetters(sent LettersSent, letters int, now time.Time, offers []Offer) error {
	limit, _, many := FeatureLetters.limitIn(p.Features)
	if limit == Unlimited || letters <= limit-sent.Letters {
		return nil
	}
	end := sent.Day.Add(1).Time(time.UTC)
	return ErrLetterLimit.Withf("your plan %s allows %d %s to people outside the platform%s; %d are used today and this needs %d; the day ends at %s",
		p.Name, limit, many, betterThan(offers, FeatureLetters, limit), sent.Letters, letters, end.Format(time.RFC3339)).
		With("feature", FeatureLetters).With("plan", p.Category).With("limit", limit).With("used", sent.Letters).With("wanted", letters).
		With("ends_at", end).After(end.Sub(now))
}
