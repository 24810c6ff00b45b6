package invoice

import (
	"context"
	"errors"

	"allot/internal/identity/settings"
	"allot/internal/invoicing/document"
	"allot/internal/platform/apperr"
)

// present returns what an invoice shows besides its own fields, as things are now.
func (s *Service) present(ctx context.Context, v Invoice) (Frozen, error) {
	seller, payment, _, err := s.deps.Parties.Party(ctx, v.OwnerID)
	if err != nil {
		return Frozen{}, err
	}
	z := Frozen{Seller: seller, Payment: payment, Buyer: v.party()}
	if v.PartnerID != nil {
		if z.Buyer, _, z.BuyerReference, err = s.deps.Parties.Party(ctx, *v.PartnerID); err != nil {
			return Frozen{}, err
		}
	}
	z.Look, err = s.look(ctx, v)
	return z, err
}

// party returns a recipient outside the platform as a party.
func (r Recipient) party() document.Party {
	p := document.Party{Name: r.RecipientName, VATID: r.RecipientVATID, Street: r.RecipientStreet, PostalCode: r.RecipientPostalCode, City: r.RecipientCity, Country: r.RecipientCountry, ContactEmail: r.RecipientEmail}
	if r.RecipientEmail != "" {
		p.Endpoint, p.EndpointScheme = r.RecipientEmail, document.SchemeEmail
	}
	return p
}

// look returns the template of an invoice or the default, with the company's logo where
// it has none of its own.
func (s *Service) look(ctx context.Context, v Invoice) (Look, error) {
	look := DefaultLook()
	if v.TemplateID != nil {
		t, err := s.store.Template(ctx, v.OwnerID, *v.TemplateID)
		if err != nil && !errors.Is(err, apperr.ErrNotFound) {
			return look, err
		}
		if err == nil {
			look = t.Look
		}
	}
	if look.LogoKey != "" {
		return look, nil
	}
	company, err := s.company(ctx, v.OwnerID)
	if err != nil {
		return look, err
	}
	look.LogoKey = company.LogoKey
	return look, nil
}

// company returns the company of an account that is party to invoices; staff have none.
func (s *Service) company(ctx context.Context, owner int64) (settings.Company, error) {
	c, err := s.deps.Settings.Company(ctx, owner)
	if err == nil && c == nil {
		err = apperr.ErrNotFound
	}
	if err != nil {
		return settings.Company{}, err
	}
	return *c, nil
}

// frozen returns what was kept when the invoice was sent, or of a draft what holds now.
func (s *Service) frozen(ctx context.Context, v Invoice) (Frozen, error) {
	if v.Frozen != nil {
		return *v.Frozen, nil
	}
	return s.present(ctx, v)
}

// address returns where letters about an invoice go. Letters to people outside the
// platform are counted by the plan.
func (s *Service) address(ctx context.Context, v Invoice) (string, error) {
	if v.PartnerID == nil {
		if v.RecipientEmail == "" {
			return "", ErrNoRecipient
		}
		return v.RecipientEmail, s.deps.Plans.SpendLetters(ctx, v.OwnerID, 1)
	}
	company, err := s.company(ctx, *v.PartnerID)
	if err != nil || company.Email != "" {
		return company.Email, err
	}
	u, err := s.deps.Accounts.Account(ctx, *v.PartnerID)
	return u.Email, err
}
