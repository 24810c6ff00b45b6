// Package config has the program's settings. Each is a flag and an ALLOT_*
// variable, and all have defaults. Modules get values, never this struct.
package config

import (
	"fmt"
	"log/slog"
	"net/netip"
	"slices"
	"time"

	"allot/internal/platform/blob"
)

// Settings are shared by the commands that touch the data. Beside the tags of kong, secret
// marks what ReadSecrets may take from a file and no problem repeats, and values lists what
// a setting can be.
type Settings struct {
	Addr      string `env:"ALLOT_ADDR" default:"127.0.0.1:8080" placeholder:"HOST:PORT" help:"Where the API listens; port 0 picks a free one." group:"Network"`
	AdminAddr string `env:"ALLOT_ADMIN_ADDR" default:"127.0.0.1:8081" placeholder:"HOST:PORT" help:"Where health and metrics listen; empty switches them off." group:"Network"`
	BaseURL   string `env:"ALLOT_BASE_URL" placeholder:"URL" help:"Public address, used in links and mails. Default: from the request; in mails, the listening address." group:"Network"`
	// TrustedProxies is a list because a proxy may have another one in front of it.
	TrustedProxies []string `env:"ALLOT_TRUSTED_PROXIES" placeholder:"CIDR" help:"Proxies whose X-Forwarded-For is believed." group:"Network"`
	// OutboundAllow is for installations whose partners are in the same private network.
	OutboundAllow []string `env:"ALLOT_OUTBOUND_ALLOW" placeholder:"CIDR" help:"Private networks that webhooks and connections of customers may call; others are refused." group:"Network"`

	TLSCert string `name:"tls-cert" env:"ALLOT_TLS_CERT" placeholder:"FILE" help:"Certificate (PEM, with those of its issuers) to serve HTTPS with; read again when it changes. Default: HTTP." group:"TLS"`
	TLSKey  string `name:"tls-key" env:"ALLOT_TLS_KEY" placeholder:"FILE" help:"Key of the certificate (PEM)." group:"TLS"`
	TLSACME bool   `name:"tls-acme" env:"ALLOT_TLS_ACME" help:"Serve HTTPS with certificates from an ACME server, whose terms you accept with it." group:"TLS"`
	// TLSHosts is needed only if the server has more names than that of BaseURL.
	TLSHosts         []string `name:"tls-hosts" env:"ALLOT_TLS_HOSTS" placeholder:"NAME" help:"Names that certificates are asked for. Default: that of the base URL." group:"TLS"`
	TLSACMEEmail     string   `name:"tls-acme-email" env:"ALLOT_TLS_ACME_EMAIL" placeholder:"ADDRESS" help:"Where the issuer of certificates may write to." group:"TLS"`
	TLSACMEDirectory string   `name:"tls-acme-directory" env:"ALLOT_TLS_ACME_DIRECTORY" placeholder:"URL" help:"Another ACME server. Default: Let's Encrypt." group:"TLS"`
	// TLSRedirectAddr has a default only where it cannot surprise: beside port 443.
	TLSRedirectAddr string `name:"tls-redirect-addr" env:"ALLOT_TLS_REDIRECT_ADDR" placeholder:"HOST:PORT" help:"Where HTTP listens, which leads to HTTPS and answers ACME; off: nowhere. Default: port 80 if the API has port 443." group:"TLS"`

	DataDir     string `env:"ALLOT_DATA_DIR" placeholder:"PATH" help:"Folder of database, files, kept mail and key. Default: ./allot-data." group:"Data"`
	DatabaseURL string `env:"ALLOT_DATABASE_URL" secret:"" placeholder:"URL" help:"PostgreSQL, as postgres://user:password@host/name. Default: SQLite in the data folder." group:"Data"`
	// DatabaseConnections leaves room for other programs on a server with default settings.
	DatabaseConnections int    `env:"ALLOT_DATABASE_CONNECTIONS" default:"20" placeholder:"N" help:"PostgreSQL connections of this process in all: reading, writing and jobs." group:"Data"`
	SecretKey           string `env:"ALLOT_SECRET_KEY" secret:"" placeholder:"KEY" help:"32 bytes in base64 or hex that encrypt stored credentials. Default: a key file in the data folder." group:"Data"`
	BlobURL             string `name:"blob-url" env:"ALLOT_BLOB_URL" placeholder:"URL" help:"Bucket of uploaded files, which several nodes share, as s3://bucket/prefix?endpoint=https://...&region=... Default: the data folder." group:"Data"`
	S3AccessKey         string `name:"s3-access-key" env:"ALLOT_S3_ACCESS_KEY" secret:"" placeholder:"KEY" help:"Access key of the bucket. Default: as other programs for AWS find it." group:"Data"`
	S3SecretKey         string `name:"s3-secret-key" env:"ALLOT_S3_SECRET_KEY" secret:"" placeholder:"KEY" help:"Secret key of the bucket." group:"Data"`
	RedisURL            string `name:"redis-url" env:"ALLOT_REDIS_URL" secret:"" placeholder:"URL" help:"Redis, as redis://user:password@host:6379/0, where several nodes count failed log-ins and requests together. Default: each by itself." group:"Data"`
	// AuditRetention is in days, which time.Duration cannot be written in.
	AuditRetention int `env:"ALLOT_AUDIT_RETENTION" default:"400" placeholder:"DAYS" help:"Days that audit entries are kept; 0: for ever." group:"Data"`

	SMTPURL       string `name:"smtp-url" env:"ALLOT_SMTP_URL" secret:"" placeholder:"URL" help:"Mail server, as smtp://user:password@host:587?from=address, or smtps://... Default: mails are kept as .eml files in the data folder." group:"Mail"`
	MailRetention int    `env:"ALLOT_MAIL_RETENTION" default:"30" placeholder:"DAYS" help:"Days that kept mail stays; 0: for ever." group:"Mail"`
	MailMaxMB     int    `name:"mail-max-mb" env:"ALLOT_MAIL_MAX_MB" default:"1024" placeholder:"MB" help:"Megabytes that kept mail may take; beyond, the oldest is removed. 0: no limit." group:"Mail"`

	LoginMaxFailures int           `env:"ALLOT_LOGIN_MAX_FAILURES" placeholder:"N" default:"10" help:"Failed log-ins that ban an address." group:"Log-in"`
	LoginWindow      time.Duration `env:"ALLOT_LOGIN_WINDOW" placeholder:"TIME" default:"15m" help:"Time within which they are counted." group:"Log-in"`
	LoginBan         time.Duration `env:"ALLOT_LOGIN_BAN" placeholder:"TIME" default:"15m" help:"How long the address is shut out." group:"Log-in"`
	BootstrapAdmin   string        `env:"ALLOT_BOOTSTRAP_ADMIN" secret:"" placeholder:"EMAIL:PASSWORD" help:"Makes the first admin at start, if it is not there." group:"Log-in"`

	Registration       string `env:"ALLOT_REGISTRATION" values:"open,invited,closed" default:"open" help:"Who may open an account: open, everybody; invited, who has an invitation; closed, nobody but through the staff." group:"Registration"`
	ConfirmEmail       string `env:"ALLOT_CONFIRM_EMAIL" values:"auto,on,off" default:"auto" help:"on: addresses are confirmed by a letter; off: they are not; auto: on where a mail server is set." group:"Registration"`
	LimitRegistrations int    `env:"ALLOT_LIMIT_REGISTRATIONS" placeholder:"N" default:"20" help:"Registrations an hour from one client address; 0: no limit." group:"Registration"`
	LimitResets        int    `env:"ALLOT_LIMIT_RESETS" placeholder:"N" default:"20" help:"Password resets an hour that one client address may ask for; 0: no limit." group:"Registration"`
	LimitProposals     int    `env:"ALLOT_LIMIT_PROPOSALS" placeholder:"N" default:"5" help:"Proposals and invitations a day from one account to one receiver; 0: no limit." group:"Registration"`

	V1RatePerMinute int `name:"v1-rate-per-minute" env:"ALLOT_V1_RATE_PER_MINUTE" placeholder:"N" default:"120" help:"Requests a minute that an API key may make; 0: no limit." group:"Partner API"`

	PublishReview string `env:"ALLOT_PUBLISH_REVIEW" values:"manual,auto" default:"manual" help:"manual: platform staff approve fact sheets; auto: a submitted sheet is published at once." group:"Publication"`
	PublishGate   string `env:"ALLOT_PUBLISH_GATE" values:"warn,enforce" default:"warn" help:"warn: a fact sheet with gaps may be submitted; enforce: it is refused." group:"Publication"`

	ZUGFeRD string `name:"zugferd" env:"ALLOT_ZUGFERD" values:"on,off" default:"on" help:"on: invoices are also made as PDF/A-3 with an e-invoice inside; off: XRechnung is given instead." group:"Invoicing"`

	LimitWidgets int `env:"ALLOT_LIMIT_WIDGETS" placeholder:"N" default:"120" help:"Requests a minute for widgets on hotels' sites from one client address; 0: no limit." group:"Partner API"`

	WebhookKeep int `env:"ALLOT_WEBHOOK_KEEP" default:"30" placeholder:"DAYS" help:"Days that webhook deliveries are kept, with what was sent and answered." group:"Partner API"`

	// Payments has no default of its own: what is not set follows from the key.
	Payments             string `env:"ALLOT_PAYMENTS" values:"stripe,sandbox,off" placeholder:"stripe|sandbox|off" help:"What accounts pay for plans with: stripe; sandbox, for trials, which takes test cards and moves no money; off, staff grant plans. Default: stripe with its key, else off." group:"Payments"`
	StripeSecretKey      string `env:"ALLOT_STRIPE_SECRET_KEY" secret:"" placeholder:"KEY" help:"Secret key of Stripe (sk_... or rk_...). Default: no payments." group:"Payments"`
	StripePublishableKey string `env:"ALLOT_STRIPE_PUBLISHABLE_KEY" placeholder:"KEY" help:"Publishable key of Stripe (pk_...), with which the dashboard has cards typed into Stripe's own field. Default: no card can be added in the dashboard." group:"Payments"`
	StripeWebhookSecret  string `env:"ALLOT_STRIPE_WEBHOOK_SECRET" secret:"" placeholder:"SECRET" help:"What Stripe signs its events with (whsec_...). Default: events are refused." group:"Payments"`
	StripeAPIURL         string `name:"stripe-api-url" env:"ALLOT_STRIPE_API_URL" placeholder:"URL" help:"Where Stripe is reached, for tests. Default: Stripe's own address." group:"Payments"`

	Roles     []string `env:"ALLOT_ROLES" placeholder:"ROLE" values:"web,worker" default:"web,worker" help:"What this process does: web, worker or both." group:"Operation"`
	LogLevel  string   `env:"ALLOT_LOG_LEVEL" values:"debug,info,warn,error" default:"info" help:"Least severe lines that are logged." group:"Operation"`
	LogFormat string   `env:"ALLOT_LOG_FORMAT" values:"text,json" default:"text" help:"How lines are logged: text for people, json for machines." group:"Operation"`

	Dev         bool          `env:"ALLOT_DEV" help:"Allow settings that only make sense while developing." group:"Development"`
	ClockOffset time.Duration `env:"ALLOT_CLOCK_OFFSET" placeholder:"TIME" default:"0" help:"Added to the clock, with --dev only." group:"Development"`
}

// The roles of a process.
const (
	RoleWeb    = "web"
	RoleWorker = "worker"
)

// Has reports whether this process has a role.
func (s Settings) Has(role string) bool { return slices.Contains(s.Roles, role) }

// ConfirmsEmails reports whether addresses are confirmed by a letter.
func (s Settings) ConfirmsEmails() bool {
	return s.ConfirmEmail == "on" || s.ConfirmEmail == "auto" && s.SMTPURL != ""
}

// Level returns the log level. Check has validated it.
func (s Settings) Level() slog.Level {
	var l slog.Level
	_ = l.UnmarshalText([]byte(s.LogLevel))
	return l
}

// Proxies returns the trusted networks. Check has validated them.
func (s Settings) Proxies() []netip.Prefix { return prefixes(s.TrustedProxies) }

// OutboundNetworks returns the private networks that may be called. Check has
// validated them.
func (s Settings) OutboundNetworks() []netip.Prefix { return prefixes(s.OutboundAllow) }

func prefixes(texts []string) []netip.Prefix {
	var list []netip.Prefix
	for _, text := range texts {
		if p, err := prefix(text); err == nil {
			list = append(list, p)
		}
	}
	return list
}

// prefix parses a network, or an address as a network of one.
func prefix(text string) (netip.Prefix, error) {
	if ip, err := netip.ParseAddr(text); err == nil {
		return netip.PrefixFrom(ip.Unmap(), ip.Unmap().BitLen()), nil
	}
	return netip.ParsePrefix(text)
}

// Now returns the current time, with ClockOffset added.
func (s Settings) Now() time.Time { return time.Now().Add(s.ClockOffset) }

// Bucket says where uploaded files are; there is none if BlobURL is empty.
func (s Settings) Bucket() blob.S3Options {
	return blob.S3Options{URL: s.BlobURL, AccessKey: s.S3AccessKey, SecretKey: s.S3SecretKey}
}

// BlobsIn names the bucket of uploaded files, empty if they are in the data folder.
func (s Settings) BlobsIn() (string, error) {
	if s.BlobURL == "" {
		return "", nil
	}
	bucket, err := blob.NewS3(s.Bucket())
	if err != nil {
		return "", fmt.Errorf("ALLOT_BLOB_URL: %w", err)
	}
	return bucket.String(), nil
}
