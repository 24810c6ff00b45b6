package sandbox

import (
	"maps"
	"slices"
	"strings"

	"allot/internal/billing/processor"
)

// TestCard is one of Stripe's well-known test payment methods.
type TestCard struct {
	Brand, Last4 string
	Decline      string // code that every charge is declined with; empty: none
	Auth         Auth
}

// Auth says when the bank asks the card holder to confirm a payment.
type Auth int

// The cases.
const (
	AuthNever     Auth = iota
	AuthOnSession      // only while the customer is there: the card was set up for charges without
	AuthAlways
)

// testCards are named and numbered as in Stripe's documentation of testing.
var testCards = map[string]TestCard{
	"pm_card_visa":               {Brand: "visa", Last4: "4242"},
	"pm_card_visa_debit":         {Brand: "visa", Last4: "5556"},
	"pm_card_mastercard":         {Brand: "mastercard", Last4: "4444"},
	"pm_card_mastercard_debit":   {Brand: "mastercard", Last4: "8210"},
	"pm_card_mastercard_prepaid": {Brand: "mastercard", Last4: "5100"},
	"pm_card_amex":               {Brand: "amex", Last4: "0005"},
	"pm_card_discover":           {Brand: "discover", Last4: "1117"},
	"pm_card_diners":             {Brand: "diners", Last4: "0004"},
	"pm_card_jcb":                {Brand: "jcb", Last4: "0505"},
	"pm_card_unionpay":           {Brand: "unionpay", Last4: "0005"},

	"pm_card_chargeDeclined":                           {Brand: "visa", Last4: "0002", Decline: "generic_decline"},
	"pm_card_visa_chargeDeclined":                      {Brand: "visa", Last4: "0002", Decline: "generic_decline"},
	"pm_card_chargeCustomerFail":                       {Brand: "visa", Last4: "0341", Decline: "generic_decline"},
	"pm_card_chargeDeclinedInsufficientFunds":          {Brand: "visa", Last4: "9995", Decline: "insufficient_funds"},
	"pm_card_visa_chargeDeclinedInsufficientFunds":     {Brand: "visa", Last4: "9995", Decline: "insufficient_funds"},
	"pm_card_visa_chargeDeclinedLostCard":              {Brand: "visa", Last4: "9987", Decline: "lost_card"},
	"pm_card_visa_chargeDeclinedStolenCard":            {Brand: "visa", Last4: "9979", Decline: "stolen_card"},
	"pm_card_chargeDeclinedFraudulent":                 {Brand: "visa", Last4: "0019", Decline: "fraudulent"},
	"pm_card_chargeDeclinedExpiredCard":                {Brand: "visa", Last4: "0069", Decline: "expired_card"},
	"pm_card_chargeDeclinedIncorrectCvc":               {Brand: "visa", Last4: "0127", Decline: "incorrect_cvc"},
	"pm_card_chargeDeclinedProcessingError":            {Brand: "visa", Last4: "0119", Decline: "processing_error"},
	"pm_card_visa_chargeDeclinedVelocityLimitExceeded": {Brand: "visa", Last4: "6975", Decline: "card_velocity_exceeded"},

	"pm_card_authenticationRequired":                                {Brand: "visa", Last4: "3184", Auth: AuthAlways},
	"pm_card_authenticationRequiredOnSetup":                         {Brand: "visa", Last4: "3155", Auth: AuthOnSession},
	"pm_card_authenticationRequiredSetupForOffSession":              {Brand: "visa", Last4: "0446", Auth: AuthOnSession},
	"pm_card_authenticationRequiredChargeDeclinedInsufficientFunds": {Brand: "visa", Last4: "3178", Auth: AuthAlways, Decline: "insufficient_funds"},
	"pm_card_threeDSecureRequired":                                  {Brand: "visa", Last4: "3063", Auth: AuthAlways},
	"pm_card_threeDSecure2Required":                                 {Brand: "visa", Last4: "3220", Auth: AuthAlways},
}

// CardOf returns the test card of a name such as pm_card_visa.
func CardOf(name string) (TestCard, bool) {
	c, ok := testCards[name]
	return c, ok
}

var knownCards = strings.Join(slices.Sorted(maps.Keys(testCards)), ", ")

func errUnknownMethod() error {
	return processor.ErrMethod("is not known; this service has no payment processor and takes only the test payment methods %s", knownCards)
}

// Confirm decides on a payment with the card. offSession says that the customer is not
// there, authenticated that the customer has confirmed the payment to the bank.
func (c TestCard) Confirm(offSession, authenticated bool) (processor.Status, *processor.Decline) {
	switch {
	case authenticated:
	case offSession && c.Auth == AuthAlways:
		return processor.StatusRequiresMethod, processor.DeclineOf("authentication_required")
	case !offSession && c.Auth != AuthNever:
		return processor.StatusRequiresAction, nil
	}
	if c.Decline != "" {
		return processor.StatusRequiresMethod, processor.DeclineOf(c.Decline)
	}
	return processor.StatusSucceeded, nil
}
