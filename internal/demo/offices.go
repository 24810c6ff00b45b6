package demo

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"allot/internal/billing/subscription"
	"allot/internal/exchange/partnerapi"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/identity/plan"
	"allot/internal/identity/settings"
	"allot/internal/platform/civil"
	"allot/internal/platform/money"
)

// textFile is texts.json.
type textFile struct {
	Contacts []struct {
		FirstName string   `json:"first_name"`
		LastName  string   `json:"last_name"`
		Email     string   `json:"email"`
		Company   string   `json:"company"`
		Language  string   `json:"language"`
		Tags      []string `json:"tags"`
	} `json:"contacts"`
	Lists []struct {
		Name string `json:"name"`
		Tag  string `json:"tag"`
	} `json:"lists"`
	Announcement struct {
		Title map[string]string `json:"title"`
		Body  map[string]string `json:"body"`
	} `json:"announcement"`
	Overrides struct {
		Waiting  overrideText `json:"waiting"`
		Approved overrideText `json:"approved"`
		Declined overrideText `json:"declined"`
		InForce  overrideText `json:"in_force"`
	} `json:"overrides"`
	Stops     []stopText `json:"stops"`
	PastStops []stopText `json:"past_stops"`
	Closed    string     `json:"closed"`
}

// furnishOffices makes contacts, mailing lists, keys and their statistics.
func (c *chain) furnishOffices(ctx context.Context) error {
	c.ago(120)
	for _, who := range []auth.Caller{c.owner, c.house} {
		if err := c.addContacts(auth.With(ctx, who), who); err != nil {
			return err
		}
	}
	c.ago(90)
	for i, k := range []struct {
		who    auth.Caller
		name   string
		scopes []auth.KeyScope
		calls  int64 // a day
	}{
		{c.operators[german].who, "Booking system", []auth.KeyScope{auth.KeyFactSheet, auth.KeyStopSale, auth.KeyHotelPhotos, auth.KeyRooming}, 640},
		{c.operators[british].who, "Website", []auth.KeyScope{auth.KeyFactSheet, auth.KeyStopSale, auth.KeyHotelPhotos}, 310},
		{c.operators[turkish].who, "Call centre", []auth.KeyScope{auth.KeyStopSale}, 180},
		{c.owner, "Revenue dashboard", []auth.KeyScope{auth.KeyStopSale, auth.KeyInvoices}, 96},
	} {
		scopes := map[auth.KeyScope]bool{}
		for _, s := range k.scopes {
			scopes[s] = true
		}
		_, key, err := c.Keys.CreateKey(auth.With(ctx, k.who), k.who, partnerapi.KeyInput{Name: &k.name, Permissions: scopes})
		if err != nil {
			return fmt.Errorf("key %s: %w", k.name, err)
		}
		if err := c.count(ctx, k.who.OwnerID, key.ID, k.scopes, k.calls, int64(i)); err != nil {
			return err
		}
	}
	return nil
}

func (c *chain) addContacts(ctx context.Context, who auth.Caller) error {
	byTag := map[string][]int64{}
	for _, t := range c.texts.Contacts {
		made, err := c.Settings.CreateContact(ctx, who, settings.ContactInput{
			FirstName: &t.FirstName, LastName: &t.LastName, Email: &t.Email, Company: &t.Company, Language: &t.Language, Tags: &t.Tags,
		})
		if err != nil {
			return fmt.Errorf("contact %s: %w", t.Email, err)
		}
		for _, tag := range t.Tags {
			byTag[tag] = append(byTag[tag], made.ID)
		}
	}
	for _, l := range c.texts.Lists {
		members := byTag[l.Tag]
		if _, err := c.Settings.CreateList(ctx, who, settings.MailingListInput{Name: &l.Name, Contacts: &members}); err != nil {
			return err
		}
	}
	return nil
}

// endpoints are what keys with a scope call.
var endpoints = map[auth.KeyScope]string{
	auth.KeyFactSheet: "facts", auth.KeyStopSale: "allotment-stop-sale", auth.KeyHotelPhotos: "photos", auth.KeyRooming: "rooming", auth.KeyInvoices: "invoices",
}

// count stores the statistics of a key for eight weeks: fewer calls at weekends, most
// of them for availability, a few refused.
func (c *chain) count(ctx context.Context, owner, key int64, scopes []auth.KeyScope, calls, seed int64) error {
	const weeks = 8
	var rows []partnerapi.Row
	var totals []partnerapi.Total
	for date := c.today.Add(-daysOfWeek * weeks); date < c.today; date++ {
		var all partnerapi.Counts
		var ofDay []partnerapi.Row
		for _, s := range scopes {
			n := callsOn(date, calls, seed)
			if s != auth.KeyStopSale {
				n /= 24
			}
			counts := partnerapi.Counts{HitsOK: n, HitsError: int64(pick(3, seed, int64(date))), BytesTransferred: n * (9_000 + int64(pick(4000, seed, int64(date))))}
			ofDay = append(ofDay, partnerapi.Row{Place: partnerapi.Place{OwnerID: owner, Date: date, KeyID: key, Endpoint: endpoints[s]}, Counts: counts})
			all.Add(counts)
		}
		slices.SortFunc(ofDay, func(a, b partnerapi.Row) int { return strings.Compare(a.Endpoint, b.Endpoint) })
		rows = append(rows, ofDay...)
		totals = append(totals, partnerapi.Total{Part: partnerapi.PartDay, Row: partnerapi.Row{Place: partnerapi.Place{OwnerID: owner, Date: date}, Counts: all}})
		for _, r := range ofDay {
			totals = append(totals, partnerapi.Total{Part: partnerapi.PartEndpoint, Row: partnerapi.Row{Place: partnerapi.Place{OwnerID: owner, Date: date, Endpoint: r.Endpoint}, Counts: r.Counts}})
		}
		totals = append(totals, partnerapi.Total{Part: partnerapi.PartKey, Row: partnerapi.Row{Place: partnerapi.Place{OwnerID: owner, Date: date, KeyID: key}, Counts: all}})
	}
	return c.DB.InTx(ctx, func(ctx context.Context) error {
		if err := c.KeyStats.AddRows(ctx, rows); err != nil {
			return err
		}
		return c.KeyStats.AddTotals(ctx, totals)
	})
}

func callsOn(date civil.Date, calls, seed int64) int64 {
	return int64(float64(calls) * weekdays[(date.Weekday()+3)%daysOfWeek] * varied(seed, int64(date)))
}

// nameSeller says who writes the bills of subscriptions.
func (c *chain) nameSeller(ctx context.Context) error {
	text := func(s string) *string { return &s }
	rate := money.New(decimal.New(19, 0))
	_, err := c.Subscriptions.SetSeller(auth.With(ctx, c.admin), subscription.SellerInput{
		Name: text("Allot Demo GmbH"), VATID: text("DE136695976"), RegistrationNumber: text("HRB 98765"), Address: text("Musterstraße 1"), PostalCode: text("10115"),
		City: text("Berlin"), Country: text("DE"), ContactName: text("Demo Support"), ContactPhone: text("+49 30 555 0100"),
		ContactEmail: text("billing@allot.example"), IBAN: text("DE02120300000000202051"), BIC: text("BYLADEM1001"), VATRate: &rate,
	})
	return err
}

// buy subscribes an account to a plan, paid with a card of the sandbox.
func (c *chain) buy(ctx context.Context, who auth.Caller, f companyFile, country, email, category string, cycle plan.Cycle, card string) error {
	ctx = auth.With(ctx, who)
	if _, err := c.Subscriptions.SetAddress(ctx, who, subscription.AddressInput{
		CompanyName: &f.LegalName, VATNumber: &f.VATID, Country: &country, BillingEmail: &email, Address: &f.Address, City: &f.City, PostalCode: &f.PostalCode,
	}); err != nil {
		return fmt.Errorf("billing address of %s: %w", f.LegalName, err)
	}
	if !c.Subscriptions.Sandbox() {
		_, err := c.Plans.Grant(auth.With(ctx, c.admin), who.OwnerID, plan.GrantInput{Plan: &category})
		return err // nobody's money is asked for by a demo
	}
	if _, err := c.Subscriptions.AttachCard(ctx, who, card); err != nil {
		return err
	}
	offers, err := c.Plans.Offers(ctx)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(offers, func(o plan.Offer) bool { return o.Category == category })
	if i < 0 {
		return fmt.Errorf("no plan %s is for sale", category)
	}
	_, err = c.Subscriptions.Change(ctx, who, subscription.ChangeInput{PlanID: offers[i].ID, Cycle: cycle})
	return err
}

// finish marks what happened long ago as read and publishes the announcement, which
// is the last thing that is made.
func (c *chain) finish(ctx context.Context) error {
	const seen = 14 // days
	callers := []auth.Caller{c.admin, c.owner, c.house}
	for _, o := range c.operators {
		callers = append(callers, o.who)
	}
	for _, who := range callers {
		list, _, err := c.Notify.Notifications(ctx, who, notify.Filter{}, allAtOnce)
		if err != nil {
			return err
		}
		before := c.Clock.real().AddDate(0, 0, -seen)
		for _, n := range list {
			if n.CreatedAt.After(before) || n.IsRead {
				continue
			}
			if _, err := c.Notify.SetRead(auth.With(ctx, who), who, n.ID, true); err != nil {
				return err
			}
		}
	}
	c.ago(1)
	t, b := c.texts.Announcement.Title, c.texts.Announcement.Body
	_, err := c.Notify.CreateAnnouncement(auth.With(ctx, c.admin), notify.AnnouncementInput{Title: &t, Body: &b})
	return err
}
