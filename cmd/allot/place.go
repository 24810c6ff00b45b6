package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/term"

	"allot/internal/app"
)

// place finds where the settings store data.
func (e *env) place() (app.Place, error) {
	e.settings.DataDir = e.dataDir()
	if err := e.secretsRead(); err != nil {
		return app.Place{}, err
	}
	return app.FindPlace(e.ctx, e.settings)
}

// requireMade refuses a place without a database: whoever looks after users has them elsewhere.
func (e *env) requireMade() error {
	p, err := e.place()
	if err == nil && !p.Made {
		err = fmt.Errorf("there is no %s yet: name the place of your data with --data-dir or --database-url", p.Database)
	}
	return err
}

// agreeToNew asks whether a new database is meant, and not one that is elsewhere.
func (e *env) agreeToNew(p app.Place) error {
	terminal, ok := e.in.(*os.File)
	if !ok || !term.IsTerminal(int(terminal.Fd())) {
		return fmt.Errorf("there is no %s yet: --new makes it, --data-dir or --database-url name another place", p.Database)
	}
	_, _ = fmt.Fprintf(e.err, "There is no %s yet. Make it? [y/N] ", p.Database)
	typed := make(chan string, 1)
	go func() {
		line := bufio.NewScanner(terminal) // a terminal gives a line at a time
		_ = line.Scan()                    // without a line the answer is no
		typed <- strings.ToLower(strings.TrimSpace(line.Text()))
	}()
	select {
	case answer := <-typed:
		if answer == "y" || answer == "yes" {
			return nil
		}
		return errors.New("nothing was done: --data-dir or --database-url name the place of your data")
	case <-e.ctx.Done(): // by an interrupt; the read goes on
		return e.ctx.Err()
	}
}
