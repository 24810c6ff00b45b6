package outbound

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"os"
	"syscall"

	"allot/internal/platform/apperr"
)

// Reason says in plain words why a call failed, for whoever typed the address. It
// names no address of ours and quotes nothing of the request.
func Reason(err error) string {
	if err == nil {
		return ""
	}
	return Problem(err).Message
}

// Problem is Reason with a code, so that it can be said in other languages.
func Problem(err error) apperr.FieldError {
	var forbidden *ForbiddenError
	var unresolved *net.DNSError
	var certificate *tls.CertificateVerificationError
	var timeout net.Error
	switch {
	case errors.As(err, &forbidden):
		return apperr.Problem("", forbiddenCall, forbidden.Address, forbidden.Kind)
	case errors.Is(err, errNotHTTPS):
		return apperr.Problem("", notHTTPS)
	case errors.As(err, &certificate):
		return apperr.Problem("", "the certificate is not valid: %s", certificate.Err)
	case errors.As(err, &unresolved) && !unresolved.IsTimeout:
		return apperr.Problem("", "the name %s has no address", unresolved.Name)
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return apperr.Problem("", "there was no answer in time")
	case errors.Is(err, syscall.ECONNREFUSED):
		return apperr.Problem("", "the connection was refused")
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return apperr.Problem("", "the connection was broken off")
	case isTLS(err):
		return apperr.Problem("", "no encrypted connection could be made")
	}
	return apperr.Problem("", "the call failed before an answer was complete")
}

func isTLS(err error) bool {
	var alert tls.AlertError
	var header tls.RecordHeaderError
	return errors.As(err, &alert) || errors.As(err, &header)
}
