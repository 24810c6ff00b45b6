package widgethttp

import (
	"context"
	"fmt"

	"allot/internal/exchange/widget"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
	"allot/internal/platform/request"
)

type (
	widgetBody struct {
		ID        int64    `json:"id"`
		Property  int64    `json:"property" doc:"Id of the property"`
		PublicID  string   `json:"public_id" doc:"Names the widget to the world; it cannot be guessed" readOnly:"true"`
		Theme     string   `json:"theme" enum:"auto,light,dark" doc:"auto: what the visitor's system is set to"`
		Color     string   `json:"color" doc:"Accent, as #rrggbb; what is written on it is black or white, whichever is easier to read" example:"#2563eb"`
		Language  string   `json:"language" enum:"auto,en,de,tr,el" doc:"auto: that of the page, else of the visitor's browser"`
		Show      []string `json:"show" nullable:"false" enum:"facts,photos,availability" doc:"What is shown"`
		Hosts     []string `json:"allowed_hosts" nullable:"false" doc:"Hosts of the pages that may show it; *.host stands for every host below. None: no page may"`
		EmbedCode string   `json:"embed_code" doc:"HTML for the hotel's site. The attributes data-theme, data-color and data-language can be added to differ on one page" readOnly:"true"`
	}
	widgetResponse struct{ Body widgetBody }
	widgetRequest  struct {
		PropertyID int64 `path:"property_id" minimum:"1"`
	}
	createWidgetRequest struct {
		Body struct {
			Property int64                 `json:"property" minimum:"1" doc:"Id of one of the account's properties"`
			Theme    httpx.Patch[string]   `json:"theme,omitempty" doc:"auto, light or dark; default light"`
			Color    httpx.Patch[string]   `json:"color,omitempty" doc:"As #rrggbb; default a blue"`
			Language httpx.Patch[string]   `json:"language,omitempty" doc:"auto, en, de, tr or el; default auto"`
			Show     httpx.Patch[[]string] `json:"show,omitempty" maxItems:"10" doc:"One or more of facts, photos, availability; default all"`
			Hosts    httpx.Patch[[]string] `json:"allowed_hosts,omitempty" maxItems:"50" doc:"Hosts of the pages that may show it, at most 50; default none"`
		}
	}
	updateWidgetRequest struct {
		PropertyID int64 `path:"property_id" minimum:"1"`
		Body       struct {
			Theme    httpx.Patch[string]   `json:"theme,omitempty" doc:"auto, light or dark"`
			Color    httpx.Patch[string]   `json:"color,omitempty" doc:"As #rrggbb"`
			Language httpx.Patch[string]   `json:"language,omitempty" doc:"auto, en, de, tr or el"`
			Show     httpx.Patch[[]string] `json:"show,omitempty" maxItems:"10" doc:"One or more of facts, photos, availability"`
			Hosts    httpx.Patch[[]string] `json:"allowed_hosts,omitempty" maxItems:"50" doc:"All hosts of the pages that may show it, at most 50; they replace those before"`
		}
	}
)

func toBody(ctx context.Context, w widget.Widget) *widgetResponse {
	show := make([]string, len(w.Show))
	for i, p := range w.Show {
		show[i] = string(p)
	}
	return &widgetResponse{Body: widgetBody{
		ID: w.ID, Property: w.PropertyID, PublicID: w.PublicID, Theme: string(w.Theme), Color: w.Color, Language: w.Language, Show: show, Hosts: w.AllowedHosts,
		EmbedCode: fmt.Sprintf(`<script async src="%s%s" data-widget="%s"></script>`, request.From(ctx).BaseURL, Script, w.PublicID),
	}}
}

func (h *handlers) create(ctx context.Context, req *createWidgetRequest) (*widgetResponse, error) {
	b := req.Body
	w, err := h.svc.Create(ctx, auth.From(ctx), b.Property, widget.Input{
		Theme: b.Theme.Pointer(), Color: b.Color.Pointer(), Language: b.Language.Pointer(), Show: b.Show.Pointer(), AllowedHosts: b.Hosts.Pointer(),
	})
	if err != nil {
		return nil, err
	}
	return toBody(ctx, w), nil
}

func (h *handlers) get(ctx context.Context, req *widgetRequest) (*widgetResponse, error) {
	w, err := h.svc.Get(ctx, auth.From(ctx), req.PropertyID)
	if err != nil {
		return nil, err
	}
	return toBody(ctx, w), nil
}

func (h *handlers) update(ctx context.Context, req *updateWidgetRequest) (*widgetResponse, error) {
	b := req.Body
	w, err := h.svc.Update(ctx, auth.From(ctx), req.PropertyID, widget.Input{
		Theme: b.Theme.Pointer(), Color: b.Color.Pointer(), Language: b.Language.Pointer(), Show: b.Show.Pointer(), AllowedHosts: b.Hosts.Pointer(),
	})
	if err != nil {
		return nil, err
	}
	return toBody(ctx, w), nil
}

func (h *handlers) delete(ctx context.Context, req *widgetRequest) (*struct{}, error) {
	return nil, h.svc.Delete(ctx, auth.From(ctx), req.PropertyID)
}
