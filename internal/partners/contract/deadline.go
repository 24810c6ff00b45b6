package contract

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"allot/internal/partners/warning"
	"allot/internal/platform/civil"
)

// NoticeBreach is a contract whose deadline for stop sales was missed.
type NoticeBreach struct {
	Contract int64 `json:"contract"`
	Partner  int64 `json:"partner"` // account
	// Until is the first day that could be closed in time: days before it are
	// late.
	Until civil.Date `json:"until"`
}

// MaxStopSaleDeadline is the longest deadline for stop sales. Days further
// ahead are never late.
const MaxStopSaleDeadline = 365

// inTime returns the first day that the hotel can close within the agreed
// deadline.
func (c Contract) inTime(today civil.Date) civil.Date { return today.Add(c.StopSaleDeadline) }

// LateStops returns the contracts whose deadline is missed by closing days
// today, with the warnings. A hotel must always be able to close, so nothing is
// refused.
func (s *Service) LateStops(ctx context.Context, contracts []Contract, today civil.Date, closed []civil.Date) ([]NoticeBreach, []warning.Warning, error) {
	if len(closed) == 0 {
		return nil, nil, nil
	}
	first := slices.MinFunc(closed, cmp.Compare)
	var late []NoticeBreach
	var partners []int64
	for _, c := range contracts {
		if c.Status.InForce() && first < c.inTime(today) {
			late = append(late, NoticeBreach{c.ID, c.PartnerID, c.inTime(today)})
			partners = append(partners, c.PartnerID)
		}
	}
	if len(late) == 0 {
		return nil, nil, nil
	}
	named := min(len(late), warning.Max)
	names, err := s.deps.Settings.CompanyNames(ctx, partners[:named])
	if err != nil {
		return nil, nil, err
	}
	warnings := make([]warning.Warning, named)
	for i, l := range late[:named] {
		days := slices.DeleteFunc(slices.Clone(closed), func(d civil.Date) bool { return d >= l.Until })
		warnings[i] = l.warning(names[l.Partner], today).On(days)
	}
	return late, warnings, nil
}

func (b NoticeBreach) warning(partner string, today civil.Date) warning.Warning {
	return warning.Warning{
		Code: "stop_sale_deadline", Contract: b.Contract, Partner: partner,
		Message: fmt.Sprintf("the contract with %s wants %d days of notice for a stop sale: days before %s are closed later than agreed",
			partner, b.Until.Sub(today), b.Until),
	}
}
