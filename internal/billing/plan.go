// Package billing owns what an account has subscribed to and the limits that
// follow from it.
//
// Every account is on the free tier until the subscription module sells plans;
// other modules already ask here, so that they need no change then.
package billing

import "context"

// Unlimited is the value of a limit that is none.
const Unlimited = -1

// Features are the limits of a plan.
type Features struct {
	Properties           int `json:"properties" doc:"-1 is unlimited, here and below"`
	PhotosPerProperty    int `json:"photos"`
	APIKeys              int `json:"api_keys"`
	PartnerConnections   int `json:"partner_connections"`
	InvoicesPerMonth     int `json:"invoices_per_month"`
	CalendarsPerProperty int `json:"calendars"`
	DataRefreshMinutes   int `json:"data_refresh_minutes" doc:"0 is real-time"`
}

// Plan is what an account has.
type Plan struct {
	Name     string   `json:"name"`
	Category string   `json:"category" enum:"free,silver,gold,platinum,diamond"`
	Features Features `json:"features"`
}

// Free is the plan of an account that has subscribed to nothing.
var Free = Plan{
	Name: "Free", Category: "free",
	Features: Features{
		Properties: 1, PhotosPerProperty: 10, APIKeys: 1, PartnerConnections: 3, InvoicesPerMonth: 30,
		CalendarsPerProperty: 5, DataRefreshMinutes: 24 * 60,
	},
}

// Service answers which plan applies to an account.
type Service struct{}

// New makes the service.
func New() *Service { return &Service{} }

// PlanOf returns the plan of an account.
func (*Service) PlanOf(_ context.Context, _ int64) (Plan, error) { return Free, nil }
