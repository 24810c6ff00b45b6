package document

import "cmp"

// SetServiceDates sets the dates of the service where there are none: the days of the
// lines, else the day of issue.
func (d *Document) SetServiceDates() {
	if !d.ServiceFrom.IsZero() || !d.ServiceTo.IsZero() {
		return
	}
	for _, l := range d.Lines {
		if !l.From.IsZero() && (d.ServiceFrom.IsZero() || l.From < d.ServiceFrom) {
			d.ServiceFrom = l.From
		}
		if l.To > d.ServiceTo {
			d.ServiceTo = l.To
		}
	}
	if d.ServiceFrom.IsZero() || d.ServiceTo.IsZero() {
		d.ServiceFrom, d.ServiceTo = d.IssueDate, d.IssueDate
	}
}

// Or returns the party with what it lacks from another record of it. An address and its
// scheme belong together.
func (p Party) Or(other Party) Party {
	if p.Endpoint == "" || p.EndpointScheme == "" {
		p.Endpoint, p.EndpointScheme = other.Endpoint, other.EndpointScheme
	}
	p.Name, p.ID, p.Registration = cmp.Or(p.Name, other.Name), cmp.Or(p.ID, other.ID), cmp.Or(p.Registration, other.Registration)
	p.VATID, p.TaxNumber = cmp.Or(p.VATID, other.VATID), cmp.Or(p.TaxNumber, other.TaxNumber)
	p.Street, p.PostalCode = cmp.Or(p.Street, other.Street), cmp.Or(p.PostalCode, other.PostalCode)
	p.City, p.Country = cmp.Or(p.City, other.City), cmp.Or(p.Country, other.Country)
	p.ContactName, p.ContactPhone = cmp.Or(p.ContactName, other.ContactName), cmp.Or(p.ContactPhone, other.ContactPhone)
	p.ContactEmail = cmp.Or(p.ContactEmail, other.ContactEmail)
	return p
}

// Or returns the payment with the bank account of another record where it has none. BIC and
// holder belong to their account.
func (p Payment) Or(other Payment) Payment {
	if p.IBAN != "" {
		return p
	}
	other.Reference = cmp.Or(p.Reference, other.Reference)
	return other
}
