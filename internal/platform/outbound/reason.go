package outbound

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"os"
	"syscall"
)

// Reason says in plain words why a call failed, for whoever typed the address. It
// names no address of ours and quotes nothing of the request.
func Reason(err error) string {
	var forbidden *ForbiddenError
	var unresolved *net.DNSError
	var certificate *tls.CertificateVerificationError
	var timeout net.Error
	switch {
	case err == nil:
		return ""
	case errors.As(err, &forbidden):
		return forbidden.Error()
	case errors.Is(err, errNotHTTPS):
		return errNotHTTPS.Error()
	case errors.As(err, &certificate):
		return "the certificate is not valid: " + certificate.Err.Error()
	case errors.As(err, &unresolved) && !unresolved.IsTimeout:
		return "the name " + unresolved.Name + " has no address"
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return "there was no answer in time"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "the connection was refused"
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return "the connection was broken off"
	case isTLS(err):
		return "no encrypted connection could be made"
	}
	return "the call failed before an answer was complete"
}

func isTLS(err error) bool {
	var alert tls.AlertError
	var header tls.RecordHeaderError
	return errors.As(err, &alert) || errors.As(err, &header)
}
