package httpx

import (
	"cmp"
	"context"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"allot/internal/platform/httpx/apidoc"
)

// Op declares one operation.
type Op struct {
	// ID is what generated clients call the operation: a verb and a noun in camelCase. It
	// never changes: the code of clients is written with it.
	ID      string
	Method  string
	Path    string
	Aliases []string // further paths of the same operation; their ids end in Alt
	// Former lists paths that the operation had before. They are served as ever, and are
	// deprecated in favour of Path; their ids end in Legacy.
	Former      []string
	Tag         string
	Summary     string
	Description string
	Rule        Rule // who may call; nil: every signed-in user
	Status      int  // of success; default 200
	// Creates marks a POST that creates a record: it accepts an Idempotency-Key.
	Creates bool
	// Upserts marks a POST that returns 201 if it created a record, otherwise 200. It
	// accepts an Idempotency-Key, too.
	Upserts bool
	// Secrets names members of the response that are not replayed to a repeat.
	Secrets []string
	// SetsSession marks an operation that gives the browser a session, which another
	// site must not be able to do.
	SetsSession bool
	// ReadsSession marks a public operation whose response depends on the user, if one
	// is signed in. An expired session is ignored.
	ReadsSession bool
	// SendsMail marks a GET with an effect: a cookie caller from another site
	// is refused there too.
	SendsMail bool
	// Files names form fields that hold files; the operation then accepts
	// multipart/form-data as well as JSON.
	Files []string
	// Stream lists the media types of a file that the operation reads while it arrives
	// (StreamFrom), as the raw body or as the field "file" of a form. Its input has no
	// Body. It cannot be Creates, which would hold a transaction while the client sends.
	Stream []string
	// ChecksBody marks an operation whose service checks the body itself; the schema is
	// documentation only.
	ChecksBody bool
	// MaxBody bounds the request body in bytes; default 64 KiB.
	MaxBody int64
	// MaxValues bounds the values of a JSON body, whatever its lists allow; default 50,000.
	MaxValues int
	// CostOfByte is the memory that a byte of the file of Stream takes. Such a file is
	// received whole before it is read; 0: it is worked on in pieces while it arrives.
	CostOfByte int64
	// Refusals documents responses, by status, that do not follow from the rest of the
	// declaration, such as 404 where a query names the record.
	Refusals map[int]string
	// Deprecated marks an operation that another replaces; every response says so.
	Deprecated *Deprecation

	// XML is a path prefix below which every response, also a 404, is available in XML.
	// Operations with keys need none: everything below the fixed part of their path is.
	XML string
	// OwnFormat marks an operation for keys whose parameter format is its own: it is not
	// that of the answer, which is JSON unless the operation writes another.
	OwnFormat bool
	// Answers returns the schema of a JSON response that the handler writes itself. The
	// document has the operations that were registered before.
	Answers func(doc *huma.OpenAPI) *huma.Schema

	document func(o *huma.Operation) // documents more of such a response
	protocol func(o *huma.Operation) // documents an operation of somebody else's protocol
	keyParam *huma.Param             // that holds the API key
	primary  string                  // the first path, of which this one is an alias

	unattended bool // clients call it by themselves: it is no activity of the user
}

// Keys of an operation's metadata: of its Op, and of the closed schema of its body.
const (
	metadataKey = "allot"
	closedKey   = "closed"
)

// maxValues returns how many values a body has at most.
func (op *Op) maxValues() int { return cmp.Or(op.MaxValues, defaultMaxValues) }

// takesKey reports whether a repeat of the operation could create a second record.
func (op *Op) takesKey() bool { return op.Creates || op.Upserts }

func opOf(ctx huma.Context) *Op {
	op, _ := ctx.Operation().Metadata[metadataKey].(*Op)
	return op
}

// Register adds an operation under its path and every alias. The handler
// returns domain errors as they are.
func Register[I, O any](s *Server, op Op, h func(context.Context, *I) (*O, error)) {
	op.MaxBody = cmp.Or(op.MaxBody, smallBody)
	if op.public() && op.protocol == nil && op.MaxBody > smallBody {
		panic(op.ID + " is open to everybody and takes more than a small body")
	}
	s.documentTag(op.Tag)
	for _, op := range op.underEveryPath() {
		s.addXML(&op, op.Path)
		if op.forKeys() {
			s.router.Options(op.Path, s.preflight)
		}
		id := identity{route: route{op.Method, op.Path}, in: reflect.TypeFor[I](), out: reflect.TypeFor[O]()}
		s.add(id, op.Rule, func(api huma.API) {
			o := s.declare(op, api.OpenAPI())
			huma.Register(api, o, func(ctx context.Context, in *I) (*O, error) {
				out, err := h(ctx, in)
				if err != nil {
					return nil, s.toBody(ctx, o.OperationID, err)
				}
				return out, nil
			})
		})
	}
}

// underEveryPath returns the operation once for each of its paths, with an id of its own.
func (op *Op) underEveryPath() []Op {
	list := []Op{*op}
	for i, path := range op.Aliases {
		alias := *op
		alias.ID, alias.Path, alias.Summary = op.ID+"Alt", path, op.Summary+" (alias)"
		if i > 0 {
			alias.ID += strconv.Itoa(i + 1)
		}
		list = append(list, alias)
	}
	for _, path := range op.Former {
		former := *op
		former.ID, former.Path, former.Summary = op.ID+"Legacy", path, op.Summary+" (former path)"
		former.Deprecated = &Deprecation{Since: formerSince, Successor: op.Path}
		list = append(list, former)
	}
	for i := range list {
		list[i].primary = op.Path
	}
	return list
}

// formerSince is when the paths in Former were deprecated.
var formerSince = time.Date(2026, time.November, 17, 0, 0, 0, 0, time.UTC)

// declare returns an operation as huma takes it.
func (s *Server) declare(op Op, doc *huma.OpenAPI) huma.Operation {
	o := huma.Operation{
		OperationID: op.ID, Method: op.Method, Path: op.Path,
		Tags: []string{op.Tag}, Summary: op.Summary, Description: op.Description,
		DefaultStatus: op.Status, Security: op.security(),
		MaxBodyBytes: -1, // readBody bounds it, multipart included
		// The body is whole by then; huma's deadline would only end the
		// request's context five seconds into a long handler.
		BodyReadTimeout:  -1,
		SkipValidateBody: op.ChecksBody,
		Metadata:         map[string]any{metadataKey: &op},
		Deprecated:       op.Deprecated != nil,
	}
	if o.DefaultStatus == 0 {
		o.DefaultStatus = http.StatusOK
	}
	if op.Answers != nil {
		documentWritten(&o, "OK", "application/json", op.Answers(doc))
	}
	if op.document != nil {
		op.document(&o)
	}
	if op.takesKey() {
		o.Parameters = append(o.Parameters, idempotencyParam)
	}
	if op.forKeys() {
		op.keyParam = s.opt.Gate.Declare(&o, op.Rule)
	}
	return o
}

// documentTag notes a tag, in the order of registration.
func (s *Server) documentTag(name string) {
	if !slices.Contains(s.tags, name) {
		s.tags = append(s.tags, name)
	}
}

func (op *Op) security() []map[string][]string {
	if op.public() || op.forKeys() { // OpenAPI knows no key in a path
		return []map[string][]string{}
	}
	return apidoc.SignedIn
}

// documentOperation completes what huma has documented of an operation.
func (s *Server) documentOperation(_ *huma.OpenAPI, o *huma.Operation) {
	op, _ := o.Metadata[metadataKey].(*Op)
	documentStream(o, op)
	s.documentErrors(o, op)
	if op.Upserts { // the second success response equals the first
		made := *o.Responses["200"]
		made.Description = "Created"
		o.Responses["201"] = &made
	}
	documentDeprecation(o, op.Deprecated)
	if op.protocol != nil {
		op.protocol(o)
	}
}
