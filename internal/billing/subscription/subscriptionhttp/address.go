package subscriptionhttp

import (
	"context"

	"allot/internal/billing/subscription"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
	"allot/internal/platform/money"
)

type (
	billingAddressBody struct {
		subscription.Address
		Sandbox bool `json:"sandbox"`
	}
	billingAddressResponse struct{ Body billingAddressBody }
	billingAddressRequest  struct {
		Body struct {
			CompanyName  httpx.Patch[string] `json:"company_name,omitempty"`
			VATNumber    httpx.Patch[string] `json:"vat_number,omitempty" doc:"With the code of the country, such as DE123456789"`
			Country      httpx.Patch[string] `json:"country,omitempty" doc:"ISO 3166-1 alpha-2"`
			BillingEmail httpx.Patch[string] `json:"billing_email,omitempty"`
			Address      httpx.Patch[string] `json:"address,omitempty"`
			City         httpx.Patch[string] `json:"city,omitempty"`
			PostalCode   httpx.Patch[string] `json:"postal_code,omitempty"`
		}
	}
	sellerResponse struct{ Body subscription.Seller }
	sellerRequest  struct {
		Body struct {
			Name               httpx.Patch[string]       `json:"name,omitempty"`
			VATID              httpx.Patch[string]       `json:"vat_id,omitempty"`
			RegistrationNumber httpx.Patch[string]       `json:"registration_number,omitempty"`
			Address            httpx.Patch[string]       `json:"address,omitempty"`
			PostalCode         httpx.Patch[string]       `json:"postal_code,omitempty"`
			City               httpx.Patch[string]       `json:"city,omitempty"`
			Country            httpx.Patch[string]       `json:"country,omitempty"`
			ContactName        httpx.Patch[string]       `json:"contact_name,omitempty"`
			ContactPhone       httpx.Patch[string]       `json:"contact_phone,omitempty"`
			ContactEmail       httpx.Patch[string]       `json:"contact_email,omitempty"`
			IBAN               httpx.Patch[string]       `json:"iban,omitempty"`
			BIC                httpx.Patch[string]       `json:"bic,omitempty"`
			VATRate            httpx.Patch[money.Amount] `json:"vat_rate,omitempty" doc:"Percent; without one a new country brings its standard rate"`
		}
	}
)

func (h *handlers) getAddress(ctx context.Context, _ *struct{}) (*billingAddressResponse, error) {
	a, err := h.Subscriptions.AddressOf(ctx, auth.From(ctx).OwnerID)
	return h.address(a), err
}

func (h *handlers) putAddress(ctx context.Context, req *billingAddressRequest) (*billingAddressResponse, error) {
	b := req.Body
	a, err := h.Subscriptions.SetAddress(ctx, auth.From(ctx), subscription.AddressInput{
		CompanyName: b.CompanyName.Pointer(), VATNumber: b.VATNumber.Pointer(), Country: b.Country.Pointer(), BillingEmail: b.BillingEmail.Pointer(),
		Address: b.Address.Pointer(), City: b.City.Pointer(), PostalCode: b.PostalCode.Pointer(),
	})
	return h.address(a), err
}

func (h *handlers) address(a subscription.Address) *billingAddressResponse {
	return &billingAddressResponse{Body: billingAddressBody{a, h.Subscriptions.Sandbox()}}
}

func (h *handlers) getSeller(ctx context.Context, _ *struct{}) (*sellerResponse, error) {
	s, err := h.Subscriptions.Seller(ctx)
	return &sellerResponse{Body: s}, err
}

func (h *handlers) putSeller(ctx context.Context, req *sellerRequest) (*sellerResponse, error) {
	b := req.Body
	s, err := h.Subscriptions.SetSeller(ctx, subscription.SellerInput{
		Name: b.Name.Pointer(), VATID: b.VATID.Pointer(), RegistrationNumber: b.RegistrationNumber.Pointer(), Address: b.Address.Pointer(),
		PostalCode: b.PostalCode.Pointer(), City: b.City.Pointer(), Country: b.Country.Pointer(), ContactName: b.ContactName.Pointer(),
		ContactPhone: b.ContactPhone.Pointer(), ContactEmail: b.ContactEmail.Pointer(), IBAN: b.IBAN.Pointer(), BIC: b.BIC.Pointer(), VATRate: b.VATRate.Pointer(),
	})
	return &sellerResponse{Body: s}, err
}
