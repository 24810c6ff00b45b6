package config_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/config"
)

// fine are the settings of the embedded default.
func fine() config.Settings {
	return config.Settings{
		Addr: "127.0.0.1:8080", AdminAddr: "127.0.0.1:8081", LoginMaxFailures: 10, LoginWindow: time.Minute, LoginBan: time.Minute,
		Roles: []string{"web", "worker"}, LogLevel: "info", LogFormat: "text", PublishReview: "manual", PublishGate: "warn", ZUGFeRD: "on",
		Registration: "open", ConfirmEmail: "auto",
		DatabaseConnections: 20, AuditRetention: 400,
	}
}

// stripe sets a key of Stripe and where it is sent.
func stripe(key, url string) func(*config.Settings) {
	return func(s *config.Settings) {
		s.StripeSecretKey, s.StripeWebhookSecret, s.StripeAPIURL = key, "whsec_x", url
		if len(key) > 2 && key[:2] != "pk" {
			s.StripePublishableKey = "pk" + key[2:]
		}
	}
}

func TestSettings_CheckStripe(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"", "https://api.stripe.com", "https://stripe.example/proxy", "http://127.0.0.1:12111", "http://localhost:12111", "http://[::1]:12111"} {
		s := fine()
		stripe("sk_live_x", url)(&s)
		require.Empty(t, s.Check(nil), url)
	}
	s := fine()
	stripe("pk_live_hunter2", "http://u:hunter2@stripe.example?x=hunter2")(&s)
	s.StripeWebhookSecret = ""
	problems := s.Check(nil)
	require.Len(t, problems, 3)
	for _, p := range problems {
		require.NotContains(t, p.String(), "hunter2")
	}
}

func TestSettings_Check(t *testing.T) {
	t.Parallel()

	t.Run("the embedded default is fine", func(t *testing.T) {
		t.Parallel()
		require.Empty(t, fine().Check([]string{"HOME=/x", "ALLOT_ADDR=127.0.0.1:1", "ALLOT_TEST_ENGINE=sqlite", "ALLOT_UNUSED="}))
	})

	tests := map[string]struct {
		change  func(*config.Settings)
		setting string
		warning bool
	}{
		"address without a port":          {func(s *config.Settings) { s.Addr = "localhost" }, "ALLOT_ADDR", false},
		"port too high":                   {func(s *config.Settings) { s.Addr = "127.0.0.1:70000" }, "ALLOT_ADDR", false},
		"base URL of another kind":        {func(s *config.Settings) { s.BaseURL = "allot.example.com" }, "ALLOT_BASE_URL", false},
		"public without a base URL":       {func(s *config.Settings) { s.Addr = "0.0.0.0:80" }, "ALLOT_BASE_URL", true},
		"outbound that is no network":     {func(s *config.Settings) { s.OutboundAllow = []string{"loopback"} }, "ALLOT_OUTBOUND_ALLOW", false},
		"proxies that are no networks":    {func(s *config.Settings) { s.TrustedProxies = []string{"10.0.0.0/33"} }, "ALLOT_TRUSTED_PROXIES", false},
		"another database":                {func(s *config.Settings) { s.DatabaseURL = "mysql://x" }, "ALLOT_DATABASE_URL", false},
		"no connection for a reader":      {func(s *config.Settings) { s.DatabaseConnections = 3 }, "ALLOT_DATABASE_CONNECTIONS", false},
		"less than no day":                {func(s *config.Settings) { s.AuditRetention = -1 }, "ALLOT_AUDIT_RETENTION", false},
		"bucket of another kind":          {func(s *config.Settings) { s.BlobURL = "gs://files" }, "ALLOT_BLOB_URL", false},
		"bucket with half of a key":       {func(s *config.Settings) { s.BlobURL, s.S3AccessKey = "s3://files?region=x", "x" }, "ALLOT_BLOB_URL", false},
		"key of a bucket without one":     {func(s *config.Settings) { s.S3AccessKey, s.S3SecretKey = "x", "y" }, "ALLOT_BLOB_URL", true},
		"Redis of another kind":           {func(s *config.Settings) { s.RedisURL = "http://cache" }, "ALLOT_REDIS_URL", false},
		"short key":                       {func(s *config.Settings) { s.SecretKey = "abc" }, "ALLOT_SECRET_KEY", false},
		"mail server of another kind":     {func(s *config.Settings) { s.SMTPURL = "imap://x" }, "ALLOT_SMTP_URL", false},
		"no failures allowed":             {func(s *config.Settings) { s.LoginMaxFailures = 0 }, "ALLOT_LOGIN_MAX_FAILURES", false},
		"less than no limit":              {func(s *config.Settings) { s.V1RatePerMinute = -1 }, "ALLOT_V1_RATE_PER_MINUTE", false},
		"audit entries kept for too long": {func(s *config.Settings) { s.AuditRetention = 109_500 }, "ALLOT_AUDIT_RETENTION", false},
		"mail kept for less than none":    {func(s *config.Settings) { s.MailRetention = -1 }, "ALLOT_MAIL_RETENTION", false},
		"less room than none for mail":    {func(s *config.Settings) { s.MailMaxMB = -1 }, "ALLOT_MAIL_MAX_MB", false},
		"admin without a password":        {func(s *config.Settings) { s.BootstrapAdmin = "a@b.example" }, "ALLOT_BOOTSTRAP_ADMIN", false},
		"unknown registration":            {func(s *config.Settings) { s.Registration = "maybe" }, "ALLOT_REGISTRATION", false},
		"unknown confirmation":            {func(s *config.Settings) { s.ConfirmEmail = "yes" }, "ALLOT_CONFIRM_EMAIL", false},
		"letters that are not sent":       {func(s *config.Settings) { s.ConfirmEmail = "on" }, "ALLOT_CONFIRM_EMAIL", true},
		"fewer than no registrations":     {func(s *config.Settings) { s.LimitRegistrations = -1 }, "ALLOT_LIMIT_REGISTRATIONS", false},
		"fewer than no resets":            {func(s *config.Settings) { s.LimitResets = -1 }, "ALLOT_LIMIT_RESETS", false},
		"fewer than no proposals":         {func(s *config.Settings) { s.LimitProposals = -1 }, "ALLOT_LIMIT_PROPOSALS", false},
		"fewer than no widgets":           {func(s *config.Settings) { s.LimitWidgets = -1 }, "ALLOT_LIMIT_WIDGETS", false},
		"secret key for browsers":         {func(s *config.Settings) { s.StripePublishableKey = "sk_live_x" }, "ALLOT_STRIPE_PUBLISHABLE_KEY", false},
		"key for browsers alone":          {func(s *config.Settings) { s.StripePublishableKey = "pk_live_x" }, "ALLOT_STRIPE_PUBLISHABLE_KEY", true},
		"keys of two modes": {func(s *config.Settings) {
			s.StripeSecretKey, s.StripeWebhookSecret, s.StripePublishableKey = "sk_live_x", "whsec_x", "pk_test_x"
		}, "ALLOT_STRIPE_PUBLISHABLE_KEY", false},
		"unknown payments":              {func(s *config.Settings) { s.Payments = "paypal" }, "ALLOT_PAYMENTS", false},
		"Stripe without its key":        {func(s *config.Settings) { s.Payments = "stripe" }, "ALLOT_PAYMENTS", false},
		"trials with a real key":        {func(s *config.Settings) { stripe("sk_live_x", "")(s); s.Payments = "sandbox" }, "ALLOT_PAYMENTS", false},
		"trials for everybody":          {func(s *config.Settings) { s.Addr, s.BaseURL, s.Payments = "0.0.0.0:80", "https://a.example", "sandbox" }, "ALLOT_PAYMENTS", true},
		"unknown review":                {func(s *config.Settings) { s.PublishReview = "never" }, "ALLOT_PUBLISH_REVIEW", false},
		"unknown generator":             {func(s *config.Settings) { s.ZUGFeRD = "maybe" }, "ALLOT_ZUGFERD", false},
		"key of Stripe for browsers":    {func(s *config.Settings) { s.StripeSecretKey, s.StripeWebhookSecret = "pk_live_x", "whsec_x" }, "ALLOT_STRIPE_SECRET_KEY", false},
		"events of Stripe are not read": {func(s *config.Settings) { s.StripeSecretKey, s.StripePublishableKey = "sk_test_x", "pk_test_x" }, "ALLOT_STRIPE_WEBHOOK_SECRET", true},
		"Stripe without a scheme":       {func(s *config.Settings) { s.StripeAPIURL = "api.stripe.com" }, "ALLOT_STRIPE_API_URL", false},
		"live key in plain text":        {stripe("sk_live_x", "http://stripe.example"), "ALLOT_STRIPE_API_URL", false},
		"restricted live key in plain":  {stripe("rk_live_x", "http://10.0.0.1:12111"), "ALLOT_STRIPE_API_URL", false},
		"live key to a lookalike":       {stripe("sk_live_x", "http://127.0.0.1.example.com"), "ALLOT_STRIPE_API_URL", false},
		"test key in plain text":        {stripe("sk_test_x", "http://stripe.example"), "ALLOT_STRIPE_API_URL", true},
		"unknown gate":                  {func(s *config.Settings) { s.PublishGate = "open" }, "ALLOT_PUBLISH_GATE", false},
		"unknown role":                  {func(s *config.Settings) { s.Roles = []string{"cook"} }, "ALLOT_ROLES", false},
		"moved clock in earnest":        {func(s *config.Settings) { s.ClockOffset = time.Hour }, "ALLOT_CLOCK_OFFSET", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := fine()
			tt.change(&s)
			problems := s.Check(nil)
			require.Len(t, problems, 1)
			require.Equal(t, tt.setting, problems[0].Setting)
			require.Equal(t, tt.warning, problems[0].Warning)
		})
	}

	t.Run("variables that nobody reads are told, dangerous ones refused", func(t *testing.T) {
		t.Parallel()
		problems := fine().Check([]string{"ALLOT_DATABSE_URL=x", "ALLOT_DATABASE_REPLICA_URL=postgres://x"})
		require.Len(t, problems, 2)
		require.True(t, problems[0].Warning)
		require.False(t, problems[1].Warning)
	})

	t.Run("no secret is repeated", func(t *testing.T) {
		t.Parallel()
		s := fine()
		s.BlobURL, s.RedisURL = "s3://u:hunter2@files?region=x", "http://u:hunter2@cache"
		s.DatabaseURL, s.SMTPURL, s.SecretKey = "mysql://u:hunter2@x", "imap://u:hunter2@x", "hunter2"
		for _, p := range s.Check(nil) {
			require.NotContains(t, p.String(), "hunter2")
		}
	})
}

func TestSettings_ConfirmsEmails(t *testing.T) {
	t.Parallel()
	s := fine()
	require.False(t, s.ConfirmsEmails(), "without a mail server nobody could")
	s.SMTPURL = "smtp://mail.example"
	require.True(t, s.ConfirmsEmails())
	s.ConfirmEmail = "off"
	require.False(t, s.ConfirmsEmails())
	s.ConfirmEmail, s.SMTPURL = "on", ""
	require.True(t, s.ConfirmsEmails())
}

func TestSettings_Payments(t *testing.T) {
	t.Parallel()
	s := fine()
	require.Equal(t, config.PaymentsOff, s.PaymentsBy(), "test cards buy nothing unless somebody asked for that")
	require.Contains(t, s.DescribePayments(), "off")
	s.StripeSecretKey = "sk_live_x"
	require.Equal(t, config.PaymentsStripe, s.PaymentsBy())
	require.Contains(t, s.DescribePayments(), "Stripe")
	s.Payments = config.PaymentsOff
	require.Contains(t, s.DescribePayments(), "although")
	s.StripeSecretKey, s.Payments = "", config.PaymentsSandbox
	require.Contains(t, s.DescribePayments(), "no money moves")
}

func TestSettings_Values(t *testing.T) {
	t.Parallel()
	s := fine()
	s.TrustedProxies = []string{"10.0.0.0/8", "192.0.2.7", "::1"}
	var got []string
	for _, p := range s.Proxies() {
		got = append(got, p.String())
	}
	require.Equal(t, "10.0.0.0/8 192.0.2.7/32 ::1/128", strings.Join(got, " "))
	require.True(t, s.Has(config.RoleWeb))
	s.Roles = []string{"worker"}
	require.False(t, s.Has(config.RoleWeb))
	s.ClockOffset = time.Hour
	require.WithinDuration(t, time.Now().Add(time.Hour), s.Now(), time.Minute)
}
