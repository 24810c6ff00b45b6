package contract

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"allot/internal/platform/civil"
	"allot/internal/platform/warning"
)

// Late is a contract whose notice of a stop sale was not kept.
type Late struct {
	Contract int64 `json:"contract"`
	Partner  int64 `json:"partner"` // account
	// Until is the first day that could be closed in time: those before are late.
	Until civil.Date `json:"until"`
}

// MaxStopSaleDeadline is the longest notice of a stop sale. Days further ahead
// are never late, whatever was agreed.
const MaxStopSaleDeadline = 365

// inTime is the first day that the hotel can close with the notice agreed.
func (c Contract) inTime(today civil.Date) civil.Date { return today.Add(c.StopSaleDeadline) }

// LateStops tells which contracts in force of a hotel want more notice than it
// gives by closing days today, and what to say of it. A hotel must always be able
// to close, so nothing is refused.
func (s *Service) LateStops(ctx context.Context, contracts []Contract, today civil.Date, closed []civil.Date) ([]Late, []warning.Warning, error) {
	if len(closed) == 0 {
		return nil, nil, nil
	}
	first := slices.MinFunc(closed, cmp.Compare)
	var late []Late
	var partners []int64
	for _, c := range contracts {
		if c.Status.InForce() && first < c.inTime(today) {
			late = append(late, Late{c.ID, c.PartnerID, c.inTime(today)})
			partners = append(partners, c.PartnerID)
		}
	}
	if len(late) == 0 {
		return nil, nil, nil
	}
	named := min(len(late), warning.Max)
	names, err := s.Settings.CompanyNames(ctx, partners[:named])
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

func (l Late) warning(partner string, today civil.Date) warning.Warning {
	return warning.Warning{
		Code: "stop_sale_deadline", Contract: l.Contract, Partner: partner,
		Message: fmt.Sprintf("the contract with %s wants %d days of notice for a stop sale: days before %s are closed later than agreed",
			partner, l.Until.Sub(today), l.Until),
	}
}
