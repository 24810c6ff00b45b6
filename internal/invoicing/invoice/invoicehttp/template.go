package invoicehttp

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/invoicing/invoice"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	invoiceTemplateBody struct {
		invoice.Template
		LogoKey string  `json:"logo_key,omitempty" hidden:"true"`
		Logo    *string `json:"logo" doc:"Address of the picture; null: the company's"`
	}
	invoiceTemplateResponse  struct{ Body invoiceTemplateBody }
	invoiceTemplatesRequest  struct{ page.Query }
	invoiceTemplatesResponse struct {
		Body page.Page[invoiceTemplateBody]
	}
	invoiceTemplateIDRequest struct {
		ID int64 `path:"id" minimum:"1" doc:"Id of the template"`
	}
	// InvoiceTemplateFields is a template as it is written.
	InvoiceTemplateFields struct {
		Name         httpx.Patch[string] `json:"name,omitempty" maxLength:"100"`
		HeaderText   httpx.Patch[string] `json:"header_text,omitempty" maxLength:"2000" doc:"Above the lines"`
		FooterText   httpx.Patch[string] `json:"footer_text,omitempty" maxLength:"2000" doc:"At the foot of each page"`
		PaymentTerms httpx.Patch[string] `json:"payment_terms,omitempty" maxLength:"2000" doc:"Below the totals, and in e-invoices"`
		BankDetails  httpx.Patch[string] `json:"bank_details,omitempty" maxLength:"2000" doc:"Below the payment terms; default: IBAN and BIC of the e-invoice profile"`
		PrimaryColor httpx.Patch[string] `json:"primary_color,omitempty" example:"#0f766e" doc:"Hex colour of headings and rules"`
		Logo         httpx.Patch[string] `json:"logo,omitempty" doc:"null removes the picture; a new one is sent as a file in a form"`
	}
	createInvoiceTemplateRequest struct{ Body InvoiceTemplateFields }
	updateInvoiceTemplateRequest struct {
		ID   int64 `path:"id" minimum:"1" doc:"Id of the template"`
		Body InvoiceTemplateFields
	}
)

func templateBody(ctx context.Context, t invoice.Template) invoiceTemplateBody {
	b := invoiceTemplateBody{Template: t, Logo: httpx.MediaURL(ctx, t.LogoKey)}
	b.Template.LogoKey = ""
	return b
}

func templateAnswer(ctx context.Context, t invoice.Template, err error) (*invoiceTemplateResponse, error) {
	if err != nil {
		return nil, err
	}
	return &invoiceTemplateResponse{Body: templateBody(ctx, t)}, nil
}

func (b InvoiceTemplateFields) input() invoice.TemplateInput {
	return invoice.TemplateInput{
		Name: b.Name.Pointer(), HeaderText: b.HeaderText.Pointer(), FooterText: b.FooterText.Pointer(), PaymentTerms: b.PaymentTerms.Pointer(),
		BankDetails: b.BankDetails.Pointer(), PrimaryColor: b.PrimaryColor.Pointer(), ClearLogo: b.Logo.Null,
	}
}

func (h *handlers) listTemplates(ctx context.Context, req *invoiceTemplatesRequest) (*invoiceTemplatesResponse, error) {
	list, n, err := h.invoices.Templates(ctx, auth.From(ctx), req.Request())
	if err != nil {
		return nil, err
	}
	bodies := make([]invoiceTemplateBody, len(list))
	for i, t := range list {
		bodies[i] = templateBody(ctx, t)
	}
	return &invoiceTemplatesResponse{Body: httpx.Page(ctx, &req.Query, n, bodies)}, nil
}

func (h *handlers) getTemplate(ctx context.Context, req *invoiceTemplateIDRequest) (*invoiceTemplateResponse, error) {
	t, err := h.invoices.Template(ctx, auth.From(ctx), req.ID)
	return templateAnswer(ctx, t, err)
}

func (h *handlers) createTemplate(ctx context.Context, req *createInvoiceTemplateRequest) (*invoiceTemplateResponse, error) {
	in := req.Body.input()
	logo, done, err := httpx.OpenFile(ctx, "logo")
	if err != nil {
		return nil, err
	}
	defer done()
	in.Logo = logo
	t, err := h.invoices.CreateTemplate(ctx, auth.From(ctx), in)
	return templateAnswer(ctx, t, err)
}

func (h *handlers) updateTemplate(ctx context.Context, req *updateInvoiceTemplateRequest) (*invoiceTemplateResponse, error) {
	in := req.Body.input()
	logo, done, err := httpx.OpenFile(ctx, "logo")
	if err != nil {
		return nil, err
	}
	defer done()
	in.Logo = logo
	t, err := h.invoices.UpdateTemplate(ctx, auth.From(ctx), req.ID, in)
	return templateAnswer(ctx, t, err)
}

func (h *handlers) deleteTemplate(ctx context.Context, req *invoiceTemplateIDRequest) (*struct{}, error) {
	return nil, h.invoices.DeleteTemplate(ctx, auth.From(ctx), req.ID)
}
