// Package stripefake is a small Stripe for tests: customers, setup intents, payment
// methods and payment intents with state, behind Stripe's HTTP API on loopback.
//
// It knows the test payment methods of the sandbox, answers repeats of an idempotency
// key as Stripe does, records every request, and can be told to fail.
package stripefake

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// Key is the secret key that the fake accepts.
const Key = "sk_test_fake4eC39HqLyjWDarjtT1zdp7dc"

// Trouble is how a request fails.
type Trouble int

// The troubles.
const (
	ServerError Trouble = iota + 1 // 500, nothing is done
	RateLimit                      // 429, nothing is done
	Conflict                       // 409: another request with the same key is in progress
	NotJSON                        // 502 of a proxy, nothing is done
	Hang                           // no answer, nothing is done
	DropAfter                      // the request is carried out, then the connection is closed without an answer
	HangAfter                      // the request is carried out, then there is no answer
)

// Request is one that the fake was sent.
type Request struct {
	Method, Path string
	Header       http.Header
	Form         url.Values
}

// Fake is the running server.
type Fake struct {
	URL string

	// DeclinesOnAttach makes cards that are declined refuse to be attached, as those of
	// Stripe do, except for pm_card_chargeCustomerFail.
	DeclinesOnAttach bool

	mu       sync.Mutex
	serial   int
	requests []Request
	troubles []Trouble
	replies  map[string]reply // by idempotency key

	customers map[string]bool
	methods   map[string]*method
	intents   map[string]*intent
}

// reply is what a request was answered with.
type reply struct {
	request string // method, path and form
	status  int
	body    []byte
}

// New starts a fake that ends with the test.
func New(tb testing.TB) *Fake {
	tb.Helper()
	f := &Fake{replies: map[string]reply{}, customers: map[string]bool{}, methods: map[string]*method{}, intents: map[string]*intent{}}
	s := httptest.NewServer(http.HandlerFunc(f.serve))
	tb.Cleanup(s.Close)
	tb.Cleanup(s.CloseClientConnections) // runs first: a hanging request would keep Close waiting
	f.URL = s.URL
	return f
}

// Fail makes the next n requests fail.
func (f *Fake) Fail(t Trouble, n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for range n {
		f.troubles = append(f.troubles, t)
	}
}

// Recover ends all trouble.
func (f *Fake) Recover() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.troubles = nil
}

// Requests returns what the fake was sent.
func (f *Fake) Requests() []Request {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]Request(nil), f.requests...)
}

// Succeeded returns how many payments were made.
func (f *Fake) Succeeded() int { return len(f.Payments()) }

// Payments returns the ids of the payments that were made.
func (f *Fake) Payments() (ids []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, i := range f.intents {
		if i.status == "succeeded" {
			ids = append(ids, i.id)
		}
	}
	return ids
}

func (f *Fake) serve(w http.ResponseWriter, r *http.Request) {
	_ = r.ParseForm()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.requests = append(f.requests, Request{Method: r.Method, Path: r.URL.Path, Header: r.Header.Clone(), Form: r.Form})
	trouble := Trouble(0)
	if len(f.troubles) > 0 {
		trouble, f.troubles = f.troubles[0], f.troubles[1:]
	}
	var a reply
	switch trouble {
	case ServerError:
		a = failure(http.StatusInternalServerError, fields{"type": "api_error", "message": "secret detail of Stripe"})
	case RateLimit:
		a = failure(http.StatusTooManyRequests, fields{"type": "invalid_request_error", "code": "rate_limit"})
	case Conflict:
		a = failure(http.StatusConflict, fields{"type": "idempotency_error", "code": "idempotency_key_in_use"})
	case NotJSON:
		a = reply{status: http.StatusBadGateway, body: []byte("<h1>secret detail of a proxy</h1>")}
	case Hang, HangAfter:
		if trouble == HangAfter {
			f.answer(r)
		}
		f.mu.Unlock()
		<-r.Context().Done()
		f.mu.Lock()
		return
	case DropAfter:
		f.answer(r)
		panic(http.ErrAbortHandler)
	default:
		a = f.answer(r)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Request-Id", fmt.Sprintf("req_%d", len(f.requests)))
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body)
}

// answer carries a request out, or answers it as the first with its idempotency key.
func (f *Fake) answer(r *http.Request) reply {
	if r.Header.Get("Authorization") != "Bearer "+Key {
		return failure(http.StatusUnauthorized, fields{"type": "invalid_request_error", "message": "Invalid API Key provided: sk_test_****"})
	}
	key := r.Header.Get("Idempotency-Key")
	request := r.Method + " " + r.URL.Path + "?" + r.Form.Encode()
	if r.Method == http.MethodPost && key == "" {
		return failure(http.StatusBadRequest, fields{"type": "invalid_request_error", "message": "the tests want a key with every write"})
	}
	if before, ok := f.replies[key]; ok && key != "" {
		if before.request != request {
			return failure(http.StatusBadRequest, fields{"type": "idempotency_error", "message": "Keys for idempotent requests can only be used with the same parameters they were first used with."})
		}
		return before
	}
	a := f.route(r)
	a.request = request
	if key != "" {
		f.replies[key] = a
	}
	return a
}

// fields are those of a JSON object.
type fields = map[string]any

func success(body fields) reply { return encode(http.StatusOK, body) }

func failure(status int, err fields) reply { return encode(status, fields{"error": err}) }

func encode(status int, body fields) reply {
	b, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	return reply{status: status, body: b}
}

// missing is Stripe's answer for an id that it does not know.
func missing(param string) reply {
	return failure(http.StatusNotFound, fields{"type": "invalid_request_error", "code": "resource_missing", "param": param, "message": "No such " + param})
}

func (f *Fake) newID(kind string) string {
	f.serial++
	return fmt.Sprintf("%s_fake%d", kind, f.serial)
}

func (f *Fake) route(r *http.Request) reply {
	p := strings.Split(strings.TrimPrefix(r.URL.Path, "/v1/"), "/")
	id, verb := "", ""
	if len(p) > 1 {
		id = p[1]
	}
	if len(p) > 2 {
		verb = p[2]
	}
	switch r.Method + " " + p[0] + " " + verb {
	case "POST customers ":
		return f.createCustomer(r)
	case "POST setup_intents ":
		return f.createSetupIntent(r)
	case "GET payment_methods ":
		return f.readMethod(id)
	case "POST payment_methods attach":
		return f.attach(id, r)
	case "POST payment_methods detach":
		return f.detach(id)
	case "POST payment_intents ":
		return f.createIntent(r)
	case "GET payment_intents ":
		return f.readIntent(id)
	case "POST payment_intents confirm":
		return f.confirm(id, r.Form.Get("payment_method"))
	case "POST payment_intents cancel":
		return f.cancel(id)
	}
	return failure(http.StatusNotFound, fields{"type": "invalid_request_error", "message": "Unrecognized request URL"})
}

// unknown returns Stripe's answer to a parameter that the fake does not know, or nil.
func unknown(r *http.Request, known ...string) *reply {
	for name := range r.Form {
		base, _, _ := strings.Cut(name, "[")
		if !strings.Contains(" "+strings.Join(known, " ")+" ", " "+base+" ") {
			a := failure(http.StatusBadRequest, fields{"type": "invalid_request_error", "code": "parameter_unknown", "param": name})
			return &a
		}
	}
	return nil
}

func (f *Fake) createCustomer(r *http.Request) reply {
	if a := unknown(r, "name", "email"); a != nil {
		return *a
	}
	if email := r.Form.Get("email"); email != "" && !strings.Contains(email, "@") {
		return failure(http.StatusBadRequest, fields{"type": "invalid_request_error", "code": "email_invalid", "param": "email", "message": "Invalid email address: " + email})
	}
	id := f.newID("cus")
	f.customers[id] = true
	return success(fields{"id": id, "object": "customer", "email": r.Form.Get("email"), "name": r.Form.Get("name")})
}

func (f *Fake) createSetupIntent(r *http.Request) reply {
	if a := unknown(r, "customer", "usage", "payment_method_types"); a != nil {
		return *a
	}
	if !f.customers[r.Form.Get("customer")] {
		return missing("customer")
	}
	id := f.newID("seti")
	return success(fields{"id": id, "object": "setup_intent", "client_secret": id + "_secret_x", "status": "requires_payment_method"})
}
