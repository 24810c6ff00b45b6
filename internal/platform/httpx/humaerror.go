package httpx

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"allot/internal/platform/admission"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// Marks of messages that hold the name of their field, because huma gives the
// location of what is around it.
const (
	missing    = "required:%s"
	typePrefix = "type:"
)

// wholeBody names the body itself in a field error.
const wholeBody = "body"

const (
	mustBeInteger = "must be a whole number"
	mustBeNumber  = "must be a number"
	mustBeBoolean = "must be true or false"
)

// ofParameters maps huma's messages for parameters to ours.
var ofParameters = map[string]string{
	"invalid integer": mustBeInteger,
	"invalid float":   mustBeNumber,
	"invalid boolean": mustBeBoolean,
}

// installErrors makes huma use our error shape. Its hooks are process-wide
// variables, so they are set once and refer to no server.
var installErrors = sync.OnceFunc(func() {
	validation.MsgExpectedRequiredProperty = missing
	validation.MsgExpectedMinLength = "must have at least %d characters"
	validation.MsgExpectedMaxLength = "must have at most %d characters"
	validation.MsgExpectedOneOf = "must be one of \"%s\""
	validation.MsgExpectedBePattern = "must be %s"
	validation.MsgExpectedMinimumNumber = "must be at least %v"
	validation.MsgExpectedMaximumNumber = "must be at most %v"
	validation.MsgExpectedExclusiveMinimumNumber = "must be above %v"
	validation.MsgExpectedExclusiveMaximumNumber = "must be below %v"
	validation.MsgExpectedNumberBeMultipleOf = "must be a multiple of %v"
	validation.MsgExpectedArrayItemsUnique = "must not have an entry twice"
	validation.MsgExpectedMatchPattern = "must have the form %s"
	validation.MsgExpectedRFC3339DateTime = "must be a time such as 2030-06-14T12:00:00Z"
	validation.MsgExpectedInteger = mustBeInteger
	validation.MsgExpectedNumber = mustBeNumber
	validation.MsgExpectedBoolean = mustBeBoolean
	validation.MsgExpectedString = "must be a text"
	validation.MsgExpectedRFC3339Date = civil.ErrInvalid.Error()
	validation.MsgExpectedArray = "must be a list"
	validation.MsgExpectedObject = "must be an object"
	validation.MsgExpectedMatchAtLeastOneSchema = "must be of one of the types in the description of the API"
	validation.MsgExpectedMinItems = "must have at least %d entries"
	validation.MsgExpectedMaxItems = "must have at most %d entries"
	// huma adds what a parser said, which quotes the value.
	validation.MsgExpectedRFC5322Email = "must be an e-mail address%.0v"
	validation.MsgExpectedRFC3986URI = "must be an address such as https://example.com/%.0v"
	validation.MsgExpectedRFC4122UUID = "must be a UUID%.0v"
	validation.MsgExpectedRegexp = "must be a regular expression%.0v"
	validation.MsgExpectedDuration = "must be a duration such as 1h30m%.0v"
	huma.ErrorFormatter = keepValues
	huma.NewErrorWithContext = func(ctx huma.Context, status int, _ string, errs ...error) huma.StatusError {
		return humaError(ctx.Context(), status, errs)
	}
	huma.NewError = func(status int, _ string, errs ...error) huma.StatusError {
		return humaError(context.TODO(), status, errs)
	}
})

// valuesMark begins a message of huma in which its format and values still stand apart.
const valuesMark = "\x00"

// keepValues is huma's formatter of messages. Schemas keep what it returns, so the values
// are written into the sentence only when an error is answered: they are its params.
func keepValues(format string, values ...any) string {
	for i, v := range values {
		if err, ok := v.(error); ok {
			values[i] = err.Error()
		}
	}
	b, err := json.Marshal(values)
	if err != nil {
		return fmt.Sprintf(format, values...)
	}
	return valuesMark + format + valuesMark + string(b)
}

// valuesOf undoes keepValues.
func valuesOf(message string) (format string, values []any) {
	marked, ok := strings.CutPrefix(message, valuesMark)
	if !ok {
		return message, nil
	}
	format, list, _ := strings.Cut(marked, valuesMark)
	d := json.NewDecoder(strings.NewReader(list))
	d.UseNumber()
	if err := d.Decode(&values); err != nil {
		return format, nil
	}
	for i, v := range values {
		n, ok := v.(json.Number)
		if !ok {
			continue
		}
		if whole, err := n.Int64(); err == nil {
			values[i] = whole
		} else if fraction, err := n.Float64(); err == nil {
			values[i] = fraction
		}
	}
	return format, values
}

// humaError translates the refusals of huma itself: bad parameters and bodies.
func humaError(ctx context.Context, status int, errs []error) *ErrorBody {
	switch status {
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
		return newBody(ctx, validationError(errs))
	case http.StatusRequestTimeout:
		return newBody(ctx, admission.ErrSlow)
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
		if len(e.Fields) < apperr.MaxFields {
			e.Fields = append(e.Fields, fieldError(detail))
		}
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
	if name, ok := strings.CutPrefix(d.Message, typePrefix); ok {
		return apperr.Problem(cmp.Or(name, wholeBody), "has a value of the wrong type or out of range")
	}
	format, values := valuesOf(strings.TrimPrefix(d.Message, "invalid value: ")) // so huma begins what a type refuses to read
	if format == missing {
		return apperr.Problem(join(field, fmt.Sprint(values...)), "is required")
	}
	return apperr.Problem(cmp.Or(field, wholeBody), cmp.Or(ofParameters[format], format), values...)
}

var jsonFormat = huma.Format{
	Marshal: huma.DefaultJSONFormat.Marshal,
	// What passed validation and still does not fit, such as an integer beyond
	// 64 bits, is told without the value and without Go's type names.
	Unmarshal: func(data []byte, v any) error {
		err := json.Unmarshal(data, v)
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			return errors.New(typePrefix + wrong.Field)
		}
		return err
	},
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
