package stripefake

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"time"
)

// Sign returns the header Stripe-Signature of an event.
func Sign(payload []byte, secret string, at time.Time) string {
	mac := hmac.New(sha256.New, []byte(secret))
	_, _ = fmt.Fprintf(mac, "%d.%s", at.Unix(), payload)
	return fmt.Sprintf("t=%d,v1=%x", at.Unix(), mac.Sum(nil))
}
