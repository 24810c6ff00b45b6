package stripeproc

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

// signedWithin is how old a signature may be, so that an event cannot be sent again later.
const signedWithin = 5 * time.Minute

// signed reports whether Stripe has signed a payload with the secret: the header is
// "t=seconds,v1=signature" with a signature for each secret that is valid at the time.
func signed(payload []byte, header, secret string) bool {
	var at string
	var signatures []string
	for part := range strings.SplitSeq(header, ",") {
		switch name, value, _ := strings.Cut(strings.TrimSpace(part), "="); name {
		case "t":
			at = value
		case "v1":
			signatures = append(signatures, value)
		}
	}
	seconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)) > signedWithin {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(at + "."))
	mac.Write(payload)
	want := mac.Sum(nil)
	for _, text := range signatures {
		if given, err := hex.DecodeString(text); err == nil && hmac.Equal(given, want) {
			return true
		}
	}
	return false
}
