package widgethttp

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"allot/internal/content/publication"
	"allot/internal/exchange/widget"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/httpx"
	"allot/internal/platform/lang"
	"allot/internal/platform/request"
)

type (
	shownRequest struct {
		PublicID string `path:"public_id" maxLength:"64" doc:"Of the widget"`
		Lang     string `query:"lang" maxLength:"35" example:"de" doc:"Language: en, de, tr or el; else the widget's, else that of Accept-Language, else English"`

		origin, accepted string
		answer           huma.Context
	}
	shownBody struct {
		Name         string             `json:"name"`
		Stars        *float64           `json:"stars"`
		City         string             `json:"city"`
		Country      string             `json:"country" doc:"ISO 3166-1 alpha-2"`
		Logo         *string            `json:"logo" doc:"Address of the picture, or null"`
		Theme        string             `json:"theme" enum:"auto,light,dark" doc:"What the widget is set to"`
		Color        string             `json:"color" doc:"Accent, as #rrggbb"`
		Language     string             `json:"language" enum:"auto,en,de,tr,el" doc:"What the widget is set to"`
		TextLanguage string             `json:"text_language" enum:"en,de,tr,el" doc:"Of the texts of this answer"`
		Description  string             `json:"description" doc:"The hotel's own words; empty if it wrote none, or facts are not shown"`
		Facts        []shownSection     `json:"facts" doc:"Null if facts are not shown"`
		Photos       []shownPhoto       `json:"photos" doc:"In the order of the gallery, null if photos are not shown"`
		Availability *shownAvailability `json:"availability" doc:"Null if availability is not shown"`
	}
	shownSection struct {
		Key     string       `json:"key" doc:"Category of facts"`
		Title   string       `json:"title"`
		Entries []shownEntry `json:"entries" nullable:"false" doc:"One, or one for each restaurant, room and the like"`
	}
	shownEntry struct {
		Title string      `json:"title" doc:"Name of the record; empty where the category has one only"`
		Lines []shownLine `json:"lines" nullable:"false" doc:"Facts of the record"`
	}
	shownLine struct {
		Label string `json:"label"`
		Value string `json:"value" doc:"Written for people"`
	}
	shownPhoto struct {
		URL       string `json:"url" doc:"JPEG or PNG within 1200 x 900"`
		Thumbnail string `json:"thumbnail" doc:"JPEG within 400 x 300"`
		Caption   string `json:"caption"`
		Width     int    `json:"width" doc:"Of the original, for its shape"`
		Height    int    `json:"height" doc:"Of the original, for its shape"`
	}
	shownAvailability struct {
		From  civil.Date  `json:"from" doc:"Today where the property is"`
		To    civil.Date  `json:"to" doc:"The last day"`
		Rooms []shownRoom `json:"rooms" nullable:"false" doc:"Published room types in the order of the sheet"`
	}
	shownRoom struct {
		Name string      `json:"name"`
		Days []shownDays `json:"days" nullable:"false" doc:"Runs of days that are alike, without a gap"`
	}
	shownDays struct {
		From  civil.Date `json:"from" doc:"First night"`
		To    civil.Date `json:"to" doc:"Last night"`
		State string     `json:"state" enum:"open,on_request,closed"`
	}
)

// Resolve keeps what the answer's headers depend on, and refuses an unsupported language.
func (r *shownRequest) Resolve(ctx huma.Context) []error {
	r.origin, r.accepted, r.answer = ctx.Header("Origin"), ctx.Header("Accept-Language"), ctx
	if _, found := lang.Find(r.Lang); r.Lang != "" && !found {
		return []error{&huma.ErrorDetail{Location: "query.lang", Message: lang.NotOffered, Value: r.Lang}}
	}
	return nil
}

// language returns that of the texts.
func (r *shownRequest) language(w widget.Widget) string {
	set := w.Language
	if set == widget.LanguageAuto {
		set = ""
	}
	return lang.Match(r.Lang, set, r.accepted)
}

func (h *handlers) show(ctx context.Context, req *shownRequest) (*httpx.Prepared, error) {
	req.answer.AppendHeader("Vary", "Origin")
	w, listed, err := h.svc.Open(ctx, req.PublicID, pageOf(ctx, req.origin))
	if err != nil {
		return nil, err
	}
	if listed {
		req.answer.SetHeader("Access-Control-Allow-Origin", req.origin)
		req.answer.SetHeader("Access-Control-Expose-Headers", "ETag, Retry-After, X-Request-Id")
	}
	p, err := h.svc.Prepare(ctx, w, req.language(w))
	if err != nil {
		return nil, err
	}
	tag, err := httpx.TagOf(p.Key, request.From(ctx).BaseURL)
	if err != nil {
		return nil, err
	}
	return &httpx.Prepared{Tag: tag, Body: func(ctx context.Context) ([]byte, error) {
		v, err := p.Make(ctx)
		if err != nil {
			return nil, err
		}
		return json.Marshal(toShown(ctx, v))
	}}, nil
}

// pageOf says which page a request comes from, by its Origin.
func pageOf(ctx context.Context, origin string) widget.Page {
	return widget.Page{Origin: origin, Own: strings.EqualFold(origin, request.From(ctx).BaseURL)}
}

// preflight tells a browser whether a page may read the widget. The browser hides a
// refusal's text from the page, so there is none.
func (h *handlers) preflight(w http.ResponseWriter, r *http.Request) {
	const methods = "GET, HEAD"
	header := w.Header()
	header.Set("Allow", methods)
	header.Add("Vary", "Origin")
	_, listed, err := h.svc.Open(r.Context(), r.PathValue("public_id"), pageOf(r.Context(), r.Header.Get("Origin")))
	if err != nil && apperr.Of(err).Kind == apperr.Internal {
		h.srv.WriteError(w, r, err)
		return
	}
	if listed {
		header.Set("Access-Control-Allow-Origin", r.Header.Get("Origin"))
		header.Set("Access-Control-Allow-Methods", methods)
		header.Set("Access-Control-Allow-Headers", "Accept, If-None-Match")
		header.Set("Access-Control-Max-Age", "600")
	}
	w.WriteHeader(http.StatusNoContent)
}

func toShown(ctx context.Context, v *widget.View) shownBody {
	p := v.Property
	b := shownBody{
		Name: p.Name, Stars: p.Stars, City: p.City, Country: p.Country, Logo: httpx.MediaURL(ctx, p.LogoKey),
		Theme: string(v.Theme), Color: v.Color, Language: v.Widget.Language, TextLanguage: v.Language, Description: v.Description,
	}
	if v.Shows(widget.PartFacts) {
		b.Facts = toSections(v.Facts)
	}
	if v.Shows(widget.PartPhotos) {
		b.Photos = toPhotos(ctx, v.Photos)
	}
	if v.Shows(widget.PartAvailability) {
		b.Availability = &shownAvailability{From: v.Season.From, To: v.Season.To, Rooms: toRooms(v.Rooms)}
	}
	return b
}

func toSections(list []widget.Section) []shownSection {
	out := make([]shownSection, len(list))
	for i, s := range list {
		out[i] = shownSection{Key: s.Key, Title: s.Title, Entries: make([]shownEntry, len(s.Entries))}
		for j, e := range s.Entries {
			entry := shownEntry{Title: e.Title, Lines: make([]shownLine, len(e.Lines))}
			for k, l := range e.Lines {
				entry.Lines[k] = shownLine(l)
			}
			out[i].Entries[j] = entry
		}
	}
	return out
}

func toPhotos(ctx context.Context, list []publication.Photo) []shownPhoto {
	out := make([]shownPhoto, len(list))
	for i, p := range list {
		out[i] = shownPhoto{
			URL: *httpx.MediaURL(ctx, p.MediumKey), Thumbnail: *httpx.MediaURL(ctx, p.SmallKey), Caption: p.Caption, Width: p.Width, Height: p.Height,
		}
	}
	return out
}

func toRooms(list []widget.Room) []shownRoom {
	out := make([]shownRoom, len(list))
	for i, r := range list {
		out[i] = shownRoom{Name: r.Name, Days: make([]shownDays, len(r.Spans))}
		for j, s := range r.Spans {
			out[i].Days[j] = shownDays{s.From, s.To, s.State.String()}
		}
	}
	return out
}
