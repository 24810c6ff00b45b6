package config

import (
	"fmt"
	"net"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"allot/internal/platform/blob"
	"allot/internal/platform/db"
	"allot/internal/platform/mailer"
	"allot/internal/platform/redisx"
	"allot/internal/platform/secret"
)

// maxRetention is a hundred years; 0 stands for no end.
const maxRetention = 36_500

// Problem describes a setting that cannot work, or looks wrong.
type Problem struct {
	Setting string
	Text    string
	Warning bool // the program starts nevertheless
}

func (p Problem) String() string {
	kind := "problem"
	if p.Warning {
		kind = "warning"
	}
	return fmt.Sprintf("%s: %s: %s", kind, p.Setting, p.Text)
}

type problems []Problem

func (l *problems) check(ok bool, setting, format string, args ...any) {
	if !ok {
		*l = append(*l, Problem{Setting: setting, Text: fmt.Sprintf(format, args...)})
	}
}

func (l *problems) warn(ok bool, setting, format string, args ...any) {
	if !ok {
		*l = append(*l, Problem{Setting: setting, Text: fmt.Sprintf(format, args...), Warning: true})
	}
}

// Check returns every problem with the settings and the environment's ALLOT_*
// variables. It opens no connections and changes nothing.
func (s Settings) Check(environ []string) []Problem {
	var l problems
	s.checkNetwork(&l)
	s.checkTLS(&l)
	s.checkData(&l)
	s.checkRegistration(&l)
	s.checkPayments(&l)
	s.checkOperation(&l)
	checkEnviron(&l, environ)
	return l
}

func (s Settings) checkNetwork(l *problems) {
	l.check(validAddr(s.Addr), "ALLOT_ADDR", "%q is no address such as 127.0.0.1:8080", s.Addr)
	l.check(s.AdminAddr == "" || validAddr(s.AdminAddr), "ALLOT_ADMIN_ADDR", "%q is no address such as 127.0.0.1:8081", s.AdminAddr)
	if s.BaseURL != "" {
		u, err := url.Parse(s.BaseURL)
		ok := err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.RawQuery == "" && u.Fragment == ""
		l.check(ok, "ALLOT_BASE_URL", "must be an address such as https://allot.example.com")
	}
	l.warn(s.BaseURL != "" || !validAddr(s.Addr) || IsLoopback(s.Addr), "ALLOT_BASE_URL",
		"is not set while the API listens on more than this machine: links in mails will lead to %s", s.Addr)
	for _, text := range s.TrustedProxies {
		_, err := prefix(text)
		l.check(err == nil, "ALLOT_TRUSTED_PROXIES", "%q is no network such as 10.0.0.0/8", text)
	}
	for _, text := range s.OutboundAllow {
		_, err := prefix(text)
		l.check(err == nil, "ALLOT_OUTBOUND_ALLOW", "%q is no network such as 10.0.0.0/8", text)
	}
}

func validAddr(addr string) bool {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	_, err = strconv.ParseUint(port, 10, 16)
	return err == nil
}

// IsLoopback reports whether an address is reachable from this machine only.
func IsLoopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func (s Settings) checkData(l *problems) {
	if s.DatabaseURL != "" {
		u, err := url.Parse(s.DatabaseURL)
		ok := err == nil && (u.Scheme == "postgres" || u.Scheme == "postgresql")
		l.check(ok, "ALLOT_DATABASE_URL", "must start with postgres://")
	}
	l.check(s.DatabaseConnections >= db.MinConnections, "ALLOT_DATABASE_CONNECTIONS", "must be at least %d", db.MinConnections)
	l.check(s.AuditRetention >= 0 && s.AuditRetention <= maxRetention, "ALLOT_AUDIT_RETENTION", "must be a number of days from 1 to %d, or 0 to keep entries for ever", maxRetention)
	s.checkBucket(l)
	if s.RedisURL != "" {
		err := redisx.Check(s.RedisURL)
		l.check(err == nil, "ALLOT_REDIS_URL", "%v", err)
	}
	if s.SecretKey != "" {
		_, err := secret.ParseKey(s.SecretKey)
		l.check(err == nil, "ALLOT_SECRET_KEY", "%v", err)
	}
	if s.SMTPURL != "" {
		_, err := mailer.NewSMTP(s.SMTPURL, s.Now)
		l.check(err == nil, "ALLOT_SMTP_URL", "%v", err)
	}
}

func (s Settings) checkBucket(l *problems) {
	if s.BlobURL == "" {
		l.warn(s.S3AccessKey == "" && s.S3SecretKey == "", "ALLOT_BLOB_URL", "is not set while a key of S3 is: files are stored in the data folder")
		return
	}
	_, err := blob.NewS3(s.Bucket())
	l.check(err == nil, "ALLOT_BLOB_URL", "%v", err)
	l.warn(s.ClockOffset == 0, "ALLOT_CLOCK_OFFSET", "does not apply to files in a bucket, whose times are the server's")
}

func (s Settings) checkRegistration(l *problems) {
	l.check(slices.Contains([]string{"open", "invited", "closed"}, s.Registration), "ALLOT_REGISTRATION", "%q is not open, invited or closed", s.Registration)
	l.check(slices.Contains([]string{"auto", "on", "off"}, s.ConfirmEmail), "ALLOT_CONFIRM_EMAIL", "%q is not auto, on or off", s.ConfirmEmail)
	l.warn(s.ConfirmEmail != "on" || s.SMTPURL != "", "ALLOT_CONFIRM_EMAIL",
		"is on while no mail server is set: the letters are kept, users are told to ask the staff, and staff have to pass on the links, which they read in the dashboard under Kept mail")
	l.check(s.LimitRegistrations >= 0, "ALLOT_LIMIT_REGISTRATIONS", "must be a number an hour such as 20, or 0 for no limit")
	l.check(s.LimitResets >= 0, "ALLOT_LIMIT_RESETS", "must be a number an hour such as 20, or 0 for no limit")
	l.check(s.LimitProposals >= 0, "ALLOT_LIMIT_PROPOSALS", "must be a number a day such as 5, or 0 for no limit")
}

func (s Settings) checkOperation(l *problems) {
	l.check(s.LoginMaxFailures > 0, "ALLOT_LOGIN_MAX_FAILURES", "must be at least 1")
	l.check(s.LoginWindow > 0, "ALLOT_LOGIN_WINDOW", "must be a time such as 15m")
	l.check(s.LoginBan > 0, "ALLOT_LOGIN_BAN", "must be a time such as 15m")
	l.check(s.MailRetention >= 0 && s.MailRetention <= maxRetention, "ALLOT_MAIL_RETENTION", "must be a number of days from 1 to %d, or 0 for ever", maxRetention)
	l.check(s.MailMaxMB >= 0, "ALLOT_MAIL_MAX_MB", "must be a number of megabytes such as 1024, or 0 for no limit")
	l.check(s.LimitWidgets >= 0, "ALLOT_LIMIT_WIDGETS", "must be a number of requests such as 120, or 0 for no limit")
	l.check(s.V1RatePerMinute >= 0, "ALLOT_V1_RATE_PER_MINUTE", "must be a number of requests such as 120, or 0 for no limit")
	if s.BootstrapAdmin != "" {
		email, password, _ := strings.Cut(s.BootstrapAdmin, ":")
		l.check(email != "" && password != "", "ALLOT_BOOTSTRAP_ADMIN", "must be written as email:password")
	}
	l.check(len(s.Roles) > 0, "ALLOT_ROLES", "must name web, worker or both")
	for _, r := range s.Roles {
		l.check(r == RoleWeb || r == RoleWorker, "ALLOT_ROLES", "%q is neither web nor worker", r)
	}
	l.check(slices.Contains([]string{"debug", "info", "warn", "error"}, s.LogLevel), "ALLOT_LOG_LEVEL", "%q is not debug, info, warn or error", s.LogLevel)
	l.check(s.PublishReview == "manual" || s.PublishReview == "auto", "ALLOT_PUBLISH_REVIEW", "%q is neither manual nor auto", s.PublishReview)
	l.check(s.ZUGFeRD == "on" || s.ZUGFeRD == "off", "ALLOT_ZUGFERD", "%q is neither on nor off", s.ZUGFeRD)
	l.check(s.PublishGate == "warn" || s.PublishGate == "enforce", "ALLOT_PUBLISH_GATE", "%q is neither warn nor enforce", s.PublishGate)
	l.check(s.LogFormat == "text" || s.LogFormat == "json", "ALLOT_LOG_FORMAT", "%q is neither text nor json", s.LogFormat)
	l.check(s.ClockOffset == 0 || s.Dev, "ALLOT_CLOCK_OFFSET", "is accepted only with ALLOT_DEV=true")
}

// later are settings of other versions that say where data is stored: ignoring one
// would store data in the wrong place.
var later = []string{"ALLOT_DATABASE_REPLICA_URL"}

// checkEnviron finds variables that are not settings, which are typing errors.
func checkEnviron(l *problems, environ []string) {
	var names []string
	for f := range reflect.TypeFor[Settings]().Fields() {
		names = append(names, f.Tag.Get("env"))
		if _, secret := f.Tag.Lookup("secret"); secret {
			names = append(names, f.Tag.Get("env")+fileSuffix)
		}
	}
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		if !strings.HasPrefix(name, "ALLOT_") || strings.HasPrefix(name, "ALLOT_TEST_") || value == "" || slices.Contains(names, name) {
			continue
		}
		if slices.Contains(later, name) {
			l.check(false, name, "is not supported by this version")
			continue
		}
		l.warn(false, name, "is no setting of this version; it has no effect")
	}
}
