package settings

// CompanyUpdated tells that the company behind an account has changed.
type CompanyUpdated struct {
	OwnerID int64 `json:"owner_id"`
}

// EventKind names the event.
func (CompanyUpdated) EventKind() string { return "settings.company_updated" }

// EventOwner is the account of the company.
func (e CompanyUpdated) EventOwner() int64 { return e.OwnerID }
