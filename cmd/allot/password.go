package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// maxPassword bounds what is read as a password, twice.
const maxPassword = 4 << 10

// passwordFlags say where a new password comes from. It is never an argument, which every
// user of the machine can read and the shell's history keeps.
type passwordFlags struct {
	PasswordFile string `placeholder:"FILE" help:"File with the password; - for standard input. Default: it is asked for, or read from a pipe."`
	Password     string `hidden:""`
}

// Validate refuses the argument that earlier versions took.
func (f passwordFlags) Validate() error {
	if f.Password != "" {
		return errors.New("a password on the command line can be read by every user of this machine: " +
			"leave it out and it is asked for, or give --password-file, or write it to standard input")
	}
	return nil
}

// newPassword returns the password in a file, or asks for it. A terminal does not show what
// is typed, so it is asked for twice.
func (e *env) newPassword(file string) (string, error) {
	if file != "" && file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return "", fmt.Errorf("read the password: %w", err)
		}
		defer func() { _ = f.Close() }()
		return readPassword(f)
	}
	if f, ok := e.in.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return e.typedPassword(f)
	}
	return readPassword(e.in)
}

// readPassword takes the first line. A second one must be the same, as on a terminal.
func readPassword(r io.Reader) (string, error) {
	content, err := io.ReadAll(io.LimitReader(r, maxPassword))
	if err != nil {
		return "", fmt.Errorf("read the password: %w", err)
	}
	lines := strings.Split(strings.ReplaceAll(strings.TrimRight(string(content), "\r\n"), "\r\n", "\n"), "\n")
	switch {
	case lines[0] == "":
		return "", errors.New("no password given")
	case len(lines) > 1 && lines[1] != lines[0]:
		return "", errDiffer
	case len(lines) > 2:
		return "", errors.New("there is more than a password in what was given; nothing was done")
	}
	return lines[0], nil
}

var errDiffer = errors.New("the two passwords are not the same; nothing was done")

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
		return "", errDiffer
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
