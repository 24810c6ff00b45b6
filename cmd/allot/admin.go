package main

import (
	"errors"
	"fmt"

	"allot/internal/identity/plan"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

type adminCreateCmd struct {
	Email    string `required:"" help:"E-mail address to log in with."`
	Password string `help:"Password; asked for if not given, or read from standard input."`
}

func (c adminCreateCmd) Run(e *env) (err error) {
	if c.Password == "" {
		if c.Password, err = e.readPassword(); err != nil {
			return err
		}
	}
	a, err := e.openBeside()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	u, err := a.Accounts.CreateAdmin(e.ctx, c.Email, c.Password)
	if err != nil {
		return explain(err)
	}
	e.printf("Admin %s made, with id %d.\n", u.Email, u.ID)
	return nil
}

type adminPlanCmd struct {
	Email string `required:"" help:"E-mail address of the account's manager."`
	Plan  string `required:"" help:"free, silver, gold, platinum or diamond; free takes a granted plan back."`
	Until string `placeholder:"YYYY-MM-DD" help:"Last day of the plan; without it, for good."`
}

func (c adminPlanCmd) Run(e *env) (err error) {
	var until civil.Date
	if c.Until != "" {
		if until, err = civil.Parse(c.Until); err != nil {
			return fmt.Errorf("--until %w", err)
		}
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
