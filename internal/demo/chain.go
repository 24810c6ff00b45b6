package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	"allot/internal/content/facts"
	"allot/internal/content/photo"
	"allot/internal/demo/drawing"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/settings"
	"allot/internal/invoicing/profile"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/jobs"
	"allot/internal/platform/outbox"
	"allot/internal/platform/page"
)

// chainHotels are the files of the chain's hotels, in the order of their ids.
var chainHotels = []string{"rethymno", "rhodes", "side", "mallorca", "tirol"}

// person is a user in a file.
type person struct {
	Email     string      `json:"email"`
	FirstName string      `json:"first_name"`
	LastName  string      `json:"last_name"`
	Language  string      `json:"language"`
	Is        string      `json:"is"`
	Flags     []auth.Flag `json:"flags"`
}

// companyFile is a company in a file.
type companyFile struct {
	LegalName          string `json:"legal_name"`
	VATID              string `json:"vat_id"`
	RegistrationNumber string `json:"registration_number"`
	Address            string `json:"address"`
	PostalCode         string `json:"postal_code"`
	City               string `json:"city"`
	Phone              string `json:"phone"`
	Website            string `json:"website"`
	IBAN               string `json:"iban"`
	BIC                string `json:"bic"`
	Contact            string `json:"contact"`
}

// chainFile is chain.json.
type chainFile struct {
	Company struct {
		person
		companyFile
		Name    string `json:"name"`
		Country string `json:"country"`
	} `json:"company"`
	Staff           []person    `json:"staff"`
	FlagsOfManagers []auth.Flag `json:"flags_of_managers"`
}

// chain is the demo's hotel chain and its partners while their data is made.
type chain struct {
	*seeder
	file      chainFile
	texts     textFile
	owner     auth.Caller
	today     civil.Date
	resorts   []*resort
	operators []*operator
	house     auth.Caller // the manager of the family hotel
}

// resort is a hotel of the chain.
type resort struct {
	hotelFile
	Manager  person   `json:"manager"`
	Strength strength `json:"season"`
	Rooms    []struct {
		Code  string `json:"code"`
		Units int    `json:"units"`
	} `json:"rooms"`
	Place  drawing.Place `json:"place"`
	Photos []struct {
		Scene    string         `json:"scene"`
		Category photo.Category `json:"category"`
		Caption  string         `json:"caption"`
	} `json:"photos"`

	scenes  map[string]string // by code of the room
	id      int64
	rooms   []facts.Room
	open    []civil.Range // seasons
	gallery *gallery
	selling
}

var errIncomplete = errors.New("the demo data is not complete, because an earlier start was interrupted while it was made: start with --reset")

// seedChain makes what the large demo has beside the small one, unless it is there.
func (s *seeder) seedChain(ctx context.Context) ([]User, error) {
	c := &chain{seeder: s}
	if err := c.read(); err != nil {
		return nil, err
	}
	_, err := s.Accounts.AccountByEmail(ctx, c.file.Company.Email)
	if err == nil {
		return c.users(), s.requireComplete(ctx)
	}
	if !errors.Is(err, apperr.ErrNotFound) {
		return nil, err
	}
	c.today = s.Clock.today()
	// Nobody gets a letter or an event of what happened before the first start. The
	// events of publications and companies are stored: others keep their data by them.
	ctx = jobs.Discard(ctx)
	for _, step := range []struct {
		name  string
		quiet bool // stores no events
		run   func(context.Context) error
	}{
		{"a hotel chain", false, c.openAccounts},
		{"", false, c.buildResorts},
		{"partners", false, c.signContracts},
		{"availability", true, c.openSales},
		{"a year of bookings", true, c.sell},
		{"photos", false, c.publishResorts},
		{"", false, c.furnishCatalogues},
		{"rooming lists", true, c.sendRooming},
		{"invoices", true, c.sendInvoices},
		{"", true, c.furnishOffices},
		{"", true, c.finish},
	} {
		if step.name != "" {
			s.Progress(step.name)
		}
		during := ctx
		if step.quiet {
			during = outbox.Discard(ctx)
		}
		if err := step.run(during); err != nil {
			return nil, err
		}
	}
	return c.users(), nil
}

// requireComplete refuses data whose last step is missing: the announcement.
func (s *seeder) requireComplete(ctx context.Context) error {
	_, n, err := s.Notify.Announcements(ctx, page.Request{Page: 1, Size: 1})
	if err == nil && n == 0 {
		err = errIncomplete
	}
	return err
}

// read reads the files.
func (c *chain) read() error {
	var base hotelFile
	var rooms map[string]struct {
		Scene string         `json:"scene"`
		Facts map[string]any `json:"facts"`
	}
	var ops operatorFile
	if err := errors.Join(
		readFile("chain/chain.json", &c.file), readFile("chain/texts.json", &c.texts), readFile("chain/operators.json", &ops),
		readFile("chain/base.json", &base), readFile("chain/rooms.json", &rooms),
	); err != nil {
		return err
	}
	c.operators = ops.list()
	for _, name := range chainHotels {
		r := &resort{scenes: map[string]string{}}
		if err := readFile("chain/"+name+".json", r); err != nil {
			return err
		}
		all := maps.Clone(base.Facts)
		maps.Copy(all, r.Facts)
		var list []map[string]any
		for _, room := range r.Rooms {
			record := maps.Clone(rooms[room.Code].Facts)
			record["code"], record["room_total_units"] = room.Code, room.Units
			list = append(list, record)
			r.scenes[room.Code] = rooms[room.Code].Scene
		}
		raw, err := json.Marshal(list)
		if err != nil {
			return fmt.Errorf("the rooms of %s: %w", name, err)
		}
		all[facts.CategoryRooms] = raw
		r.Facts = all
		c.resorts = append(c.resorts, r)
	}
	return nil
}

// users lists whom one can log in as.
func (c *chain) users() []User {
	list := []User{{c.file.Company.Email, "hotel chain, head office, manager"}}
	for _, p := range c.file.Staff {
		list = append(list, User{p.Email, p.Is})
	}
	for _, r := range c.resorts {
		list = append(list, User{r.Manager.Email, "manager of " + *r.Property.Name})
	}
	for _, o := range c.operators {
		if !o.Known {
			list = append(list, User{o.Email, o.Is})
		}
	}
	return list
}

// openAccounts makes the accounts of the chain and of the operators, with companies.
func (c *chain) openAccounts(ctx context.Context) (err error) {
	if c.house, err = c.caller(ctx, HotelEmail); err != nil {
		return err
	}
	c.ago(daysOfHistory)
	f := c.file.Company
	if c.owner, err = c.open(ctx, f.person, auth.Accommodation, f.Name, f.Country); err != nil {
		return err
	}
	f.Contact = f.FirstName + " " + f.LastName
	if err := c.describe(ctx, c.owner, f.companyFile); err != nil {
		return err
	}
	for _, o := range c.operators {
		if o.Known {
			o.who, err = c.caller(ctx, o.Email)
		} else {
			o.who, err = c.open(ctx, o.person, auth.TourOperator, o.Name, o.Country)
		}
		if err != nil {
			return err
		}
		if err := c.describe(ctx, o.who, o.Company); err != nil {
			return err
		}
	}
	return c.subscribe(ctx)
}

func (c *chain) open(ctx context.Context, p person, kind auth.AccountType, company, country string) (auth.Caller, error) {
	u, err := c.Accounts.CreateAccount(ctx, account.RegisterInput{
		Email: p.Email, Password: c.Password, AccountType: kind, CompanyName: company, Country: country,
		FirstName: p.FirstName, LastName: p.LastName, Language: p.Language,
	})
	return managerOf(u), err
}

// describe completes a company and its profile for e-invoices.
func (c *chain) describe(ctx context.Context, who auth.Caller, f companyFile) error {
	if f.LegalName == "" {
		return nil // the small demo has done it
	}
	ctx = auth.With(ctx, who)
	if _, err := c.Settings.UpdateCompany(ctx, who, settings.CompanyInput{
		LegalName: &f.LegalName, VATID: &f.VATID, RegistrationNumber: &f.RegistrationNumber, Address: &f.Address,
		PostalCode: &f.PostalCode, City: &f.City, Phone: &f.Phone, Website: &f.Website,
	}); err != nil {
		return fmt.Errorf("company %s: %w", f.LegalName, err)
	}
	_, err := c.Profiles.Update(ctx, who, profile.Change{IBAN: &f.IBAN, BIC: &f.BIC, ContactName: &f.Contact})
	return err
}

// buildResorts makes the hotels and begins to draw their photos.
func (c *chain) buildResorts(ctx context.Context) error {
	ctx = auth.With(ctx, c.owner)
	window := c.window()
	for _, r := range c.resorts {
		var general struct {
			Periods []period `json:"opening_periods"`
		}
		if err := json.Unmarshal(r.Facts["general"], &general); err != nil {
			return fmt.Errorf("opening periods of %s: %w", *r.Property.Name, err)
		}
		r.open = seasons(general.Periods, window)
		var err error
		if r.id, err = c.seedFacts(ctx, c.owner, r.hotelFile); err != nil {
			return err
		}
		if r.rooms, err = c.Properties.Rooms(ctx, c.owner.OwnerID, r.id); err != nil {
			return err
		}
		var shots []shot
		for _, p := range r.Photos {
			shots = append(shots, shot{scene: p.Scene, caption: p.Caption, category: p.Category, place: r.Place})
		}
		for _, room := range r.rooms {
			shots = append(shots, shot{scene: r.scenes[room.Code], caption: room.Name, category: photo.CategoryRoom, room: &room.ID, place: r.Place})
		}
		r.gallery = c.studio.draw(ctx, r.id, shots)
	}
	return c.employ(ctx)
}

// employ makes the staff: of the head office, and a manager of each hotel who
// reaches only that one.
func (c *chain) employ(ctx context.Context) error {
	add := func(p person, properties []int64) error {
		u, err := c.Accounts.CreateSubUser(ctx, c.owner, account.SubUserInput{
			Email: p.Email, Password: c.Password, FirstName: p.FirstName, LastName: p.LastName, Language: p.Language, Vouched: true,
		})
		if err != nil {
			return err
		}
		flags := map[auth.Flag]bool{}
		for _, f := range p.Flags {
			flags[f] = true
		}
		_, err = c.Accounts.CreatePermission(ctx, c.owner, u.ID, account.PermissionChange{Flags: flags, PropertyIDs: &properties})
		return err
	}
	for _, p := range c.file.Staff {
		if err := add(p, nil); err != nil {
			return err
		}
	}
	for _, r := range c.resorts {
		p := r.Manager
		p.Flags = c.file.FlagsOfManagers
		if err := add(p, []int64{r.id}); err != nil {
			return err
		}
	}
	return nil
}

// window is the days that have data.
func (c *chain) window() civil.Range {
	const ahead = 400
	return civil.Range{From: c.today.Add(-daysOfHistory), To: c.today.Add(ahead)}
}

// publishResorts adds the photos and publishes the fact sheets.
func (c *chain) publishResorts(ctx context.Context) error {
	const published = 330
	c.ago(published)
	ctx = auth.With(ctx, c.owner)
	for _, r := range c.resorts {
		if err := c.hang(ctx, c.owner, r.gallery); err != nil {
			return err
		}
		if err := c.publish(ctx, c.owner, r.id, &c.admin); err != nil {
			return err
		}
	}
	return nil
}
