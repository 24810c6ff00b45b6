package settings

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/platform/audit"
	"allot/internal/platform/page"
)

// Trail lists the audit entries of the caller's account, newest first, and the e-mail addresses
// of their users by id. Entries contain records of all properties, so a sub-user who may see
// only some properties gets only its own entries.
func (s *Service) Trail(ctx context.Context, who auth.Caller, f audit.Filter, req page.Request) (entries []audit.Entry, emails map[int64]string, count int, err error) {
	if who.Unscoped() != nil {
		if f.UserID != 0 && f.UserID != who.UserID {
			return []audit.Entry{}, map[int64]string{}, 0, nil
		}
		f.UserID = who.UserID
	}
	entries, count, err = s.deps.Audit.List(ctx, who.OwnerID, f, req)
	if err != nil {
		return nil, nil, 0, err
	}
	ids := map[int64]bool{}
	for _, e := range entries {
		ids[e.UserID] = true
	}
	list := make([]int64, 0, len(ids))
	for id := range ids {
		list = append(list, id)
	}
	emails, err = s.deps.Accounts.Emails(ctx, who.OwnerID, list)
	return entries, emails, count, err
}
