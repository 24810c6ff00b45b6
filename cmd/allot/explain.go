package main

import (
	"errors"
	"strings"

	"allot/internal/platform/apperr"
)

// explain turns a refusal into a sentence for the terminal.
func explain(err error) error {
	e, ok := errors.AsType[*apperr.Error](err)
	if !ok {
		return err
	}
	lines := []string{e.Message}
	for _, f := range e.Fields {
		lines = append(lines, "  "+f.Field+" "+f.Message)
	}
	return errors.New(strings.Join(lines, "\n"))
}
