package config

import (
	"net"
	"net/url"
	"slices"
	"strings"
)

// What accounts pay with, as in Payments.
const (
	PaymentsStripe  = "stripe"
	PaymentsSandbox = "sandbox"
	PaymentsOff     = "off"
)

// PaymentsBy returns what accounts pay with. Without a setting it is Stripe where its key is,
// else nothing: test cards buy plans only where somebody asked for that.
func (s Settings) PaymentsBy() string {
	switch {
	case s.Payments != "":
		return s.Payments
	case s.StripeSecretKey != "":
		return PaymentsStripe
	}
	return PaymentsOff
}

// DescribePayments tells the operator in a sentence what accounts pay with.
func (s Settings) DescribePayments() string {
	switch s.PaymentsBy() {
	case PaymentsStripe:
		return "Stripe charges cards."
	case PaymentsSandbox:
		return "sandbox for trials: test cards buy every plan, and no money moves."
	}
	if s.StripeSecretKey != "" {
		return "off, although a key of Stripe is set: staff grant plans."
	}
	return "off: staff grant plans. ALLOT_STRIPE_SECRET_KEY lets accounts pay."
}

// checkPayments repeats none of the values: two are secret, and the third may have a
// password inside.
func (s Settings) checkPayments(l *problems) {
	key := s.StripeSecretKey
	l.check(slices.Contains([]string{"", PaymentsStripe, PaymentsSandbox, PaymentsOff}, s.Payments), "ALLOT_PAYMENTS", "%q is not stripe, sandbox or off", s.Payments)
	l.check(s.Payments != PaymentsStripe || key != "", "ALLOT_PAYMENTS", "is stripe without a key: set ALLOT_STRIPE_SECRET_KEY")
	l.check(s.Payments != PaymentsSandbox || key == "", "ALLOT_PAYMENTS", "is sandbox while a key of Stripe is set: remove one of them")
	l.warn(s.Payments != PaymentsSandbox || IsLoopback(s.Addr) || !validAddr(s.Addr), "ALLOT_PAYMENTS",
		"is sandbox while the API listens on more than this machine: whoever has an account gets every plan for a test card")
	secret := strings.HasPrefix(key, "sk_") || strings.HasPrefix(key, "rk_")
	l.check(key == "" || secret, "ALLOT_STRIPE_SECRET_KEY", "must be a secret key of Stripe, which starts with sk_ or rk_")
	switch public := s.StripePublishableKey; {
	case public != "" && !strings.HasPrefix(public, "pk_"):
		l.check(false, "ALLOT_STRIPE_PUBLISHABLE_KEY", "must be a publishable key of Stripe, which starts with pk_: browsers are told it")
	case public != "" && key == "", public == "" && secret:
		l.warn(false, "ALLOT_STRIPE_PUBLISHABLE_KEY", "goes together with ALLOT_STRIPE_SECRET_KEY: with one of them alone no card can be added in the dashboard")
	case secret:
		l.check(strings.Contains(key, "_live_") == strings.HasPrefix(public, "pk_live_"), "ALLOT_STRIPE_PUBLISHABLE_KEY",
			"must be of the same mode as ALLOT_STRIPE_SECRET_KEY, live or test")
	}
	l.warn(key == "" || s.StripeWebhookSecret != "", "ALLOT_STRIPE_WEBHOOK_SECRET",
		"is not set while a key of Stripe is: events of Stripe will be refused")
	if s.StripeAPIURL == "" {
		return
	}
	u, err := url.Parse(s.StripeAPIURL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		l.check(false, "ALLOT_STRIPE_API_URL", "must be an address such as https://api.stripe.com")
		return
	}
	ip := net.ParseIP(u.Hostname())
	open := u.Scheme == "http" && u.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback())
	live := strings.HasPrefix(key, "sk_live_") || strings.HasPrefix(key, "rk_live_")
	l.check(!open || !live, "ALLOT_STRIPE_API_URL", "must start with https://: a live key is not sent in plain text to another machine")
	l.warn(!open || live, "ALLOT_STRIPE_API_URL", "starts with http://: the key is sent in plain text to another machine")
}
