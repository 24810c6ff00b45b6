package settingshttp

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/identity/settings"
	"allot/internal/platform/apperr"
	"allot/internal/platform/httpx"
)

type (
	companyResponse      struct{ Body settings.Company }
	updateCompanyRequest struct {
		Body struct {
			Name               httpx.Patch[string] `json:"name,omitempty"`
			LegalName          httpx.Patch[string] `json:"legal_name,omitempty" doc:"For invoices"`
			VATID              httpx.Patch[string] `json:"vat_id,omitempty" doc:"With its country in front; for invoices" example:"EL123456789"`
			RegistrationNumber httpx.Patch[string] `json:"registration_number,omitempty" doc:"For invoices"`
			Address            httpx.Patch[string] `json:"address,omitempty" doc:"For invoices"`
			PostalCode         httpx.Patch[string] `json:"postal_code,omitempty" doc:"For invoices"`
			City               httpx.Patch[string] `json:"city,omitempty"`
			Country            httpx.Patch[string] `json:"country,omitempty" doc:"ISO 3166-1 alpha-2; new properties begin with it" example:"GR"`
			Phone              httpx.Patch[string] `json:"phone,omitempty"`
			Email              httpx.Patch[string] `json:"email,omitempty"`
			Website            httpx.Patch[string] `json:"website,omitempty"`
			Logo               httpx.Patch[string] `json:"logo,omitempty" doc:"null removes the picture; a new one is sent as a file in a form"`
			Currency           httpx.Patch[string] `json:"currency,omitempty" doc:"ISO 4217; new properties begin with it" example:"EUR"`
			Timezone           httpx.Patch[string] `json:"timezone,omitempty" doc:"IANA name; null: that of the city or country, and it follows them until one is chosen; new properties in the same country begin with it" example:"Europe/Athens"`
		}
	}
	companySettingsResponse struct {
		Body struct {
			settings.Company
			Account companyAccountBody `json:"account"`
		}
	}
	companyAccountBody struct {
		ID          int64     `json:"id" doc:"Id of the account, which is that of its manager"`
		AccountType string    `json:"account_type" enum:"accommodation,tour_operator"`
		Plan        plan.Plan `json:"plan"`
	}
)

func (h *handlers) company(ctx context.Context) (settings.Company, error) {
	c, err := h.Settings.Company(ctx, auth.From(ctx).OwnerID)
	if err != nil {
		return settings.Company{}, err
	}
	if c == nil {
		return settings.Company{}, apperr.ErrNotFound
	}
	return withLogo(ctx, *c), nil
}

func withLogo(ctx context.Context, c settings.Company) settings.Company {
	c.Logo = httpx.MediaURL(ctx, c.LogoKey)
	return c
}

func (h *handlers) getCompany(ctx context.Context, _ *struct{}) (*companyResponse, error) {
	c, err := h.company(ctx)
	if err != nil {
		return nil, err
	}
	return &companyResponse{Body: c}, nil
}

func (h *handlers) updateCompany(ctx context.Context, req *updateCompanyRequest) (*companyResponse, error) {
	b := req.Body
	in := settings.CompanyInput{
		Name: b.Name.Pointer(), LegalName: b.LegalName.Pointer(), VATID: b.VATID.Pointer(),
		RegistrationNumber: b.RegistrationNumber.Pointer(), Address: b.Address.Pointer(), PostalCode: b.PostalCode.Pointer(),
		City: b.City.Pointer(), Country: b.Country.Pointer(), Phone: b.Phone.Pointer(), Email: b.Email.Pointer(),
		Website: b.Website.Pointer(), Currency: b.Currency.Pointer(), Timezone: b.Timezone.Pointer(),
		ClearLogo: b.Logo.Null,
	}
	upload, done, err := httpx.OpenFile(ctx, "logo")
	if err != nil {
		return nil, err
	}
	defer done()
	in.Logo = upload
	c, err := h.Settings.UpdateCompany(ctx, auth.From(ctx), in)
	if err != nil {
		return nil, err
	}
	return &companyResponse{Body: withLogo(ctx, c)}, nil
}

func (h *handlers) companySettings(ctx context.Context, _ *struct{}) (*companySettingsResponse, error) {
	c, err := h.company(ctx)
	if err != nil {
		return nil, err
	}
	who := auth.From(ctx)
	plan, err := h.Plans.PlanOf(ctx, who.OwnerID)
	if err != nil {
		return nil, err
	}
	res := &companySettingsResponse{}
	res.Body.Company = c
	res.Body.Account = companyAccountBody{ID: who.OwnerID, AccountType: string(who.AccountType), Plan: plan}
	return res, nil
}
