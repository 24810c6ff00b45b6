package apperr

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"
)

// messagesFile has every message of the program under its English text or format: first its
// code, then the name of each value. It is data of all modules: they say what is wrong in
// English where they find it, and nothing else has to be written there.
//
//   - A problem of a field has its own code: ["too_long", "max"].
//   - A refusal has the code that it was declared with; where one code has several messages,
//     "code.reason" adds the reason to the params: ["forbidden.manager_only"].
//   - "-" leaves a value out, "name=text" adds one that the message has in its words.
//
//go:embed messages.json
var messagesFile []byte

// Codes of problems that this package itself adds or asks for.
const (
	codeUnknown = "unknown_name"
	codeOther   = "not_valid" // of a message that is not in the file, which a test refuses
	reasonParam = "reason"
	leftOut     = "-"
)

var messages = sync.OnceValue(func() map[string][]string {
	list := map[string][]string{}
	if err := json.Unmarshal(messagesFile, &list); err != nil {
		panic("messages.json: " + err.Error())
	}
	return list
})

// Known reports whether a message or format is in the file, and returns its code and the
// names of its values.
func Known(format string) (code string, names []string, ok bool) {
	entry, ok := messages()[format]
	if !ok {
		return "", nil, false
	}
	return entry[0], entry[1:], true
}

// Problem returns the problem of a field with its code and values.
func Problem(field, format string, args ...any) FieldError {
	if text, ok := theText(format, args); ok {
		format, args = text, nil
	}
	e := FieldError{Field: field, Code: codeOther, Message: format, Params: paramsOf(format, args)}
	if len(args) > 0 {
		e.Message = fmt.Sprintf(format, args...)
	}
	if code, _, ok := Known(format); ok {
		e.Code = code
	}
	return e
}

// theText returns the whole text of a format that is nothing but a text.
func theText(format string, args []any) (string, bool) {
	if format != "%s" || len(args) != 1 {
		return "", false
	}
	text, ok := args[0].(string)
	return text, ok
}

// paramsOf names the values of a message. It returns nil for one without.
func paramsOf(format string, args []any) map[string]any {
	code, names, _ := Known(format)
	params := map[string]any{}
	if _, reason, ok := strings.Cut(code, "."); ok {
		params[reasonParam] = reason
	}
	for _, name := range names {
		if name, text, ok := strings.Cut(name, "="); ok {
			params[name] = text
			if n, err := strconv.Atoi(text); err == nil {
				params[name] = n
			}
			continue
		}
		if len(args) == 0 {
			break
		}
		if name != leftOut {
			params[name] = plain(args[0])
		}
		args = args[1:]
	}
	if len(params) == 0 {
		return nil
	}
	return params
}

// plain returns a value as JSON has it: numbers stay numbers, everything else is a text as
// in the message.
func plain(v any) any {
	switch reflect.ValueOf(v).Kind() { //nolint:exhaustive // the others are texts
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Float32, reflect.Float64:
		if _, text := v.(fmt.Stringer); !text {
			return v
		}
	}
	return fmt.Sprint(v)
}
