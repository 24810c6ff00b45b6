package main

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime/debug"

	"allot/internal/app"
	"allot/internal/app/build"
	"allot/internal/app/config"
	"allot/internal/app/datadir"
	"allot/internal/demo"
	"allot/web"
)

const (
	demoPassword  = app.DemoPassword
	demoGCPercent = 400
)

type demoCmd struct {
	Reset    bool   `help:"Throw the demo data away and start anew."`
	Small    bool   `help:"Make two hotels and two tour operators only, without a past."`
	Password string `default:"${demo_password}" placeholder:"PASSWORD" help:"Password of the demo users."`
	quietFlag
}

func (c demoCmd) Run(e *env) (err error) {
	if e.settings.DataDir == "" {
		e.settings.DataDir = demoDataDir
	}
	if c.Password == demoPassword && !config.IsLoopback(e.settings.Addr) {
		return fmt.Errorf("the demo's password is public, and %s is reachable from other machines: choose one with --password", e.settings.Addr)
	}
	if e.settings.Payments == config.PaymentsOff {
		return errors.New("the demo has accounts that pay: leave ALLOT_PAYMENTS out, and test cards are taken")
	}
	if e.settings.StripeSecretKey == "" {
		e.settings.Payments = config.PaymentsSandbox
	}
	if c.Reset {
		if err := reset(e.settings.DataDir); err != nil {
			return err
		}
	}
	a, err := e.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	p := e.progress(c.quietFlag, "Making the demo data")
	// Making the data needs little memory and much of it only for a moment.
	normal := debug.SetGCPercent(demoGCPercent)
	e.level.Set(max(e.settings.Level(), slog.LevelWarn)) // a part of it is requests, which nobody wants to read
	users, err := a.SeedDemo(e.ctx, demo.Options{Password: c.Password, Small: c.Small, Progress: func(step string) { p.reached("%s", step) }})
	debug.SetGCPercent(normal)
	e.level.Set(e.settings.Level())
	p.end()
	if err != nil {
		return explain(err)
	}
	return a.Run(e.ctx, func(at app.Addresses) { e.printDemo(at, users, c.Password) })
}

// reset removes a data folder, and only one of ours that no server uses.
func reset(path string) error {
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	look, err := datadir.Look(path)
	if err != nil {
		return err
	}
	_, err = os.Stat(look.DatabaseFile())
	if err := errors.Join(err, look.Close()); err != nil {
		return fmt.Errorf("%s does not look like a data folder of Allot, so it is not removed: %w", path, err)
	}
	dir, err := datadir.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(os.RemoveAll(path), dir.Close())
}

func (e *env) printDemo(at app.Addresses, users []demo.User, password string) {
	base := at.URL()
	e.printf("\nAllot %s with demo data, in %s\n\n", build.Version, e.settings.DataDir)
	if _, built := web.Built(); built {
		e.printf("  Dashboard         %s/\n", base)
	} else {
		e.printf("  Dashboard         not built: it needs Node.js, see %s/\n", base)
	}
	e.printf("  API               %s\n  API description   %s/api/docs/\n", base, base)
	e.printf("  Payments          %s\n", e.settings.DescribePayments())
	if at.Admin != "" {
		e.printf("  Metrics           http://%s/metrics\n", at.Admin)
	}
	e.printf("\nLog-ins (password of all: %s)\n\n", password)
	for _, u := range users {
		e.printf("  %-34s %s\n", u.Email, u.Is)
	}
	e.printf(`
Try it in another terminal:

  TOKEN=$(curl -s %[1]s/api/auth/login/ -H 'Content-Type: application/json' \
    -d '{"email": "%[2]s", "password": "%[3]s"}' | sed 's/.*"auth_token":"\([^"]*\)".*/\1/')
  curl -s %[1]s/api/auth/session/ -H "Authorization: Token $TOKEN"
  curl -s %[1]s/api/info/properties/ -H "Authorization: Token $TOKEN"
  curl -s %[1]s/api/info/property/1/publish/summary/ -H "Authorization: Token $TOKEN"
  curl -s "%[1]s/api/info/download-facts/1/?lang=el" -H "Authorization: Token $TOKEN" -o fact-sheet.pdf
  curl -s "%[1]s/api/partners/contracts/?direction=incoming" -H "Authorization: Token $TOKEN"
  curl -s "%[1]s/api/allotment/calendars/?property=1" -H "Authorization: Token $TOKEN"
  curl -s %[1]s/api/allotment/calendars/1/grid/ -H "Authorization: Token $TOKEN"
  curl -s %[1]s/api/allotment/calendars/1/pdf/ -H "Authorization: Token $TOKEN" -o calendar.pdf
  curl -s -X POST %[1]s/api/auth/logout/ -H "Authorization: Token $TOKEN"

  # as a tour operator, who sees the hotel in its own codes and words:
  TOKEN=$(curl -s %[1]s/api/auth/login/ -H 'Content-Type: application/json' \
    -d '{"email": "jana@nordlicht-reisen.example", "password": "%[3]s"}' | sed 's/.*"auth_token":"\([^"]*\)".*/\1/')
  curl -s %[1]s/api/partners/my-partners/ -H "Authorization: Token $TOKEN"
  curl -s %[1]s/api/tour-operator/properties/1/ -H "Authorization: Token $TOKEN"
  curl -s %[1]s/api/tour-operator/mappings/unmapped/ -H "Authorization: Token $TOKEN"
  curl -s %[1]s/api/tour-operator/availability/ -H "Authorization: Token $TOKEN"
  curl -s %[1]s/api/rooming/ledgers/ -H "Authorization: Token $TOKEN"

  # as the tour operator's system, which has a key in the address instead of a session:
  KEY=$(curl -s %[1]s/api/settings/api-key/create/ -H "Authorization: Token $TOKEN" -H 'Content-Type: application/json' \
    -d '{"name": "Our system", "permissions": {"fact_sheet": true, "hotel_photos": true, "stop_sale": true, "rooming": true}}' \
    | sed 's/.*"token":"\([^"]*\)".*/\1/')
  curl -s %[1]s/api/v1/facts/$KEY/
  curl -s "%[1]s/api/v1/allotment-stop-sale/$KEY/?granularity=spans"
  curl -s "%[1]s/api/v1/rooming/$KEY/?format=xml"
  curl -s %[1]s/api/reports/api-stats/ -H "Authorization: Token $TOKEN"

Stop with Ctrl-C.
`, base, users[0].Email, password)
}
