package contract

import (
	"context"
	"fmt"

	"allot/internal/auth"
	"allot/internal/notify"
	"allot/internal/platform/audit"
	"allot/internal/platform/request"
)

// noticeOf is what the other side hears of a move. An edited proposal is no
// news of its own: whoever answers an old one is told then.
var noticeOf = map[Move]notify.Kind{
	MoveCounter:         notify.ContractCountered,
	MoveAccept:          notify.ContractAccepted,
	MoveReject:          notify.ContractRejected,
	MoveCancel:          notify.ContractCancelled,
	MoveAmend:           notify.AmendmentProposed,
	MoveAcceptAmendment: notify.AmendmentAccepted,
	MoveRejectAmendment: notify.AmendmentRejected,
}

// tell lets the other side know what an account has done.
func (s *Service) tell(ctx context.Context, account int64, kind notify.Kind, c Contract) error {
	other := c.Other(account)
	if kind == "" || other == 0 {
		return nil
	}
	company, err := s.Settings.CompanyName(ctx, account)
	if err != nil {
		return err
	}
	byMail, err := s.countMove(ctx, account, c, kind == notify.ContractProposed)
	if err != nil {
		return err
	}
	return s.Notify.Tell(ctx, notify.Notice{
		Quiet: !byMail,
		To:    notify.Account(other, auth.PartnerConnections), Kind: kind,
		Params: map[string]string{"company": company}, Link: fmt.Sprintf("/partners/contracts/%d/", c.ID),
	})
}

// record writes a move into the trails of both sides. The other side reads
// which account did it: who of it, and from where, is not its business.
func (s *Service) record(ctx context.Context, account, user int64, action string, before *Detail, after Detail) error {
	trail := func(reader, user int64) audit.Change {
		c := audit.Change{OwnerID: reader, UserID: user, Action: action, ObjectType: "contract", ObjectID: after.ID, After: after.SeenBy(reader)}
		if before != nil {
			c.Before = before.SeenBy(reader)
		}
		return c
	}
	err := s.Audit.Record(ctx, trail(account, user))
	other := after.Other(account)
	if err != nil || other == 0 {
		return err
	}
	return s.Audit.Record(request.With(ctx, request.Meta{ID: request.From(ctx).ID}), trail(other, account))
}
