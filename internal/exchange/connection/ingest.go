package connection

import (
	"context"

	"allot/internal/inventory/allotment/rules"
)

// Ingest stores the units that the system of a connection reports as taken, in one
// transaction. With complete the report is all that the system has: units that it
// reported before and does not name now are 0. Units that do not fit are kept and
// listed in the result.
func (s *Service) Ingest(ctx context.Context, conn Connection, rows []rules.UnitRow, complete bool) (rules.UnitsResult, error) {
	ctx, _ = asAccount(ctx, conn.OwnerID, nil)
	return s.deps.Allotments.ImportUnits(ctx, conn.OwnerID, conn.PropertyID, rules.UnitsImport{
		Source: conn.Source, IncludesPlatformBookings: conn.IncludesPlatformBookings, Complete: complete, Rows: rows,
	})
}
