package profile

import (
	"cmp"
	"strings"

	"allot/internal/identity/account"
	"allot/internal/identity/settings"
	"allot/internal/invoicing/document"
)

// EffectiveProfile is what an e-invoice uses: the profile, and what stands in for its blank
// fields.
type EffectiveProfile struct {
	Values
	Name               string `json:"name" doc:"The legal name of the company, else its name; the bank account is in this name too"`
	RegistrationNumber string `json:"registration_number"`
	Address            string `json:"address"`
	PostalCode         string `json:"postal_code"`
	City               string `json:"city"`
}

// over returns the profile with the company's values where it is blank.
func (p Profile) over(company settings.Company) EffectiveProfile {
	e := EffectiveProfile{
		Values: p.Values, Name: cmp.Or(company.LegalName, company.Name), RegistrationNumber: company.RegistrationNumber,
		Address: company.Address, PostalCode: company.PostalCode, City: company.City,
	}
	e.VATID = cmp.Or(e.VATID, company.VATID)
	e.Country = cmp.Or(e.Country, company.Country)
	e.ElectronicAddress = cmp.Or(e.ElectronicAddress, company.Email)
	e.ElectronicAddressScheme = cmp.Or(e.ElectronicAddressScheme, schemeEmail)
	e.ContactPhone = cmp.Or(e.ContactPhone, company.Phone)
	e.ContactEmail = cmp.Or(e.ContactEmail, company.Email)
	return e
}

// needsManager reports whether the manager can stand in for something that the company does
// not have.
func (e EffectiveProfile) needsManager() bool {
	return e.ContactName == "" || e.ContactEmail == "" || e.ElectronicAddress == ""
}

func (e *EffectiveProfile) fillFrom(manager account.User) {
	e.ContactName = cmp.Or(e.ContactName, manager.Name())
	e.ContactEmail = cmp.Or(e.ContactEmail, manager.Email)
	e.ElectronicAddress = cmp.Or(e.ElectronicAddress, manager.Email)
}

func (e EffectiveProfile) party() document.Party {
	return document.Party{
		Name: e.Name, Registration: e.RegistrationNumber, VATID: e.VATID,
		Endpoint: e.ElectronicAddress, EndpointScheme: e.ElectronicAddressScheme,
		Street: e.Address, PostalCode: e.PostalCode, City: e.City, Country: e.Country,
		ContactName: e.ContactName, ContactPhone: e.ContactPhone, ContactEmail: e.ContactEmail,
	}
}

func (e EffectiveProfile) payment() document.Payment {
	return document.Payment{IBAN: e.IBAN, BIC: e.BIC, Holder: e.Name}
}

// ofCompany are the fields of a seller that a profile does not have.
var ofCompany = map[string]bool{"name": true, "postal_code": true, "city": true}

// missing lists what the account lacks to be the seller of an e-invoice with VAT.
func (e EffectiveProfile) missing() []document.Gap {
	list := []document.Gap{}
	for _, g := range (document.Document{Seller: e.party(), Payment: e.payment()}).Gaps() {
		name, ok := strings.CutPrefix(g.Field, "seller.")
		if !ok {
			continue
		}
		if ofCompany[name] {
			g.Message += ": set it in the company profile"
		}
		list = append(list, document.Gap{Field: name, Message: g.Message})
	}
	return list
}
