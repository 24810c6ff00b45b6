package en16931

import (
	"errors"
	"strings"

	"allot/internal/platform/apperr"
)

// ErrIncomplete refuses a document that lacks something of an e-invoice.
var ErrIncomplete = apperr.New(apperr.Conflict, "einvoice_incomplete", "the e-invoice is not complete")

// Incomplete turns a *GapsError into a refusal that names each gap, and returns any other error
// as it is.
func Incomplete(err error) error {
	gaps, ok := errors.AsType[*GapsError](err)
	if !ok {
		return err
	}
	fields := make([]string, len(gaps.Gaps))
	for i, g := range gaps.Gaps {
		fields[i] = g.Field
	}
	return ErrIncomplete.Withf("the e-invoice lacks %s", strings.Join(fields, ", ")).With("missing", gaps.Gaps)
}
