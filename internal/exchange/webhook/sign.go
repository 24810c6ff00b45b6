package webhook

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

const (
	secretStart  = "whsec_"
	secretBytes  = 32
	prefixLength = len(secretStart) + 4 // shown to tell secrets apart; what is left cannot be guessed
)

func newSecret() string {
	raw := make([]byte, secretBytes)
	_, _ = rand.Read(raw) // never fails: the runtime stops the program instead
	return secretStart + base64.StdEncoding.EncodeToString(raw)
}

// sign returns the headers of a request: what it is, and the signatures of the
// service and of Standard Webhooks. The first secret is the present one; one
// that a rotation replaced may follow.
func sign(d Delivery, at time.Time, secrets ...string) map[string]string {
	stamp := strconv.FormatInt(at.Unix(), 10)
	standard := make([]string, len(secrets))
	for i, s := range secrets {
		standard[i] = standardSignature(s, d.DeliveryID, stamp, d.Payload)
	}
	headers := map[string]string{
		"Content-Type": "application/json", "User-Agent": "Allot-Webhooks/1",
		"X-Service-Event": d.Event, "X-Service-Delivery": d.DeliveryID, "X-Service-Signature": signature(secrets[0], d.Payload),
		"Webhook-Id": d.DeliveryID, "Webhook-Timestamp": stamp, "Webhook-Signature": strings.Join(standard, " "),
	}
	if len(secrets) > 1 {
		headers["X-Service-Signature-Previous"] = signature(secrets[1], d.Payload)
	}
	return headers
}

// signature is that of the service: keyed with the whole text of the secret.
func signature(secret string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

// standardSignature is that of Standard Webhooks: keyed with the decoded part.
func standardSignature(secret, id, stamp string, body []byte) string {
	key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretStart)) // newSecret has encoded it
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + stamp + "."))
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}
