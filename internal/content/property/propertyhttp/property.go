package propertyhttp

import (
	"context"

	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

// PropertyFields are the fields besides the name. It is exported because huma ignores the
// fields of an unexported embedded type.
type PropertyFields struct {
	Code         httpx.Patch[string]  `json:"code,omitempty" maxLength:"16" doc:"Unique in the account; P and the id if not given"`
	PropertyType httpx.Patch[string]  `json:"property_type,omitempty" doc:"As in the category general"`
	Stars        httpx.Patch[float64] `json:"stars,omitempty" doc:"0 to 7 in halves"`
	Chain        httpx.Patch[string]  `json:"chain,omitempty"`
	Country      httpx.Patch[string]  `json:"country,omitempty" doc:"ISO 3166-1 alpha-2"`
	State        httpx.Patch[string]  `json:"state,omitempty"`
	City         httpx.Patch[string]  `json:"city,omitempty"`
	Address      httpx.Patch[string]  `json:"address,omitempty"`
	PostalCode   httpx.Patch[string]  `json:"postal_code,omitempty"`
	Latitude     httpx.Patch[float64] `json:"latitude,omitempty"`
	Longitude    httpx.Patch[float64] `json:"longitude,omitempty"`
	Phone        httpx.Patch[string]  `json:"phone,omitempty"`
	Email        httpx.Patch[string]  `json:"email,omitempty"`
	Website      httpx.Patch[string]  `json:"website,omitempty"`
	Timezone     httpx.Patch[string]  `json:"timezone,omitempty" doc:"IANA name such as Europe/Athens; not given or null: that of the city, coordinates, state or country, and it follows them until one is chosen"`
	Currency     httpx.Patch[string]  `json:"currency,omitempty" doc:"ISO 4217"`
	Logo         httpx.Patch[string]  `json:"logo,omitempty" doc:"null removes the picture; a new one is sent as a file in a form"`
}

func (f PropertyFields) change(name *string) property.Change {
	return property.Change{
		Name: name, Code: f.Code.Pointer(), PropertyType: f.PropertyType.Pointer(), Chain: f.Chain.Pointer(),
		Country: f.Country.Pointer(), State: f.State.Pointer(), City: f.City.Pointer(), Address: f.Address.Pointer(),
		PostalCode: f.PostalCode.Pointer(), Phone: f.Phone.Pointer(), Email: f.Email.Pointer(), Website: f.Website.Pointer(),
		Timezone: f.Timezone.Pointer(), Currency: f.Currency.Pointer(),
		Stars: f.Stars.PointerOrNull(), Latitude: f.Latitude.PointerOrNull(), Longitude: f.Longitude.PointerOrNull(),
	}
}

type (
	listPropertiesRequest struct {
		page.Query
		Name    string          `query:"name" maxLength:"200" doc:"Part of the name"`
		Country string          `query:"country" pattern:"^[A-Z]{2}$" patternDescription:"an ISO 3166-1 alpha-2 code such as GR" doc:"ISO 3166-1 alpha-2"`
		Status  property.Status `query:"status" enum:"draft,pending,published,declined"`
	}
	listPropertiesResponse struct {
		Body page.Page[property.Property]
	}
	propertyIDRequest struct {
		ID int64 `path:"id" minimum:"1"`
	}
	propertyResponse      struct{ Body property.Property }
	createPropertyRequest struct {
		Body struct {
			Name string `json:"name" maxLength:"200"`
			PropertyFields
		}
	}
	updatePropertyRequest struct {
		ID   int64 `path:"id" minimum:"1"`
		Body struct {
			Name httpx.Patch[string] `json:"name,omitempty" maxLength:"200"`
			PropertyFields
		}
	}
	propertyDetailBody struct {
		property.Property
		Facts map[string]any `json:"facts" doc:"Every category: an object, or a list for array categories"`
	}
	propertyDetailResponse struct{ Body propertyDetailBody }
)

// shown adds the address of the logo.
func shown(ctx context.Context, p property.Property) property.Property {
	p.Logo = httpx.MediaURL(ctx, p.LogoKey)
	return p
}

func (h *handlers) list(ctx context.Context, req *listPropertiesRequest) (*listPropertiesResponse, error) {
	filter := property.Filter{Name: req.Name, Country: req.Country, Status: req.Status}
	list, count, err := h.Properties.List(ctx, auth.From(ctx), filter, req.Request())
	if err != nil {
		return nil, err
	}
	for i := range list {
		list[i] = shown(ctx, list[i])
	}
	return &listPropertiesResponse{Body: httpx.Page(ctx, &req.Query, count, list)}, nil
}

func (h *handlers) get(ctx context.Context, req *propertyIDRequest) (*propertyDetailResponse, error) {
	p, sheet, err := h.Properties.Detail(ctx, auth.From(ctx), req.ID)
	if err != nil {
		return nil, err
	}
	return &propertyDetailResponse{Body: propertyDetailBody{Property: shown(ctx, p), Facts: h.Catalogue.Show(sheet)}}, nil
}

func (h *handlers) create(ctx context.Context, req *createPropertyRequest) (*propertyResponse, error) {
	return withLogo(ctx, req.Body.Logo, func(logo property.Logo) (property.Property, error) {
		return h.Properties.Create(ctx, auth.From(ctx), req.Body.change(&req.Body.Name), logo)
	})
}

func (h *handlers) update(ctx context.Context, req *updatePropertyRequest) (*propertyResponse, error) {
	return withLogo(ctx, req.Body.Logo, func(logo property.Logo) (property.Property, error) {
		return h.Properties.Update(ctx, auth.From(ctx), req.ID, req.Body.change(req.Body.Name.Pointer()), logo)
	})
}

// withLogo calls fn with the uploaded logo, if any, and returns its property.
func withLogo(ctx context.Context, field httpx.Patch[string], fn func(property.Logo) (property.Property, error)) (*propertyResponse, error) {
	logo := property.Logo{Clear: field.Null}
	upload, done, err := httpx.OpenFile(ctx, "logo")
	if err != nil {
		return nil, err
	}
	defer done()
	logo.Upload = upload
	p, err := fn(logo)
	if err != nil {
		return nil, err
	}
	return &propertyResponse{Body: shown(ctx, p)}, nil
}

func (h *handlers) delete(ctx context.Context, req *propertyIDRequest) (*struct{}, error) {
	return nil, h.Properties.Delete(ctx, auth.From(ctx), req.ID)
}
