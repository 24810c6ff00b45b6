package main

import (
	"cmp"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"allot/internal/app"
	"allot/internal/identity/plan"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

type adminCreateCmd struct {
	Email string `required:"" placeholder:"EMAIL" help:"E-mail address to log in with."`
	New   bool   `help:"Make a new database if there is none, without asking."`
	passwordFlags
}

func (c adminCreateCmd) Run(e *env) (err error) {
	place, err := e.place()
	if err != nil {
		return err
	}
	if !place.Made && !c.New {
		if err := e.agreeToNew(place); err != nil {
			return err
		}
	}
	password, err := e.newPassword(c.PasswordFile)
	if err != nil {
		return err
	}
	a, err := e.openBeside()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	u, err := a.Accounts.CreateAdmin(e.ctx, c.Email, password)
	if err != nil {
		return explain(err)
	}
	e.printf("Admin %s made, with id %d.\nWritten to the %s; the data folder is %s.\n", u.Email, u.ID, place.Database, place.Folder)
	return nil
}

type adminResetPasswordCmd struct {
	Email string `required:"" placeholder:"EMAIL" help:"E-mail address of the user, of the staff or of an account."`
	passwordFlags
}

func (c adminResetPasswordCmd) Run(e *env) (err error) {
	if err := e.requireMade(); err != nil {
		return err
	}
	password, err := e.newPassword(c.PasswordFile)
	if err != nil {
		return err
	}
	a, err := e.openBeside()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	u, err := a.Accounts.SetPassword(e.ctx, c.Email, password)
	if errors.Is(err, apperr.ErrNotFound) {
		return fmt.Errorf("there is no user %s; allot admin list shows the staff", c.Email)
	}
	if err != nil {
		return explain(err)
	}
	e.printf("The password of %s is set, and its sessions have ended.\n", u.Email)
	return nil
}

type adminListCmd struct {
	JSON bool `name:"json" help:"Print it as JSON."`
}

// staffMember is a member of the staff in JSON.
type staffMember struct {
	ID        int64      `json:"id"`
	Email     string     `json:"email"`
	Name      string     `json:"name"`
	CreatedAt time.Time  `json:"created_at"`
	LastSeen  *time.Time `json:"last_seen"` // null: never
}

func (c adminListCmd) Run(e *env) error {
	e.settings.DataDir = e.dataDir()
	if err := e.secretsRead(); err != nil {
		return err
	}
	users, err := app.Staff(e.ctx, e.settings)
	if err != nil {
		return err
	}
	if c.JSON {
		list := make([]staffMember, len(users))
		for i, u := range users {
			list[i] = staffMember{ID: u.ID, Email: u.Email, Name: u.Name(), CreatedAt: u.CreatedAt.UTC()}
			if seen := u.LastSeen.UTC(); !u.LastSeen.IsZero() {
				list[i].LastSeen = &seen
			}
		}
		return e.printJSON(list)
	}
	if len(users) == 0 {
		e.printf("There is no staff yet: allot admin create makes the first member.\n")
		return nil
	}
	table := tabwriter.NewWriter(e.out, 0, 0, 3, ' ', 0)
	_, _ = fmt.Fprintln(table, "EMAIL\tNAME\tCREATED\tLAST SEEN") // Flush returns the error
	for _, u := range users {
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", u.Email, cmp.Or(u.Name(), "-"), minute(u.CreatedAt), minute(u.LastSeen))
	}
	return table.Flush()
}

func minute(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return t.UTC().Format("2006-01-02 15:04 MST")
}

type adminPlanCmd struct {
	Email string `required:"" placeholder:"EMAIL" help:"E-mail address of the account's manager."`
	Plan  string `required:"" placeholder:"PLAN" values:"free,silver,gold,platinum,diamond" help:"free, silver, gold, platinum or diamond; free takes a granted plan back."`
	Until string `placeholder:"YYYY-MM-DD" help:"Last day of the plan; without it, for good."`
}

func (c adminPlanCmd) Run(e *env) (err error) {
	var until civil.Date
	if c.Until != "" {
		if until, err = civil.Parse(c.Until); err != nil {
			return fmt.Errorf("--until %w", err)
		}
	}
	if err := e.requireMade(); err != nil {
		return err
	}
	a, err := e.openBeside()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	u, err := a.Accounts.AccountByEmail(e.ctx, c.Email)
	if errors.Is(err, apperr.ErrNotFound) {
		return fmt.Errorf("%s is not the manager of an account", c.Email)
	}
	if err != nil {
		return err
	}
	g, err := a.Plans.Grant(e.ctx, u.ID, plan.GrantInput{Plan: &c.Plan, Until: &until})
	if err != nil {
		return explain(err)
	}
	end := ""
	if !g.Until.IsZero() {
		end = " until " + g.Until.String()
	}
	e.printf("Account %s has the plan %s%s.\n", u.Email, g.Plan().Name, end)
	return nil
}
