package report

import (
	"cmp"
	"context"
	"slices"

	"allot/internal/identity/auth"
	"allot/internal/platform/audit"
	"allot/internal/platform/civil"
	"allot/internal/platform/field"
	"allot/internal/platform/page"
)

type (
	// Activity counts the changes in an account in a season, with the latest ones.
	Activity struct {
		Season  civil.Range
		Total   int
		Days    []int // for every day of the season
		Users   []UserActivity
		Objects []ObjectActivity
		Latest  []audit.Entry
		// Emails are the addresses of those users who still have one.
		Emails map[int64]string
	}
	// UserActivity counts the changes of a user; id 0 is the service itself.
	UserActivity struct {
		UserID int64
		Count  int
	}
	// ObjectActivity counts the changes of objects of a kind.
	ObjectActivity struct {
		ObjectType string
		Count      int
	}
)

// latest is how many audit entries a report shows.
const latest = 20

// Activity reports on the caller's account, by default on the last 30 days. A
// user who may not read the audit trail sees only its own changes.
func (s *Service) Activity(ctx context.Context, who auth.Caller, from, to civil.Date) (a Activity, err error) {
	if a.Season, err = field.LastDays(from, to, s.today()); err != nil {
		return a, err
	}
	tallies, err := s.deps.Audit.Tallies(ctx, who.OwnerID, a.Season)
	if err != nil {
		return a, err
	}
	filter := audit.Filter{From: a.Season.From, To: a.Season.To}
	if !who.May(auth.Settings) || who.Unscoped() != nil {
		filter.UserID = who.UserID
		tallies = slices.DeleteFunc(tallies, func(t audit.Tally) bool { return t.UserID != who.UserID })
	}
	a.count(tallies)
	a.Latest, _, err = s.deps.Audit.List(ctx, who.OwnerID, filter, page.Request{Size: latest})
	if err != nil {
		return a, err
	}
	users := make([]int64, len(a.Users)) // those of the latest entries are among them
	for i, u := range a.Users {
		users[i] = u.UserID
	}
	a.Emails, err = s.deps.Accounts.Emails(ctx, who.OwnerID, users)
	return a, err
}

// count adds up the tallies by day, user and kind of object, largest first.
func (a *Activity) count(tallies []audit.Tally) {
	a.Days = make([]int, a.Season.Days())
	users, objects := map[int64]int{}, map[string]int{}
	for _, t := range tallies {
		a.Total += t.Count
		a.Days[t.Date.Sub(a.Season.From)] += t.Count
		users[t.UserID] += t.Count
		objects[t.ObjectType] += t.Count
	}
	for id, n := range users {
		a.Users = append(a.Users, UserActivity{id, n})
	}
	slices.SortFunc(a.Users, func(x, y UserActivity) int {
		return cmp.Or(cmp.Compare(y.Count, x.Count), cmp.Compare(x.UserID, y.UserID))
	})
	for kind, n := range objects {
		a.Objects = append(a.Objects, ObjectActivity{kind, n})
	}
	slices.SortFunc(a.Objects, func(x, y ObjectActivity) int {
		return cmp.Or(cmp.Compare(y.Count, x.Count), cmp.Compare(x.ObjectType, y.ObjectType))
	})
}
