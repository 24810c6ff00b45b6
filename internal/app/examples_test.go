package app

import (
	"bytes"
	"encoding/json"
	"flag"
	"io/fs"
	"log/slog"
	"maps"
	"mime"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/config"
	"allot/internal/app/examples"
	"allot/internal/demo"
	"allot/internal/identity/passwd"
	"allot/internal/platform/outbound"
	"allot/internal/testkit/receiver"
	"allot/internal/testkit/stripefake"
)

var smallDemo = flag.Bool("small-demo", false, "send the examples to the small demo, which is made faster")

// demoTemplate is a data folder with a new demo, and sessions of its users there. Copies
// of it have the sessions, too.
type demoTemplate struct {
	dir    string
	now    func() time.Time
	tokens map[string]string
}

func newDemoTemplate(t *testing.T, small bool, now func() time.Time) *demoTemplate {
	t.Helper()
	d := &demoTemplate{dir: t.TempDir(), now: now, tokens: map[string]string{}}
	a := d.open(t, d.dir)
	_, err := a.SeedDemo(t.Context(), demo.Options{Password: DemoPassword, Small: small})
	require.NoError(t, err)
	d.clean(t, a)
	for as, email := range examples.Users {
		body, err := json.Marshal(map[string]string{"email": email, "password": DemoPassword})
		require.NoError(t, err)
		raw := d.send(t, a, examples.Request{Body: body}, post, "/api/auth/login/")
		require.Equal(t, http.StatusOK, raw.Code, raw.Body.String())
		var answer struct {
			Token string `json:"auth_token"`
		}
		require.NoError(t, json.Unmarshal(raw.Body.Bytes(), &answer))
		d.tokens[as] = answer.Token
	}
	require.NoError(t, a.Close())
	return d
}

func (d *demoTemplate) open(t *testing.T, dir string, changes ...func(*config.Settings, *Parts)) *App {
	t.Helper()
	s, p := config.Settings{DataDir: dir, Addr: "127.0.0.1:0", Payments: config.PaymentsSandbox}, Parts{Now: d.now, Passwords: passwd.Options{Memory: 8, Iterations: 1, Slots: 4}}
	for _, change := range changes {
		change(&s, &p)
	}
	a, err := NewOf(t.Context(), s, slog.New(slog.DiscardHandler), p)
	require.NoError(t, err)
	return a
}

// fresh opens a copy. Blobs are never written to, so the copy has the same files.
func (d *demoTemplate) fresh(t *testing.T, changes ...func(*config.Settings, *Parts)) *App {
	t.Helper()
	to := t.TempDir()
	require.NoError(t, filepath.WalkDir(d.dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(d.dir, path)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return os.MkdirAll(filepath.Join(to, name), 0o700)
		}
		if strings.HasPrefix(name, "blobs") {
			return os.Link(path, filepath.Join(to, name))
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, name), raw, 0o600)
	}))
	a := d.open(t, to, changes...)
	t.Cleanup(func() { _ = a.Close() })
	return a
}

func (d *demoTemplate) send(t *testing.T, a *App, r examples.Request, method, target string) *httptest.ResponseRecorder {
	t.Helper()
	req, err := r.New(t.Context(), method, target, d.tokens[r.As])
	require.NoError(t, err)
	req.RemoteAddr, req.Host = "127.0.0.1:1", "localhost"
	rec := httptest.NewRecorder()
	a.Server().ServeHTTP(rec, req)
	return rec
}

// cleaning is a job that removes what is old.
type cleaning struct {
	Name string `json:"-"`
}

func (c cleaning) Kind() string { return c.Name }

// cleanings are the kinds of these jobs. All of them run when the demo is started.
var cleanings = regexp.MustCompile(`(^|_)(clean|purge|sweep)(_|$)`)

// clean runs the jobs that remove what is old, so that every example is sent to what outlasts them.
func (d *demoTemplate) clean(t *testing.T, a *App) {
	t.Helper()
	found := 0
	for _, kind := range slices.Sorted(maps.Keys(a.Queue.Kinds())) {
		if cleanings.MatchString(kind) {
			require.NoError(t, a.Queue.Enqueue(t.Context(), cleaning{kind}))
			found++
		}
	}
	require.Greater(t, found, 10)
	work(t, a)
}

// work runs the jobs that wait.
func work(t *testing.T, a *App) {
	t.Helper()
	require.NoError(t, a.Queue.Start(t.Context()))
	require.Eventually(t, func() bool {
		idle, err := a.Queue.Idle(t.Context())
		return err == nil && idle
	}, time.Minute, 10*time.Millisecond)
	require.NoError(t, a.Queue.Stop(t.Context()))
}

// take puts the values into a request that answers of others tell, once the jobs of the
// new demo are done: files are written by one.
func (d *demoTemplate) take(t *testing.T, a *App, r *examples.Request) {
	t.Helper()
	if r.Taken == nil {
		return
	}
	work(t, a)
	r.Path = maps.Clone(r.Path)
	for name, taken := range r.Taken {
		other := examples.All()[taken.Of]
		method, path, _ := strings.Cut(taken.Of, " ")
		answer := d.send(t, a, other, method, other.Target(path, path))
		value, found := taken.From(answer.Body.String())
		require.True(t, found, answer.Body.String())
		r.Path[name] = value
	}
}

// exampled is an operation with its example.
type exampled struct {
	*operation

	request examples.Request
	primary string // the path of the example; another one if this operation is an alias
}

// otherPath is the end of the id of an operation under another path.
var otherPath = regexp.MustCompile(`(Alt\d*|Legacy)$`)

// exampledOperations are all operations with their examples.
func exampledOperations(t *testing.T) []exampled {
	t.Helper()
	operations, first := readDocument(t).operations(), map[string]string{}
	for _, o := range operations {
		first[o.OperationID] = o.path
	}
	var list []exampled
	for _, o := range operations {
		primary, is := first[otherPath.ReplaceAllString(o.OperationID, "")]
		require.True(t, is, o.OperationID)
		if _, own := examples.All()[o.method+" "+o.path]; own {
			primary = o.path
		}
		r, found := examples.All()[o.method+" "+primary]
		require.True(t, found, "%s has no example: add one to internal/app/examples", o.name)
		list = append(list, exampled{o, r, primary})
	}
	return list
}

// Every operation has an example, and every example an operation.
func TestExamples_areOfTheOperations(t *testing.T) {
	t.Parallel()
	used := map[string]bool{}
	for _, e := range exampledOperations(t) {
		used[e.method+" "+e.primary] = true
	}
	for name := range examples.All() {
		require.True(t, used[name], "%s is no operation", name)
	}
	raw, err := Document()
	require.NoError(t, err)
	var doc struct {
		Paths map[string]map[string]struct {
			DemoUser string `json:"x-demo-user"`
		}
	}
	require.NoError(t, json.Unmarshal(raw, &doc))
	for _, e := range exampledOperations(t) {
		shown := doc.Paths[e.path][strings.ToLower(e.method)]
		require.Equal(t, examples.Users[e.request.As], shown.DemoUser, "%s: the document does not show its example", e.name)
	}
}

// refused are the examples that need somebody outside of the demo. The document says whom,
// and TestExamples_workWithOthers has them.
var refused = []string{
	"POST /api/payments/stripe/webhook/",
	"POST /api/v1/integrations/webhooks/",
}

// A newcomer sends what the document shows, and it works: each example alone against a
// demo that was just made.
func TestExamples_workAgainstTheDemo(t *testing.T) {
	t.Parallel()
	var fails []string
	for name, r := range examples.All() {
		if r.Fails != "" {
			fails = append(fails, name)
		}
	}
	slices.Sort(fails)
	require.Equal(t, refused, fails)

	d := newDemoTemplate(t, *smallDemo, nil)
	reading := d.fresh(t)
	for _, e := range exampledOperations(t) {
		if e.request.Fails != "" {
			continue
		}
		t.Run(strings.ReplaceAll(e.name, "/", "."), func(t *testing.T) {
			t.Parallel()
			a := reading
			if e.method != get || e.request.Taken != nil {
				a = d.fresh(t)
			}
			d.take(t, a, &e.request)
			checkAnswer(t, e, d.send(t, a, e.request, e.method, e.request.Target(e.primary, e.path)))
		})
	}
}

// What the demo refuses works as soon as there is a receiver that can be reached, and a
// secret that Stripe signs with.
func TestExamples_workWithOthers(t *testing.T) {
	t.Parallel()
	const secret = "whsec_of_a_test"
	to, d := receiver.New(t), newDemoTemplate(t, true, nil)
	a := d.fresh(t, func(s *config.Settings, p *Parts) {
		s.StripeWebhookSecret = secret
		p.Change = func(deps any) {
			if policy, ok := deps.(*outbound.Policy); ok {
				policy.Allow, policy.Roots = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, to.Roots()
			}
		}
	})
	needs := map[string]func(*examples.Request){
		"POST /api/v1/integrations/webhooks/": func(r *examples.Request) {
			r.Body = bytes.Replace(r.Body, []byte("https://pms.hotel-poseidon.example"), []byte(to.URL), 1)
		},
		"POST /api/payments/stripe/webhook/": func(r *examples.Request) {
			r.Header = map[string]string{"Stripe-Signature": stripefake.Sign(r.Body, secret, time.Now())}
		},
	}
	require.ElementsMatch(t, refused, slices.Collect(maps.Keys(needs)))
	for _, e := range exampledOperations(t) {
		supply, outside := needs[e.name]
		if !outside {
			continue
		}
		plain := d.send(t, a, e.request, e.method, e.request.Target(e.primary, e.path))
		require.Equal(t, http.StatusBadRequest, plain.Code, plain.Body.String())
		supply(&e.request)
		checkAnswer(t, e, d.send(t, a, e.request, e.method, e.request.Target(e.primary, e.path)))
		delete(needs, e.name)
	}
	require.Empty(t, needs)
}

// The dates of the examples are good for years: the document must not change by itself.
func TestExamples_workInYears(t *testing.T) {
	t.Parallel()
	later := time.Date(2029, time.March, 1, 9, 0, 0, 0, time.UTC)
	d := newDemoTemplate(t, true, func() time.Time { return later })
	found := 0
	for _, e := range exampledOperations(t) {
		raw, err := json.Marshal(e.request)
		require.NoError(t, err)
		dated := bytes.Contains(raw, []byte("2031-")) || bytes.Contains(raw, []byte("2029-")) || e.request.File != ""
		if !dated || e.path != e.primary {
			continue
		}
		found++
		t.Run(strings.ReplaceAll(e.name, "/", "."), func(t *testing.T) {
			t.Parallel()
			checkAnswer(t, e, d.send(t, d.fresh(t), e.request, e.method, e.request.Target(e.primary, e.path)))
		})
	}
	require.Greater(t, found, 15)
}

// checkAnswer wants success, as the document describes it.
func checkAnswer(t *testing.T, e exampled, rec *httptest.ResponseRecorder) {
	t.Helper()
	body := rec.Body.String()
	if len(body) > 2000 {
		body = body[:2000]
	}
	require.Less(t, rec.Code, http.StatusMultipleChoices, body)
	documented, is := e.Responses[strconv.Itoa(rec.Code)]
	require.True(t, is, "%d is not documented", rec.Code)
	if rec.Body.Len() == 0 {
		return
	}
	media, _, err := mime.ParseMediaType(rec.Header().Get("Content-Type"))
	require.NoError(t, err)
	var described []string
	for name := range documented.Content {
		name, _, err := mime.ParseMediaType(name)
		require.NoError(t, err)
		described = append(described, name)
	}
	require.Contains(t, described, media)
	if media == "application/json" {
		e.checkBody(t, rec.Code, rec.Body.Bytes())
	}
}

// Each request of the collection is that of its example, by the same user.
func TestCollection_hasTheExamples(t *testing.T) {
	t.Parallel()
	raw, err := Collection()
	require.NoError(t, err)
	var c collection
	require.NoError(t, json.Unmarshal(raw, &c))
	values := []string{"{{base_url}}", ""}
	for _, v := range c.Variable {
		values = append(values, "{{"+v.Key+"}}", v.Value)
	}
	fill := strings.NewReplacer(values...).Replace
	var got, want []string
	for _, folder := range c.Item[1:] {
		for _, item := range folder.Item {
			r := item.Request
			got = append(got, r.Method+" "+fill(r.URL.Raw)+" as "+asOf(t, r.Auth)+contentOf(r.Body))
		}
	}
	for name, e := range examples.All() {
		method, path, _ := strings.Cut(name, " ")
		form := ""
		if e.Form != nil {
			form = " form"
		} else if e.Body != nil || e.File != "" {
			form = " raw"
		}
		as := e.As
		if as == examples.Key {
			as = examples.Nobody // the key is in the path
		}
		want = append(want, method+" "+e.Target(path, path)+" as "+as+form)
	}
	require.ElementsMatch(t, want, got)
}

func asOf(t *testing.T, a *collectionAuth) string {
	t.Helper()
	switch {
	case a == nil:
		return "hotel"
	case a.Type == "noauth":
		return examples.Nobody
	case a.Type == "basic":
		return examples.AlpineBits
	}
	for _, known := range collectionTokens {
		if a.APIKey[1].Value == "Token {{"+known.variable+"}}" {
			return known.as
		}
	}
	require.Fail(t, "no log-in sets the token of a request", a.APIKey[1].Value)
	return ""
}

func contentOf(b *collectionBody) string {
	switch {
	case b == nil:
		return ""
	case b.Mode == "formdata":
		return " form"
	}
	return " raw"
}
