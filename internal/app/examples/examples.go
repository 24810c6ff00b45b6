// Package examples has a request for every operation of the API that works against the
// demo as it is. They are the examples of the OpenAPI document, a test sends them all,
// and the collection for API clients is made of them.
//
// The files are named after the first part of the path. A key is the method and the first
// path of an operation; aliases share the example. Dates are fixed, because the document
// must not change by itself: they are in 2031, which the API allows from 2026 on (a stay
// ends at most 60 months ahead), and in 2029 where days are at most 1,100 ahead.
package examples

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"

	"allot/internal/platform/httpx/apidoc"
)

//go:embed *.json files
var content embed.FS

// seedFile has what the examples need and the small demo lacks.
const seedFile = "seed.json"

// Users are those of the demo, by the word that the files call them.
var Users = map[string]string{
	"hotel":    "anna@hotel-poseidon.example",
	"operator": "jana@nordlicht-reisen.example",
	"second":   "mehmet@lara-park.example",
	// The address of the bookkeeper waits for its confirmation.
	"bookkeeper": "accounts@hotel-poseidon.example",
	"staff":      "staff@allot.example",
}

// Nobody and Key sign nobody in; the request of Key has an API key in its path.
// AlpineBits is the demo's connection, with a name and a password of its own.
const (
	Nobody     = "nobody"
	Key        = "key"
	AlpineBits = "alpinebits"
)

// What the demo knows by heart: it listens on this machine alone with these.
const (
	HotelKey      = "demo-key-of-hotel-poseidon-not-a-secret-000"
	OperatorKey   = "demo-key-of-nordlicht-reisen-not-a-secret-0"
	ResetToken    = "demo-password-reset-not-a-secret"
	ConfirmToken  = "demo-email-confirmation-not-a-secret"
	Invitation    = "demo-invitation-of-lara-park-not-a-secret"
	AlpineBitsKey = "demo-alpinebits-not-a-secret"
	AlpineBitsID  = "poseidon-desk"
)

// Names of records that are not numbered. They are no secrets.
const (
	Invoices = "7b1e5a10-0000-4000-8000-00000000000" // and the number of one of the first three
	Delivery = "whd_DEMO"
	Payment  = "pi_sandbox_demo"
	Letter   = "demo-welcome"
	Widget   = "demo-widget-of-hotel-poseidon"
)

// Request is one request. It has at most one of Body, Form and File.
type Request struct {
	As     string            `json:"as"`
	Path   map[string]any    `json:"path"`
	Query  map[string]any    `json:"query"`
	Header map[string]string `json:"header"`
	Body   json.RawMessage   `json:"body"`
	Form   map[string]string `json:"form"` // a value @name is a file
	File   string            `json:"file"`
	Media  string            `json:"media"` // of File
	Taken  map[string]Taken  `json:"taken"` // values of path parameters; those of Path are only shown
	Fails  string            `json:"fails"`
	Ends   bool              `json:"ends"` // the session or the key that other examples need
}

// Taken is a value that only the answer of another example tells: links are made with the
// key of the installation, and a bill has the year in its number.
type Taken struct {
	Of       string `json:"of"`       // method and path of the other example
	After    string `json:"after"`    // what stands before the value, which ends with a slash or a quotation mark
	Variable string `json:"variable"` // in the collection
}

// From finds the value in the answer, which may be a letter as it was sent: there a line
// that is too long is broken after an equals sign.
func (t Taken) From(answer string) (value string, found bool) {
	_, rest, found := strings.Cut(strings.ReplaceAll(answer, "=\r\n", ""), t.After)
	end := strings.IndexAny(rest, `/"`)
	if !found || end <= 0 {
		return "", false
	}
	return rest[:end], true
}

// Step is a request with its address, that is sent when the demo is made.
type Step struct {
	Request

	Method string `json:"method"`
	URL    string `json:"url"`
	// Optional says that the settings of an installation may refuse it.
	Optional bool `json:"optional"`
}

// Seed is what the demo is completed with, before and after the secrets are known.
type Seed struct {
	First []Step `json:"first"`
	Then  []Step `json:"then"`
}

var load = sync.OnceValue(func() map[string]Request {
	all := map[string]Request{}
	names, err := fs.Glob(content, "*.json")
	for _, name := range names {
		if name == seedFile {
			continue
		}
		var some map[string]Request
		if err == nil {
			err = read(name, &some, nil)
		}
		maps.Copy(all, some)
	}
	if err != nil {
		panic(err) // the files are part of the program
	}
	return all
})

// All returns the examples by method and path.
func All() map[string]Request { return load() }

// ReadSeed returns the seed, with values in place of the words in braces.
func ReadSeed(values map[string]string) (Seed, error) {
	var s Seed
	return s, read(seedFile, &s, values)
}

func read(name string, into any, values map[string]string) error {
	raw, err := content.ReadFile(name)
	if err != nil {
		return fmt.Errorf("read the examples %s: %w", name, err)
	}
	for word, value := range values {
		quoted, err := json.Marshal(value)
		if err != nil {
			return fmt.Errorf("write a value of %s: %w", name, err)
		}
		raw = bytes.ReplaceAll(raw, []byte("{"+word+"}"), bytes.Trim(quoted, `"`))
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber() // as they are written
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("read the examples %s: %w", name, err)
	}
	return nil
}

// Find returns the example of an operation as the document has it.
func Find(method, path string) (apidoc.Example, bool) {
	r, found := load()[method+" "+path]
	if !found {
		return apidoc.Example{}, false
	}
	e := apidoc.Example{User: Users[r.As], Path: r.Path, Query: r.Query, Header: map[string]any{}, Taken: map[string]string{}, Fails: r.Fails}
	for name, t := range r.Taken {
		e.Taken[name] = t.Of
	}
	for name, value := range r.Header {
		e.Header[name] = value
	}
	switch {
	case r.Body != nil:
		e.Media, e.Body = "application/json", r.Body
	case r.Form != nil:
		fields := map[string]string{}
		for name, value := range r.Form {
			fields[name] = strings.TrimPrefix(value, "@")
		}
		e.Media, e.Body = "multipart/form-data", fields
	case r.File != "":
		text, err := content.ReadFile("files/" + r.File)
		if err != nil {
			panic(err) // the files are part of the program
		}
		e.Media, e.Body = r.Media, string(text)
	}
	return e, true
}

// File returns a file that an example sends.
func File(name string) ([]byte, error) { return content.ReadFile("files/" + name) }

// Target is the address of the request under a path with parameters, of the operation or
// of an alias: parameters are filled in order, because an alias may name them differently.
func (r Request) Target(primary, pattern string) string {
	names := parameters(primary)
	for i, name := range parameters(pattern) {
		if i < len(names) {
			pattern = strings.Replace(pattern, "{"+name+"}", url.PathEscape(fmt.Sprint(r.Path[names[i]])), 1)
		}
	}
	query := url.Values{}
	for name, value := range r.Query {
		query.Set(name, fmt.Sprint(value))
	}
	if len(query) > 0 {
		pattern += "?" + query.Encode()
	}
	return pattern
}

// parameters are the names in braces, in order.
func parameters(pattern string) []string {
	var names []string
	for part := range strings.SplitSeq(pattern, "/") {
		if strings.HasPrefix(part, "{") && strings.HasSuffix(part, "}") {
			names = append(names, part[1:len(part)-1])
		}
	}
	return names
}

// New returns the request to an address. token is the session of the user that As names.
func (r Request) New(ctx context.Context, method, address, token string) (*http.Request, error) {
	body, media, err := r.content()
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		return nil, fmt.Errorf("make an example: %w", err)
	}
	if media != "" {
		req.Header.Set("Content-Type", media)
	}
	for name, value := range r.Header {
		req.Header.Set(name, value)
	}
	switch {
	case r.As == AlpineBits:
		req.SetBasicAuth(AlpineBitsID, AlpineBitsKey)
	case token != "":
		req.Header.Set("Authorization", "Token "+token)
	}
	return req, nil
}

func (r Request) content() (body io.Reader, media string, err error) {
	switch {
	case r.Body != nil:
		return bytes.NewReader(r.Body), "application/json", nil
	case r.Form != nil:
		return r.form()
	case r.File != "":
		raw, err := File(r.File)
		return bytes.NewReader(raw), r.Media, err
	}
	return http.NoBody, "", nil
}

func (r Request) form() (io.Reader, string, error) {
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for _, name := range slices.Sorted(maps.Keys(r.Form)) {
		file, isFile := strings.CutPrefix(r.Form[name], "@")
		if !isFile {
			if err := w.WriteField(name, file); err != nil {
				return nil, "", fmt.Errorf("write a form: %w", err)
			}
			continue
		}
		raw, err := File(file)
		if err != nil {
			return nil, "", err
		}
		part, err := w.CreatePart(textproto.MIMEHeader{
			"Content-Disposition": {fmt.Sprintf(`form-data; name=%q; filename=%q`, name, file)},
			"Content-Type":        {mediaTypes[path.Ext(file)]},
		})
		if err != nil {
			return nil, "", fmt.Errorf("write a form: %w", err)
		}
		if _, err := part.Write(raw); err != nil {
			return nil, "", fmt.Errorf("write a form: %w", err)
		}
	}
	return &body, w.FormDataContentType(), w.Close()
}

var mediaTypes = map[string]string{".jpg": "image/jpeg", ".xml": "application/xml", ".csv": "text/csv"}
