package subscription

import (
	"time"

	"allot/internal/platform/apperr"
)

// Card is a card of an account. The number is known to the payment processor only.
type Card struct {
	ID        int64     `bun:"id,pk,autoincrement" json:"id"`
	OwnerID   int64     `bun:"owner_id" json:"-"`
	Token     string    `bun:"token" json:"-"`
	Brand     string    `bun:"brand" json:"brand"`
	Last4     string    `bun:"last4" json:"last4"`
	ExpMonth  int       `bun:"exp_month" json:"exp_month"`
	ExpYear   int       `bun:"exp_year" json:"exp_year"`
	IsPrimary bool      `bun:"is_primary" json:"is_primary" doc:"The card that is charged"`
	CreatedAt time.Time `bun:"created_at" json:"created_at"`
}

const maxCards = 10

var (
	errCardLimit = apperr.New(apperr.Conflict, "card_limit_reached", "an account can have 10 cards; remove one first")
	errCardInUse = apperr.New(apperr.Conflict, "card_in_use", "your subscription is renewed with this card: add another one first, or switch off the automatic renewal")
)
