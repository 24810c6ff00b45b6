package secret

import "strings"

// Redact removes a token from the text of an error: a mail server may quote the
// letter that it refuses, and the errors of jobs are stored and logged.
func Redact(err error, token string) error {
	if err == nil {
		return nil
	}
	return &redacted{err, token}
}

type redacted struct {
	err   error
	token string
}

func (e *redacted) Error() string { return strings.ReplaceAll(e.err.Error(), e.token, "(token)") }

func (e *redacted) Unwrap() error { return e.err }
