package invoicingtest

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/invoicing/invoice"
	"allot/internal/testkit/pdftest"
)

// picture is a picture of one colour.
func picture(c color.Color) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, 40, 20))
	for i := range 40 * 20 {
		img.Set(i%40, i/40, c)
	}
	return img
}

func pngOf(t *testing.T, c color.Color) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, picture(c)))
	return b.Bytes()
}

// form is a body with a logo and other fields, and the header that goes with it.
func form(t *testing.T, logo []byte, fields map[string]string) (string, apptest.Set) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for name, value := range fields {
		require.NoError(t, w.WriteField(name, value))
	}
	f, err := w.CreateFormFile("logo", "logo")
	require.NoError(t, err)
	_, err = f.Write(logo)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.String(), apptest.Header("Content-Type", w.FormDataContentType())
}

// media is the path of a picture's address.
func media(v object) string { return strings.TrimPrefix(v["logo"].(string), apptest.BaseURL) }

func TestTemplate(t *testing.T) {
	t.Parallel()

	t.Run("is created, read, changed and cleared", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		made := body(t, b.hotel.Do(t, post, templates, `{"name":" Gold ","header_text":"Hello","footer_text":"F","payment_terms":"30 days","bank_details":"B","primary_color":"#AABBCC"}`), http.StatusCreated)
		require.Equal(t, []any{"Gold", "Hello", "30 days", "#aabbcc", nil}, []any{made["name"], made["header_text"], made["payment_terms"], made["primary_color"], made["logo"]})
		path := templates + text(t, made["id"]) + "/"
		require.Equal(t, made, body(t, b.hotel.Do(t, get, path, ""), http.StatusOK))
		changed := body(t, b.hotel.Do(t, put, path, `{"footer_text":null,"primary_color":null,"name":"Silver"}`), http.StatusOK)
		require.Equal(t, []any{"Silver", "Hello", "", "#0f766e"}, []any{changed["name"], changed["header_text"], changed["footer_text"], changed["primary_color"]})
		apptest.RequireInvalid(t, b.hotel.Do(t, put, path, `{"name":null,"primary_color":"red"}`),
			"name", "is required", "primary_color", "must be a hex colour such as #0f766e")
		other, _ := b.Pair(t)
		apptest.RequireNotFound(t, other.Do(t, get, path, ""))
		apptest.RequireNotFound(t, other.Do(t, put, path, `{"name":"Mine"}`))
		apptest.RequireNotFound(t, other.Do(t, del, path, ""))
		require.Equal(t, http.StatusBadRequest, other.Do(t, post, invoiceInvoices, text(t, b.draft(object{"partner": nil, "recipient_name": "X", "template": made["id"]}))).Code)
		require.EqualValues(t, 1, body(t, b.hotel.Do(t, get, templates, ""), http.StatusOK)["count"])
	})

	t.Run("has a logo, JPEG or PNG, and refuses what is none", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		var jpg bytes.Buffer
		require.NoError(t, jpeg.Encode(&jpg, picture(color.White), nil))
		in, header := form(t, jpg.Bytes(), map[string]string{"name": "Look"})
		made := body(t, b.hotel.Do(t, post, templates, in, header), http.StatusCreated)
		require.Equal(t, http.StatusOK, b.Do(t, get, media(made), "").Code)
		path := templates + text(t, made["id"]) + "/"
		in, header = form(t, pngOf(t, color.Black), nil)
		changed := body(t, b.hotel.Do(t, put, path, in, header), http.StatusOK)
		require.NotEqual(t, made["logo"], changed["logo"])
		for _, broken := range [][]byte{[]byte("<html>"), jpg.Bytes()[:20], {}} {
			in, header = form(t, broken, map[string]string{"name": "Other"})
			require.Equal(t, http.StatusBadRequest, b.hotel.Do(t, put, path, in, header).Code)
			require.Equal(t, http.StatusBadRequest, b.hotel.Do(t, post, templates, in, header).Code)
		}
		require.Equal(t, changed, body(t, b.hotel.Do(t, get, path, ""), http.StatusOK), "what is refused changes nothing")
		require.Nil(t, body(t, b.hotel.Do(t, put, path, `{"logo":null}`), http.StatusOK)["logo"])
	})

	t.Run("the newest is listed first", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		var newestFirst []int64
		for _, name := range []string{"Gold", "Silver", "Bronze"} {
			made := body(t, b.hotel.Do(t, post, templates, `{"name":"`+name+`"}`), http.StatusCreated)
			newestFirst = slices.Insert(newestFirst, 0, int64(made["id"].(float64)))
		}
		require.Equal(t, newestFirst, apptest.IDs(t, b.hotel.Do(t, get, templates, "")))
	})

	t.Run("an account has 100 at most", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		codes := apptest.AtOnce(110, func(int) int { return b.hotel.Do(t, post, templates, `{"name":"Look"}`).Code })
		require.Equal(t, map[int]int{http.StatusCreated: 100, http.StatusConflict: 10}, codes)
	})

	t.Run("deleted, it leaves drafts the default look and sent invoices theirs", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		b.Start(t)
		in, header := form(t, pngOf(t, color.Black), map[string]string{"name": "Look", "header_text": "Dear guest", "payment_terms": "At once"})
		template := body(t, b.hotel.Do(t, post, templates, in, header), http.StatusCreated)
		look := media(template)
		in, header = form(t, pngOf(t, color.White), nil)
		company := body(t, b.hotel.Do(t, put, "/api/settings/company/", in, header), http.StatusOK)
		require.NotNil(t, company["logo"])

		draft, plain := b.create(t, object{"template": template["id"]}), b.create(t)
		own, lent := b.create(t, object{"template": template["id"]}), b.create(t)
		pdf := func(v object) []byte {
			res := b.hotel.Do(t, get, at(v, "pdf/"), "")
			require.Equal(t, http.StatusOK, res.Code)
			return res.Body.Bytes()
		}
		do(t, b.hotel, own, "send/")
		do(t, b.hotel, lent, "send/")
		before := [][]byte{pdf(own), pdf(lent), pdf(draft)}

		in, header = form(t, pngOf(t, color.Gray{Y: 99}), map[string]string{"header_text": "Changed"})
		unused := media(body(t, b.hotel.Do(t, put, templates+text(t, template["id"])+"/", in, header), http.StatusOK))
		require.NotEqual(t, before[2], pdf(draft), "a draft shows the template as it is now")
		require.Equal(t, http.StatusOK, b.hotel.Do(t, put, "/api/settings/company/", `{"name":"Other name","logo":null}`).Code)
		res := b.hotel.Do(t, put, "/api/einvoice/profile/", `{"iban":"DE02120300000000202051"}`)
		require.Equal(t, http.StatusOK, res.Code, res.Body)
		require.Equal(t, http.StatusNoContent, b.hotel.Do(t, del, templates+text(t, template["id"])+"/", "").Code)
		require.Nil(t, b.now(t, draft)["template"])
		shown := func(v object) string {
			return strings.ReplaceAll(pdftest.Text(t, pdf(v)), v["invoice_number"].(string), "")
		}
		require.Equal(t, shown(plain), shown(draft), "the draft has the default look")

		// Two days later the files that nothing shows are swept away.
		b.Clock.Advance(48 * time.Hour)
		b.run(t, "invoice_sweep_logos", "settings_sweep_logos")
		b.hotel = b.Login(t, b.hotel.User.Email)
		require.Equal(t, http.StatusNotFound, b.Do(t, get, unused, "").Code, "nothing shows it")
		require.Equal(t, http.StatusOK, b.Do(t, get, look, "").Code, "a sent invoice shows it")
		require.Equal(t, before[0], pdf(own))
		require.Equal(t, before[1], pdf(lent))
	})

	t.Run("changed while the invoice is sent, it is sent whole: text and logo of one look", func(t *testing.T) {
		t.Parallel()
		var meddle func()
		b := setupInvoice(t, apptest.With(func(d *invoice.Deps) { d.Store = &meddler{Store: d.Store, meddle: func() { meddle() }} }))
		in, header := form(t, pngOf(t, color.Black), map[string]string{"name": "Look", "header_text": "Old"})
		template := body(t, b.hotel.Do(t, post, templates, in, header), http.StatusCreated)
		v := b.create(t, object{"template": template["id"]})
		store := apptest.Deps[invoice.Deps](b.Env).Store.(*meddler)
		meddle = func() {
			in, header := form(t, pngOf(t, color.White), map[string]string{"header_text": "New"})
			template = body(t, b.hotel.Do(t, put, templates+text(t, template["id"])+"/", in, header), http.StatusOK)
		}
		store.armed.Store(true)
		do(t, b.hotel, v, "send/")
		require.False(t, store.armed.Load())
		sent, err := store.Invoice(t.Context(), b.hotel.User.OwnerID, v["id"].(string))
		require.NoError(t, err)
		require.Equal(t, "New", sent.Frozen.Look.HeaderText)
		require.Contains(t, template["logo"], sent.Frozen.Look.LogoKey)
		require.Equal(t, sent.LogoKey, sent.Frozen.Look.LogoKey)
	})
}

// meddler is a store that lets somebody change things after a template was read.
type meddler struct {
	invoice.Store
	armed  atomic.Bool
	meddle func()
}

func (m *meddler) Template(ctx context.Context, owner, id int64) (invoice.Template, error) {
	t, err := m.Store.Template(ctx, owner, id)
	if m.armed.CompareAndSwap(true, false) {
		m.meddle()
	}
	return t, err
}
