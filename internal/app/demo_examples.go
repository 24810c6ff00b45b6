package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"allot/internal/app/examples"
	"allot/internal/identity/account"
	"allot/internal/platform/mailer"
	"allot/internal/platform/secret"
)

// DemoPassword is the password of the demo's users unless another one is chosen. It is
// public, as the other secrets of the examples are: with it the demo listens on this
// machine alone.
const DemoPassword = "olive-tram-lantern"

// demoFar is when what the demo's letters would give ends.
var demoFar = time.Date(2036, time.January, 1, 0, 0, 0, 0, time.UTC)

// seedExamples ends the small demo with what the examples of the OpenAPI document name,
// by requests as users would send them. It runs once, on a demo that is new: the ids of
// the examples are those of a new demo. Another password than the public one makes the
// secrets random, too.
func (a *App) seedExamples(ctx context.Context, password string) error {
	known := func(s string) string {
		if password == DemoPassword {
			return s
		}
		return secret.Token()
	}
	s := &exampleSeeder{App: a, password: password, tokens: map[string]string{}, hotelKey: known(examples.HotelKey)}
	seed, err := examples.ReadSeed(map[string]string{
		"password": password, "hotel_key": s.hotelKey, "alpinebits_id": examples.AlpineBitsID, "alpinebits_key": known(examples.AlpineBitsKey),
	})
	if err != nil {
		return err
	}
	if err := s.send(ctx, seed.First); err != nil {
		return err
	}
	if err := a.DB.InTx(ctx, func(ctx context.Context) error { return s.name(ctx, known) }); err != nil {
		return err
	}
	if err := s.send(ctx, seed.Then); err != nil {
		return err
	}
	if a.KeptMail == nil {
		return nil // mails are really sent
	}
	folder, err := mailer.NewFolder(a.dir.Root(), "Allot <allot@localhost>", a.now)
	if err != nil {
		return err
	}
	const manager, poseidon = 2, 1
	callers, err := a.Accounts.Callers(ctx, manager, []int64{manager})
	if err != nil {
		return err
	}
	photos, err := a.Publications.GalleryLink(ctx, callers[manager], poseidon)
	if err != nil {
		return err
	}
	return folder.Send(ctx, mailer.Message{
		ID: examples.Letter, To: examples.Users["hotel"], Subject: "Welcome to the demo",
		Text: "Mails of the demo are kept in its data folder and sent to nobody.\n\n" +
			"Photos that are too large for a letter are sent as a link. On this server it has a path such as\n" + photos + "\n",
	})
}

// exampleSeeder sends the requests that complete the demo.
type exampleSeeder struct {
	*App

	password, hotelKey string
	tokens             map[string]string // of sessions, by the word for the user
}

func (s *exampleSeeder) send(ctx context.Context, steps []examples.Step) error {
	for _, step := range steps {
		token, err := s.token(ctx, step.As)
		if err != nil {
			return err
		}
		if _, err := s.one(ctx, step, token); err != nil && !step.Optional {
			return err
		}
	}
	return nil
}

// token logs a user in when it is first asked for.
func (s *exampleSeeder) token(ctx context.Context, as string) (string, error) {
	email := examples.Users[as]
	if email == "" || s.tokens[as] != "" {
		return s.tokens[as], nil
	}
	body, err := json.Marshal(map[string]string{"email": email, "password": s.password})
	if err != nil {
		return "", fmt.Errorf("write a log-in: %w", err)
	}
	raw, err := s.one(ctx, examples.Step{Method: http.MethodPost, URL: "/api/auth/login/", Request: examples.Request{Body: body}}, "")
	if err != nil {
		return "", err
	}
	var answer struct {
		Token string `json:"auth_token"`
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		return "", fmt.Errorf("read a log-in: %w", err)
	}
	s.tokens[as] = answer.Token
	return answer.Token, nil
}

func (s *exampleSeeder) one(ctx context.Context, step examples.Step, token string) ([]byte, error) {
	req, err := step.New(ctx, step.Method, step.URL, token)
	if err != nil {
		return nil, err
	}
	req.RemoteAddr, req.Host = "127.0.0.1:1", "localhost"
	answer := &seededAnswer{header: http.Header{}, status: http.StatusOK}
	s.Server().ServeHTTP(answer, req)
	if answer.status >= http.StatusMultipleChoices {
		return nil, fmt.Errorf("complete the demo: %s %s: %d %s", step.Method, req.URL.Path, answer.status, answer.body.Bytes())
	}
	return answer.body.Bytes(), nil
}

// name gives records the secrets and names that the examples have: they are made at
// random, and letters tell them.
func (s *exampleSeeder) name(ctx context.Context, known func(string) string) error {
	now, exec := s.now(), func(query string, args ...any) error {
		_, err := s.DB.From(ctx).NewRaw(query, args...).Exec(ctx)
		if err != nil {
			return fmt.Errorf("complete the demo: %w", err)
		}
		return nil
	}
	hash := func(example string) []byte { return secret.Hash(known(example)) }
	const hotel, colleague, operator, bookkeeper, invited, failed, notification = 2, 3, 6, 8, 3, 1, 2
	var payment string
	if err := s.DB.From(ctx).NewRaw("SELECT payment_id FROM billing_charges WHERE owner_id = ? AND in_browser ORDER BY id DESC LIMIT 1", operator).Scan(ctx, &payment); err != nil {
		return fmt.Errorf("complete the demo: %w", err)
	}
	endpoint := s.secrets.Seal([]byte("whsec_"+secret.Token()), "webhook_endpoints/1/secret")
	const relink = "UPDATE notify_notifications SET link = ? WHERE owner_id IN (?, ?) AND link = (SELECT '/invoices/' || public_id || '/' FROM invoices WHERE id = ?)"
	for _, statement := range []struct {
		query string
		args  []any
	}{
		{"UPDATE apikey_tokens SET token_hash = ? WHERE key_id = 1", []any{secret.Hash(s.hotelKey)}},
		{"UPDATE apikey_keys SET token_prefix = ? WHERE id = 1", []any{s.hotelKey[:8]}},
		{"UPDATE apikey_tokens SET token_hash = ? WHERE key_id = 2", []any{hash(examples.OperatorKey)}},
		{"UPDATE apikey_keys SET token_prefix = ? WHERE id = 2", []any{examples.OperatorKey[:8]}},
		{"INSERT INTO account_password_resets (user_id, token_hash, created_at, expires_at) VALUES (?, ?, ?, ?)", []any{colleague, hash(examples.ResetToken), now, demoFar}},
		{
			"INSERT INTO account_email_confirmations (user_id, job_id, email, token_hash, created_at, expires_at) VALUES (?, 0, ?, ?, ?, ?)",
			[]any{bookkeeper, examples.Users["bookkeeper"], hash(examples.ConfirmToken), now, demoFar},
		},
		{"UPDATE account_users SET email_state = ? WHERE id = ?", []any{account.EmailPending, bookkeeper}},
		{"INSERT INTO contract_invitations (contract_id, token_hash, expires_at) SELECT id, ?, ? FROM contracts WHERE id = ?", []any{hash(examples.Invitation), demoFar, invited}},
		// As old as the demo's past it would be cleaned away within a day.
		{"UPDATE notify_notifications SET created_at = ?, is_read = FALSE WHERE id = ? AND owner_id = ?", []any{now, notification, hotel}},
		{relink, []any{"/invoices/" + examples.Invoices + "1/", hotel, operator, 1}},
		{"UPDATE invoices SET public_id = ? WHERE id = 1", []any{examples.Invoices + "1"}},
		{relink, []any{"/invoices/" + examples.Invoices + "2/", hotel, operator, 2}},
		{"UPDATE invoices SET public_id = ? WHERE id = 2", []any{examples.Invoices + "2"}},
		{relink, []any{"/invoices/" + examples.Invoices + "3/", hotel, operator, 3}},
		{"UPDATE invoices SET public_id = ? WHERE id = 3", []any{examples.Invoices + "3"}},
		{"UPDATE widgets SET public_id = ? WHERE id = 1", []any{known(examples.Widget)}},
		{"UPDATE sandbox_intents SET id = ? WHERE id = ?", []any{examples.Payment, payment}},
		{"UPDATE billing_charges SET payment_id = ? WHERE owner_id = ? AND payment_id = ?", []any{examples.Payment, operator, payment}},
		// Its address has no name server, so nothing can be registered there; nothing is sent either.
		{
			"INSERT INTO webhook_endpoints (owner_id, created_by, name, url, event_types, is_active, disabled_reason, secret, secret_prefix, previous_secret, created_at) " +
				"VALUES (?, ?, 'Front desk', 'https://pms.hotel-poseidon.example/allot', '[\"invoice.disputed\"]', TRUE, '', ?, 'whsec_demo', '', ?)",
			[]any{hotel, hotel, endpoint, now},
		},
		{
			"INSERT INTO webhook_deliveries (owner_id, endpoint_id, delivery_id, event, event_id, payload, status, response_body, error, attempt_count, retries_left, is_manual, created_at, finished_at) " +
				"VALUES (?, 1, ?, 'test.ping', 0, '{}', 'failed', '', 'the name pms.hotel-poseidon.example has no address', 1, 0, TRUE, ?, ?)",
			[]any{hotel, examples.Delivery, now, now},
		},
		{
			"INSERT INTO webhook_replays (owner_id, endpoint_id, from_time, to_time, event_types, status, deliveries, source_id, after_time, after_id, created_at, finished_at) " +
				"VALUES (?, 1, ?, ?, '[]', 'done', 0, 0, ?, 0, ?, ?)",
			[]any{hotel, now.Add(-time.Hour), now, now, now, now},
		},
	} {
		if err := exec(statement.query, statement.args...); err != nil {
			return err
		}
	}
	// The staff have a letter to send again.
	return s.Queue.GiveUp(ctx, failed, "421 the mail server is closed")
}

// seededAnswer keeps an answer.
type seededAnswer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *seededAnswer) Header() http.Header         { return a.header }
func (a *seededAnswer) WriteHeader(status int)      { a.status = status }
func (a *seededAnswer) Write(p []byte) (int, error) { return a.body.Write(p) }
