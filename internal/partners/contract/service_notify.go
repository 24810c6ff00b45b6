package contract

import (
	"context"
	"fmt"

	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/platform/audit"
	"allot/internal/platform/request"
)

// noticeOf is the notice that the other party gets of a move. There is none for
// an edited proposal: an answer to the old revision is refused.
var noticeOf = map[Move]notify.Kind{
	MoveCounter:         notify.ContractCountered,
	MoveAccept:          notify.ContractAccepted,
	MoveReject:          notify.ContractRejected,
	MoveCancel:          notify.ContractCancelled,
	MoveAmend:           notify.AmendmentProposed,
	MoveAcceptAmendment: notify.AmendmentAccepted,
	MoveRejectAmendment: notify.AmendmentRejected,
}

// notifyOther notifies the other party of what an account has done.
func (s *Service) notifyOther(ctx context.Context, account int64, kind notify.Kind, c Contract) error {
	other := c.Other(account)
	if kind == "" || other == 0 {
		return nil
	}
	company, err := s.deps.Settings.CompanyName(ctx, account)
	if err != nil {
		return err
	}
	byMail, err := s.countMove(ctx, account, c, kind == notify.ContractProposed)
	if err != nil {
		return err
	}
	return s.deps.Notify.Send(ctx, notify.Notice{
		Quiet: !byMail,
		To:    notify.Account(other, auth.PartnerConnections), Kind: kind,
		Params: map[string]string{"company": company}, Link: fmt.Sprintf("/partners/contracts/%d/", c.ID),
	})
}

// record writes a change into the audit trails of both parties. The other party
// sees only the account, not its user or address.
func (s *Service) record(ctx context.Context, account, user int64, action string, before *Detail, after Detail) error {
	trail := func(reader, user int64) audit.Change {
		c := audit.Change{OwnerID: reader, UserID: user, Action: action, ObjectType: "contract", ObjectID: after.ID, After: after.SeenBy(reader)}
		if before != nil {
			c.Before = before.SeenBy(reader)
		}
		return c
	}
	err := s.deps.Audit.Record(ctx, trail(account, user))
	other := after.Other(account)
	if err != nil || other == 0 {
		return err
	}
	return s.deps.Audit.Record(request.With(ctx, request.Meta{ID: request.From(ctx).ID}), trail(other, account))
}
