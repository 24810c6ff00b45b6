package main

import (
	"bufio"
	"errors"
	"fmt"
	"strings"
)

type adminCreateCmd struct {
	Email    string `required:"" help:"E-mail address to log in with."`
	Password string `help:"Password; read from standard input if not given."`
}

func (c adminCreateCmd) Run(e *env) (err error) {
	if c.Password == "" {
		_, _ = fmt.Fprint(e.err, "Password: ")
		line, err := bufio.NewReader(e.in).ReadString('\n')
		if c.Password = strings.TrimRight(line, "\r\n"); c.Password == "" {
			return errors.Join(errors.New("no password given"), err)
		}
	}
	a, err := e.open()
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
