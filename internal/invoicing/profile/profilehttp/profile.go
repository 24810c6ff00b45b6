package profilehttp

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/invoicing/profile"
	"allot/internal/platform/httpx"
)

type (
	updateEinvoiceProfileRequest struct {
		Body struct {
			VATID                   httpx.Patch[string] `json:"vat_id,omitempty" doc:"With its country in front; blank: that of the company" example:"EL123456789"`
			IBAN                    httpx.Patch[string] `json:"iban,omitempty" doc:"The account that your buyers pay to" example:"GR16 0110 1250 0000 0001 2300 695"`
			BIC                     httpx.Patch[string] `json:"bic,omitempty" example:"ETHNGRAA"`
			Country                 httpx.Patch[string] `json:"country,omitempty" doc:"ISO 3166-1 alpha-2; blank: that of the company" example:"GR"`
			ElectronicAddress       httpx.Patch[string] `json:"electronic_address,omitempty" doc:"Where e-invoices to you are sent; blank: the e-mail address of the company" example:"invoices@example.com"`
			ElectronicAddressScheme httpx.Patch[string] `json:"electronic_address_scheme,omitempty" doc:"A code of available_schemes; blank: EM, an e-mail address" example:"EM"`
			BuyerReference          httpx.Patch[string] `json:"buyer_reference,omitempty" doc:"What invoices to you must quote, such as a Leitweg-ID; at most 100 characters" example:"04011000-1234512345-06"`
			ContactName             httpx.Patch[string] `json:"contact_name,omitempty" doc:"At most 100 characters; blank: the manager of the account"`
			ContactPhone            httpx.Patch[string] `json:"contact_phone,omitempty" doc:"Blank: that of the company"`
			ContactEmail            httpx.Patch[string] `json:"contact_email,omitempty" doc:"Blank: that of the company, then the manager's"`
		}
	}
	einvoiceProfileResponse struct{ Body einvoiceProfileBody }
	einvoiceProfileBody     struct {
		profile.Shown
		AvailableSchemes []profile.AddressScheme `json:"available_schemes" nullable:"false" doc:"What electronic_address_scheme can be"`
	}
)

func (h *handlers) get(ctx context.Context, _ *struct{}) (*einvoiceProfileResponse, error) {
	return response(h.profiles.Show(ctx, auth.From(ctx)))
}

func (h *handlers) update(ctx context.Context, req *updateEinvoiceProfileRequest) (*einvoiceProfileResponse, error) {
	b := &req.Body
	return response(h.profiles.Update(ctx, auth.From(ctx), profile.Change{
		VATID: b.VATID.Pointer(), IBAN: b.IBAN.Pointer(), BIC: b.BIC.Pointer(), Country: b.Country.Pointer(),
		ElectronicAddress: b.ElectronicAddress.Pointer(), ElectronicAddressScheme: b.ElectronicAddressScheme.Pointer(),
		BuyerReference: b.BuyerReference.Pointer(),
		ContactName:    b.ContactName.Pointer(), ContactPhone: b.ContactPhone.Pointer(), ContactEmail: b.ContactEmail.Pointer(),
	}))
}

func response(p profile.Shown, err error) (*einvoiceProfileResponse, error) {
	if err != nil {
		return nil, err
	}
	return &einvoiceProfileResponse{Body: einvoiceProfileBody{p, profile.Schemes}}, nil
}
