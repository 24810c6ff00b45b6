package app

import (
	"context"
	"errors"
	"time"

	"allot/internal/exchange/webhook"
	"allot/internal/platform/mailer"
)

// observedMail counts and traces letters. Nothing of a letter is in the trace.
type observedMail struct {
	mailer.Sender
	app  *App
	done string // the outcome of success
}

const (
	mailSent             = "sent"
	mailKept             = "kept"
	mailInvalid          = "invalid"
	mailRefused          = "refused"
	mailRecipientRefused = "recipient_refused"
	mailUnavailable      = "unavailable"
)

var mailOutcomes = []string{mailSent, mailKept, mailInvalid, mailRefused, mailRecipientRefused, mailUnavailable, outcomeFailed}

// Send sends the letter.
func (m observedMail) Send(ctx context.Context, letter mailer.Message) error {
	began := time.Now()
	ctx, span := m.app.tracer.Call(ctx, "mail")
	err := m.Sender.Send(ctx, letter)
	outcome := m.outcome(err)
	m.app.counters.mails.WithLabelValues(outcome).Inc()
	m.app.counters.mailSeconds.Observe(time.Since(began).Seconds())
	if err != nil {
		span.Fail(outcome)
	}
	span.EndAs(outcome)
	return err
}

func (m observedMail) outcome(err error) string {
	switch {
	case err == nil:
		return m.done
	case errors.Is(err, mailer.ErrInvalid):
		return mailInvalid
	case errors.Is(err, mailer.ErrRecipientRefused):
		return mailRecipientRefused
	case errors.Is(err, mailer.ErrRefused):
		return mailRefused
	case errors.Is(err, mailer.ErrUnavailable):
		return mailUnavailable
	}
	return outcomeFailed
}

// observedPoster counts and traces webhooks. The receiver learns nothing of the trace,
// and the trace nothing of the receiver.
type observedPoster struct {
	webhook.Poster
	app *App
}

const (
	webhookSuccess     = "success"
	webhookRedirect    = "redirect"
	webhookRefused     = "client_error"
	webhookServerError = "server_error"
	webhookUnreachable = "unreachable"
)

var webhookOutcomes = []string{webhookSuccess, webhookRedirect, webhookRefused, webhookServerError, webhookUnreachable}

// Post sends a body.
func (p observedPoster) Post(ctx context.Context, url string, header map[string]string, body []byte, now time.Time) (webhook.Response, error) {
	began := time.Now()
	ctx, span := p.app.tracer.Call(ctx, "webhook")
	res, err := p.Poster.Post(ctx, url, header, body, now)
	outcome := webhookOutcome(res, err)
	p.app.counters.webhooks.WithLabelValues(outcome).Inc()
	p.app.counters.webhookSeconds.Observe(time.Since(began).Seconds())
	if outcome != webhookSuccess {
		span.Fail(outcome)
	}
	span.EndAs(outcome)
	return res, err
}

func webhookOutcome(res webhook.Response, err error) string {
	switch {
	case err != nil:
		return webhookUnreachable
	case res.Code >= 500:
		return webhookServerError
	case res.Code >= 400:
		return webhookRefused
	case res.Code >= 300:
		return webhookRedirect
	}
	return webhookSuccess
}
