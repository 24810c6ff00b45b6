package processor

import "allot/internal/platform/apperr"

// Decline says why a card was not charged. Code is one of Stripe's, such as
// card_declined, insufficient_funds, expired_card or authentication_required.
type Decline struct{ Code, Message string }

// DeclineCode is that of a decline about which the bank says nothing more.
const DeclineCode = "card_declined"

// declines has a text for each code that is passed on. Whatever else a bank says, such
// as that a card was stolen, is not told to who uses the card: it is DeclineCode.
var declines = map[string]string{
	DeclineCode:                       "the card was declined; use another card, or ask the bank that issued it",
	"insufficient_funds":              "the card has insufficient funds; use another card",
	"expired_card":                    "the card has expired; use another card",
	"authentication_required":         "the bank asks the card holder to confirm this payment; pay it while signed in",
	"incorrect_cvc":                   "the security code of the card is wrong; enter the card again",
	"incorrect_number":                "the card number is wrong; enter the card again",
	"incorrect_zip":                   "the postal code of the card is wrong; enter the card again",
	"processing_error":                "the bank could not process the card; try again in a moment, or use another card",
	"card_velocity_exceeded":          "the card has reached its limit; use another card, or ask the bank that issued it",
	"withdrawal_count_limit_exceeded": "the card has reached its limit; use another card, or ask the bank that issued it",
	"card_not_supported":              "the card cannot be used for this payment; use another card",
	"currency_not_supported":          "the card cannot be used in this currency; use another card",
}

// DeclineOf returns the decline of the first code that is passed on: give the more
// precise one first.
func DeclineOf(codes ...string) *Decline {
	for _, code := range codes {
		if text, ok := declines[code]; ok {
			return &Decline{Code: code, Message: text}
		}
	}
	return &Decline{Code: DeclineCode, Message: declines[DeclineCode]}
}

// Err returns the decline as a refusal: 402 with the code of the decline.
func (d *Decline) Err() error {
	return apperr.New(apperr.PaymentRequired, d.Code, d.Message)
}
