package account

import (
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
)

// Permission says which modules a sub-user may use. A sub-user without a
// record may use none. PropertyIDs are the only properties whose records the user
// sees and changes, in every module; empty means all.
type Permission struct {
	ID                 int64   `bun:"id,pk,autoincrement" json:"id"`
	OwnerID            int64   `bun:"owner_id" json:"-"`
	UserID             int64   `bun:"user_id" json:"user"`
	StopSales          bool    `bun:"stop_sales" json:"stop_sales"`
	PartnerConnections bool    `bun:"partner_connections" json:"partner_connections"`
	FactSheets         bool    `bun:"fact_sheets" json:"fact_sheets"`
	Photos             bool    `bun:"photos" json:"photos"`
	Invoicing          bool    `bun:"invoicing" json:"invoicing"`
	Rooming            bool    `bun:"rooming" json:"rooming"`
	Subscriptions      bool    `bun:"subscriptions" json:"subscriptions"`
	Settings           bool    `bun:"settings" json:"settings"`
	Integrations       bool    `bun:"integrations" json:"integrations"`
	Reports            bool    `bun:"reports" json:"reports"`
	PropertyIDs        []int64 `bun:"property_ids,type:text" json:"property_ids"`
}

// ErrPermissionExists refuses a second record for one sub-user.
var ErrPermissionExists = apperr.New(apperr.Conflict, "already_exists", "this user already has permissions; update them instead")

// field returns the field of the record for a flag. It panics for an unknown flag.
func (p *Permission) field(f auth.Flag) *bool {
	switch f {
	case auth.StopSales:
		return &p.StopSales
	case auth.PartnerConnections:
		return &p.PartnerConnections
	case auth.FactSheets:
		return &p.FactSheets
	case auth.Photos:
		return &p.Photos
	case auth.Invoicing:
		return &p.Invoicing
	case auth.Rooming:
		return &p.Rooming
	case auth.Subscriptions:
		return &p.Subscriptions
	case auth.Settings:
		return &p.Settings
	case auth.Integrations:
		return &p.Integrations
	case auth.Reports:
		return &p.Reports
	}
	panic("permission flag without a column: " + f)
}

// Flags lists the modules that the record allows.
func (p Permission) Flags() []auth.Flag {
	var flags []auth.Flag
	for _, f := range auth.Flags {
		if *p.field(f) {
			flags = append(flags, f)
		}
	}
	return flags
}

// Everything returns the permissions of a manager.
func Everything() Permission {
	p := Permission{PropertyIDs: []int64{}}
	for _, f := range auth.Flags {
		*p.field(f) = true
	}
	return p
}

// PermissionChange sets flags; those that are missing stay as they are.
type PermissionChange struct {
	Flags       map[auth.Flag]bool
	PropertyIDs *[]int64
}

func (c PermissionChange) apply(p *Permission) {
	for f, on := range c.Flags {
		*p.field(f) = on
	}
	if c.PropertyIDs != nil {
		p.PropertyIDs = *c.PropertyIDs
	}
	if p.PropertyIDs == nil {
		p.PropertyIDs = []int64{}
	}
}
