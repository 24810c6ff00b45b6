package httpx

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"allot/internal/platform/apperr"
)

// requiredPrefix marks a missing property, whose name huma puts into the text.
const requiredPrefix = "required:"

// installErrors makes huma speak our error shape. Its hooks are process-wide
// variables, so they are set once and hold nothing of a server.
var installErrors = sync.OnceFunc(func() {
	validation.MsgExpectedRequiredProperty = requiredPrefix + "%s"
	validation.MsgExpectedMinLength = "must have at least %d characters"
	validation.MsgExpectedMaxLength = "must have at most %d characters"
	validation.MsgExpectedOneOf = "must be one of \"%s\""
	validation.MsgExpectedBePattern = "must be %s"
	huma.NewErrorWithContext = func(ctx huma.Context, status int, _ string, errs ...error) huma.StatusError {
		return humaError(ctx.Context(), status, errs)
	}
	huma.NewError = func(status int, _ string, errs ...error) huma.StatusError {
		return humaError(context.TODO(), status, errs)
	}
})

// humaError translates what huma itself refuses: bad parameters and bodies.
func humaError(ctx context.Context, status int, errs []error) *ErrorBody {
	switch status {
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
		return newBody(ctx, validationError(errs))
	case http.StatusRequestTimeout:
		return newBody(ctx, apperr.New(apperr.Invalid, "body_timeout", "the request body did not arrive in time"))
	case http.StatusRequestEntityTooLarge:
		return newBody(ctx, errTooLarge)
	case http.StatusUnsupportedMediaType:
		return newBody(ctx, errUnsupportedType)
	case http.StatusNotAcceptable:
		return newBody(ctx, apperr.New(apperr.NotAcceptable, "not_acceptable", "the answer exists as JSON only"))
	}
	return newBody(ctx, errInternal)
}

func validationError(errs []error) *apperr.Error {
	e := *apperr.ErrValidation
	for _, err := range errs {
		var d huma.ErrorDetailer
		if !errors.As(err, &d) {
			continue
		}
		detail := d.ErrorDetail()
		if strings.HasPrefix(detail.Location, "path.") {
			return apperr.ErrNotFound // no record has such an id
		}
		e.Fields = append(e.Fields, fieldError(detail))
	}
	return &e
}

// fieldError turns huma's location "body.line_items[0]" and its message into
// the path of the field and a sentence.
func fieldError(d *huma.ErrorDetail) apperr.FieldError {
	field := d.Location
	for _, in := range []string{"body", "query", "header", "cookie", "form"} {
		if rest, ok := strings.CutPrefix(field, in); ok && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			field = strings.TrimPrefix(rest, ".")
			break
		}
	}
	if name, ok := strings.CutPrefix(d.Message, requiredPrefix); ok {
		return apperr.FieldError{Field: join(field, name), Message: "is required"}
	}
	return apperr.FieldError{Field: field, Message: d.Message}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
