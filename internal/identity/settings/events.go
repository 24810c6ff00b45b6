package settings

// CompanyUpdated is published when the company of an account has changed.
type CompanyUpdated struct {
	OwnerID int64 `json:"owner_id"`
}

// EventKind returns the kind of the event.
func (CompanyUpdated) EventKind() string { return "settings.company_updated" }

// EventOwner returns the account of the company.
func (e CompanyUpdated) EventOwner() int64 { return e.OwnerID }
