package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/term"
)

// readPassword asks for a new password. A terminal does not show what is typed,
// so it is asked for twice; from a pipe or a file the first line is taken.
func (e *env) readPassword() (string, error) {
	if f, ok := e.in.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return e.typedPassword(f)
	}
	line, err := bufio.NewReader(e.in).ReadString('\n')
	password := strings.TrimRight(line, "\r\n")
	if password == "" {
		return "", errors.Join(errors.New("no password given"), err)
	}
	return password, nil
}

func (e *env) typedPassword(terminal *os.File) (string, error) {
	first, err := e.typeHidden(terminal, "Password (it is not shown): ")
	if err != nil {
		return "", err
	}
	if first == "" {
		return "", errors.New("no password given")
	}
	second, err := e.typeHidden(terminal, "The same password again: ")
	if err != nil {
		return "", err
	}
	if first != second {
		return "", errors.New("the two passwords are not the same; nothing was done")
	}
	return first, nil
}

// typeHidden reads a line while the terminal echoes nothing. An interrupt must
// not leave the terminal silent: the signal only ends the context, the read goes on.
func (e *env) typeHidden(terminal *os.File, prompt string) (string, error) {
	fd := int(terminal.Fd())
	before, err := term.GetState(fd)
	if err != nil {
		return "", fmt.Errorf("read the state of the terminal: %w", err)
	}
	type line struct {
		text []byte
		err  error
	}
	typed := make(chan line, 1)
	_, _ = fmt.Fprint(e.err, prompt)
	go func() {
		text, err := term.ReadPassword(fd)
		typed <- line{text, err}
	}()
	select {
	case l := <-typed:
		_, _ = fmt.Fprintln(e.err)
		if l.err != nil {
			return "", fmt.Errorf("read the password: %w", l.err)
		}
		return string(l.text), nil
	case <-e.ctx.Done():
		_, _ = fmt.Fprintln(e.err)
		return "", errors.Join(e.ctx.Err(), term.Restore(fd, before))
	}
}
