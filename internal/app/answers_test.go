package app

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
)

// answerSchemas compiles the schemas of the document, one at a time: the compiler is not made
// for several at once.
var answerSchemas struct {
	sync.Mutex
	compiler *jsonschema.Compiler
}

const documentAddress = "https://allot.example/openapi.json"

// answerSchema is the schema of a JSON answer in the document.
func (o *operation) answerSchema(t *testing.T, status int) *jsonschema.Schema {
	t.Helper()
	answerSchemas.Lock()
	defer answerSchemas.Unlock()
	if answerSchemas.compiler == nil {
		raw, err := Document()
		require.NoError(t, err)
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
		require.NoError(t, err)
		answerSchemas.compiler = jsonschema.NewCompiler()
		require.NoError(t, answerSchemas.compiler.AddResource(documentAddress, doc))
	}
	path := strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(o.path)
	s, err := answerSchemas.compiler.Compile(fmt.Sprintf("%s#/paths/%s/%s/responses/%d/content/application~1json/schema", documentAddress, path, strings.ToLower(o.method), status))
	require.NoError(t, err)
	return s
}

// checkBody wants a JSON answer to be what the document says.
func (o *operation) checkBody(t *testing.T, status int, body []byte) {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	require.NoError(t, err)
	require.NoError(t, o.answerSchema(t, status).Validate(v), "%s answers what the document does not say", o.name)
}

// A day that nobody wrote was changed by nobody, which is null where a client asks who.
func TestDocument_saysWhatIsKnownOfADay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, o := range readDocument(t).operations() {
		if o.OperationID != "getCalendarGrid" {
			continue
		}
		for _, kind := range []string{"master", "connected", "contracted", "allotment", "standalone"} {
			r := w.ok(w.hotel, get, "/api/allotment/calendars/"+w.calendar(kind)+"/grid/?from=2033-01-01&to=2033-01-02&include=why", nil)
			require.Contains(t, r.raw, `"changed_by":null`, kind)
			o.checkBody(t, r.status, []byte(r.raw))
		}
		return
	}
	require.Fail(t, "the document has no grid")
}

// A file that is no e-invoice and an e-invoice that names no last day to pay are answered with null for
// what nobody knows of them.
func TestDocument_saysWhatIsKnownOfAnEInvoice(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	asked := map[string]*operation{}
	for _, o := range readDocument(t).operations() {
		asked[o.OperationID] = o
	}
	stay, err := os.ReadFile("../invoicing/en16931/testdata/stay_ubl.xml")
	require.NoError(t, err)
	undated := regexp.MustCompile(`\s*<b:DueDate>.*</b:DueDate>`).ReplaceAll(stay, nil)
	require.NotEqual(t, stay, undated)
	for name, file := range map[string]string{"no e-invoice": "<html/>", "an e-invoice without a due date": string(undated)} {
		r := w.do(w.operator, post, "/api/einvoice/import/", strings.NewReader(file), "Content-Type", "application/xml")
		require.Equal(t, http.StatusCreated, r.status, r.raw)
		require.Contains(t, r.raw, `"due_date":null`, name)
		asked["importEInvoice"].checkBody(t, r.status, []byte(r.raw))
		one := w.ok(w.operator, get, fmt.Sprintf("/api/einvoice/inbox/%v/", r.member("id")), nil)
		asked["getImportedEInvoice"].checkBody(t, one.status, []byte(one.raw))
	}
	list := w.ok(w.operator, get, "/api/einvoice/inbox/", nil)
	asked["listImportedEInvoices"].checkBody(t, list.status, []byte(list.raw))
}
