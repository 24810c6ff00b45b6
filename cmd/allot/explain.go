package main

import (
	"errors"
	"fmt"

	"allot/internal/platform/apperr"
)

// explain turns a refusal into a sentence for the terminal.
func explain(err error) error {
	e, ok := errors.AsType[*apperr.Error](err)
	if !ok {
		return err
	}
	text := e.Message
	for _, f := range e.Fields {
		text += fmt.Sprintf("\n  %s %s", f.Field, f.Message)
	}
	return errors.New(text)
}
