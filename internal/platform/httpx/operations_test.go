package httpx_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"syscall"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/civil"
	"allot/internal/platform/httpx"
	"allot/internal/platform/money"
	"allot/internal/platform/page"
	"allot/internal/platform/request"
)

type (
	thingItem struct {
		Quantity int64  `json:"quantity" minimum:"1"`
		Note     string `json:"note,omitempty" maxLength:"5"`
	}
	thingBody struct {
		ID        int64  `json:"id"`
		Name      string `json:"name"`
		Token     string `json:"token,omitempty"`
		CreatedBy int64  `json:"created_by"`
		Items     []struct {
			ID int64 `json:"id"`
		} `json:"items" nullable:"false"`
	}
	thingResponse struct {
		SetCookie string `header:"Set-Cookie"`
		Body      thingBody
	}
	createThingRequest struct {
		Body struct {
			Name     string         `json:"name" minLength:"2" maxLength:"20"`
			Quantity int64          `json:"quantity,omitempty" minimum:"1"`
			Password string         `json:"password,omitempty" minLength:"10"`
			Email    string         `json:"email,omitempty" format:"email"`
			Homepage string         `json:"homepage,omitempty" format:"uri"`
			Kind     string         `json:"kind,omitempty" enum:"small,large"`
			Day      civil.Date     `json:"day,omitempty"`
			Price    money.Amount   `json:"price,omitempty"`
			Items    []thingItem    `json:"items,omitempty"`
			Free     map[string]any `json:"free,omitempty"`
			Mode     string         `json:"mode,omitempty"`
		}
	}
	listThingsRequest struct {
		page.Query
		Name string     `query:"name" maxLength:"20"`
		Day  civil.Date `query:"day"`
	}
	listThingsResponse struct{ Body page.Page[thingBody] }
	thingRequest       struct {
		ID int64 `path:"id" minimum:"1"`
	}
	thingPrice struct {
		Amount int64 `json:"amount" minimum:"1"`
	}
	patchedThing struct {
		Name   httpx.Patch[string]       `json:"name,omitempty" maxLength:"20"`
		Size   httpx.Patch[int64]        `json:"size,omitempty" minimum:"1"`
		Day    httpx.Patch[civil.Date]   `json:"day,omitempty"`
		IDs    httpx.Patch[[]int64]      `json:"ids,omitempty" maxItems:"3"`
		Price  httpx.Patch[thingPrice]   `json:"price,omitempty"`
		Amount httpx.Patch[money.Amount] `json:"amount,omitempty"`
	}
	patchThingRequest struct {
		ID   int64 `path:"id" minimum:"1"`
		Body patchedThing
	}
	textResponse struct {
		Body struct {
			Text string `json:"text"`
		}
	}
	fileRequest struct {
		Body struct {
			Caption  string              `json:"caption"`
			IsCover  bool                `json:"is_cover,omitempty"`
			Position int64               `json:"position,omitempty"`
			Price    thingPrice          `json:"price,omitempty"`
			Tags     []string            `json:"tags,omitempty"`
			Comment  httpx.Patch[string] `json:"comment,omitempty"`
		}
	}
	streamRequest struct {
		Pieces int `query:"pieces"`
	}
	tokenRequest struct {
		Token string `path:"token"`
	}
	exportResponse struct {
		Body struct {
			Days  []exportDay `json:"days"`
			Empty *string     `json:"empty"`
			Large int64       `json:"large"`
		}
	}
	exportDay struct {
		Date civil.Date `json:"date"`
		Free int        `json:"free"`
	}
	preparedRequest struct {
		Tag  string `query:"tag"`
		Mode string `query:"mode"`
	}
	longResponse struct {
		Body struct {
			Text string `json:"text"`
			Who  int64  `json:"who"`
			Base string `json:"base"`
			Peer string `json:"peer"`
			Tool string `json:"tool"`
		}
	}
	longRequest struct {
		Size int `query:"size" maximum:"100000"`
	}
)

func text(format string, args ...any) *textResponse {
	res := &textResponse{}
	res.Body.Text = fmt.Sprintf(format, args...)
	return res
}

var errThingExists = apperr.New(apperr.Conflict, "already_exists", "there is such a thing")

// register declares one operation of every kind.
func (b *bundle) register() {
	get := func(path string, rule auth.Rule) httpx.Op {
		return httpx.Op{ID: "get" + strings.ReplaceAll(path, "/", "-"), Method: http.MethodGet, Path: path, Tag: "Test", Summary: "Test", Rule: rule}
	}
	public := auth.Rule{Public: true}

	httpx.Register(b.Server, httpx.Op{
		ID: "createThing", Method: http.MethodPost, Path: "/api/things/", Aliases: []string{"/api/items/"}, Tag: "Test", Summary: "Create", Status: http.StatusCreated,
		Creates: true, Secrets: []string{"token"},
	}, b.createThing)
	httpx.Register(b.Server, get("/api/things/", auth.Rule{}), b.listThings)
	httpx.Register(b.Server, get("/api/things/{id}/", auth.Rule{}), func(_ context.Context, in *thingRequest) (*textResponse, error) {
		return text("thing %d", in.ID), nil
	})
	httpx.Register(b.Server, httpx.Op{Method: http.MethodPatch, Path: "/api/things/{id}/", Tag: "Test", Summary: "Change"},
		func(_ context.Context, in *patchThingRequest) (*textResponse, error) {
			return text("%+v", in.Body), nil
		})
	httpx.Register(b.Server, httpx.Op{
		Method: http.MethodPost, Path: "/api/files/", Tag: "Test", Summary: "Upload", Creates: true, Files: []string{"file"}, MaxBody: 3 << 20,
	}, b.upload)
	httpx.Register(b.Server, httpx.Op{
		Method: http.MethodPost, Path: "/api/streams/", Tag: "Test", Summary: "Import", Stream: []string{"text/csv"}, MaxBody: 3 << 20,
	}, b.stream)
	httpx.Register(b.Server, get("/api/managers/", auth.Rule{Manager: true}), b.long)
	httpx.Register(b.Server, get("/api/long/", auth.Rule{}), b.long)
	httpx.Register(b.Server, get("/api/names/{token}/", public), func(_ context.Context, in *tokenRequest) (*textResponse, error) {
		return text("%d bytes", len(in.Token)), nil
	})
	inXML := get("/api/v1/export/{token}/", public)
	inXML.XML = "/api/v1/"
	httpx.Register(b.Server, inXML, export)
	httpx.RegisterPrepared[preparedRequest, exportDay](b.Server, get("/api/v1/ready/", public), b.ready)
	httpx.RegisterPrepared[preparedRequest, exportDay](b.Server, get("/api/ready/", auth.Rule{}), b.ready)
	httpx.Register(b.Server, httpx.Op{Method: http.MethodPost, Path: "/api/login/", Tag: "Test", Summary: "Log in", Rule: public, SetsSession: true},
		func(context.Context, *struct{}) (*textResponse, error) { return text("in"), nil })
	mail := get("/api/mail/", auth.Rule{})
	mail.SendsMail = true
	httpx.Register(b.Server, mail, b.long)
	failures := map[string]func() error{
		"fault":     func() error { return errors.New("pq: table SECRET-CAUSE is gone") },
		"internal":  func() error { return apperr.New(apperr.Internal, "odd", "SECRET-CAUSE") },
		"cancelled": func() error { return fmt.Errorf("read: %w", context.Canceled) },
		"slow":      func() error { return fmt.Errorf("read: %w", context.DeadlineExceeded) },
		"away":      func() error { return fmt.Errorf("SECRET-CAUSE: %w", driver.ErrBadConn) },
		"full":      func() error { return fmt.Errorf("SECRET-CAUSE: %w", syscall.ENOSPC) },
		"panic":     func() error { panic("SECRET-CAUSE") },
		"details":   func() error { return errThingExists.With("dates", []string{"2030-05-31"}) },
	}
	for _, name := range slices.Sorted(maps.Keys(failures)) { // servers have the same operations in the same order
		httpx.Register(b.Server, get("/api/fail/"+name+"/", public), func(context.Context, *struct{}) (*textResponse, error) { return nil, failures[name]() })
	}
	b.Router().Get("/late/", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusOK)
		_, _ = io.WriteString(w, "half of the ans")
		panic("SECRET-CAUSE")
	})
}

func (b *bundle) createThing(ctx context.Context, in *createThingRequest) (*thingResponse, error) {
	write := func() error {
		return b.db.InTx(ctx, func(ctx context.Context) error {
			return b.trail.Record(ctx, audit.Change{Action: "thing.created", ObjectType: "thing", ObjectID: 7})
		})
	}
	if b.during != nil && in.Body.Mode != "gone" {
		b.during()
	}
	res := &thingResponse{SetCookie: "allot_session=cookie-of-first; HttpOnly"}
	res.Body = thingBody{ID: 7, Name: in.Body.Name, Token: "answer-token", CreatedBy: auth.From(ctx).UserID}
	switch in.Body.Mode {
	case "no transaction":
		return res, nil
	case "large":
		res.Body.Name = strings.Repeat("x", 70_000)
	case "middling":
		res.Body.Name = strings.Repeat("x", 60_000)
	case "two transactions":
		return res, errors.Join(write(), write())
	case "gone":
		err := write()
		b.during()
		return res, err
	case "panic":
		_ = write()
		panic("after the write")
	case "refuse":
		return nil, errors.Join(write(), errThingExists)
	case "fail":
		return nil, errors.Join(write(), errors.New("disk full"))
	}
	return res, write()
}

func (b *bundle) listThings(ctx context.Context, in *listThingsRequest) (*listThingsResponse, error) {
	return &listThingsResponse{Body: httpx.Page(ctx, &in.Query, 120, []thingBody{{ID: 1, Name: in.Name}})}, nil
}

func (b *bundle) upload(ctx context.Context, in *fileRequest) (*textResponse, error) {
	if b.during != nil {
		b.during()
	}
	switch in.Body.Caption {
	case "panic":
		panic("in the upload")
	case "fail":
		return nil, errors.New("disk full")
	}
	f := httpx.FileFrom(ctx, "file")
	if f == nil {
		return text("no file: %+v", in.Body), nil
	}
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	n, err := io.Copy(io.Discard, r)
	return text("%s %d %d: %+v", f.Filename, f.Size, n, in.Body), err
}

// stream counts what arrives, one small piece after the other.
func (b *bundle) stream(ctx context.Context, in *streamRequest) (*textResponse, error) {
	s := httpx.StreamFrom(ctx)
	if in.Pieces != 0 {
		first := make([]byte, in.Pieces)
		if _, err := io.ReadFull(s, first); err != nil {
			return nil, err
		}
		b.during()
	}
	n, err := io.Copy(io.Discard, s)
	if err != nil {
		return nil, err
	}
	return text("%q %d", s.Name, int64(in.Pieces)+n), ctx.Err()
}

func (b *bundle) long(ctx context.Context, in *longRequest) (*longResponse, error) {
	meta := request.From(ctx)
	res := &longResponse{}
	res.Body.Text, res.Body.Who = string(make([]byte, in.Size)), auth.From(ctx).UserID
	res.Body.Base, res.Body.Peer, res.Body.Tool = meta.BaseURL, meta.IP(), meta.UserAgent
	return res, nil
}

// readyBytes is large enough to be compressed.
var (
	readyBytes  = []byte(`{"days":[` + strings.Repeat(`{"date":"2030-05-31","free":3},`, 99) + `{"date":"2030-06-01","free":0}]}`)
	readyZipped = zip(readyBytes)
)

// ready answers with bytes that are kept; mode says what goes wrong, or lacks.
func (b *bundle) ready(_ context.Context, in *preparedRequest) (*httpx.Prepared, error) {
	if in.Mode == "refuse" {
		return nil, apperr.ErrNotFound
	}
	p := &httpx.Prepared{Tag: "v" + in.Tag, Body: httpx.Bytes(readyBytes), Gzip: httpx.Bytes(readyZipped)}
	broken := func(err error) func(context.Context) ([]byte, error) {
		return func(context.Context) ([]byte, error) { return nil, err }
	}
	switch in.Mode {
	case "plain":
		p.Gzip = nil
	case "fail":
		p.Body, p.Gzip = broken(errors.New("SECRET-CAUSE")), broken(errors.New("SECRET-CAUSE"))
	case "late refusal":
		p.Body, p.Gzip = broken(apperr.ErrNotFound), broken(apperr.ErrNotFound)
	}
	return p, nil
}

func zip(b []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = w.Write(b)
	_ = w.Close()
	return out.Bytes()
}

func export(context.Context, *tokenRequest) (*exportResponse, error) {
	res := &exportResponse{}
	res.Body.Days = []exportDay{{civil.MustParse("2030-05-31"), 3}, {civil.MustParse("2030-06-01"), 0}}
	res.Body.Large = 9007199254740993
	return res, nil
}
