package certificate

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"sync"
)

// maxOrder is far more than an order takes.
const maxOrder = 1 << 20

// orders tells the ACME client where the order is that it has finalized. The client
// reads that from the header Location of the answer, which RFC 8555 does not ask for
// there, and which Pebble does not send.
type orders struct {
	next http.RoundTripper

	mu  sync.Mutex
	all map[string]string // order by the address that finalizes it
}

// RoundTrip makes orders an http.RoundTripper.
func (o *orders) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := o.next.RoundTrip(r)
	if err != nil {
		return res, err
	}
	at := res.Header.Get("Location")
	switch {
	case at == "":
		o.mu.Lock()
		defer o.mu.Unlock()
		if order, ok := o.all[r.URL.String()]; ok {
			res.Header.Set("Location", order)
		}
	case res.StatusCode == http.StatusCreated:
		body, err := io.ReadAll(io.LimitReader(res.Body, maxOrder))
		_ = res.Body.Close()
		if err != nil {
			return nil, err
		}
		res.Body = io.NopCloser(bytes.NewReader(body))
		o.note(at, body)
	}
	return res, nil
}

func (o *orders) note(at string, body []byte) {
	var order struct {
		Finalize string `json:"finalize"`
	}
	if json.Unmarshal(body, &order) != nil || order.Finalize == "" {
		return // an account
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.all) > 100 { // orders that came to nothing
		clear(o.all)
	}
	o.all[order.Finalize] = at
}
