package contracthttp

import (
	"context"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
)

// contractBody is a contract as one of its two sides sees it.
type contractBody struct {
	ID             int64   `json:"id"`
	User           *int64  `json:"user" doc:"Account of the accommodation provider, null while it is not registered"`
	Partner        *int64  `json:"partner" doc:"Account of the tour operator, null while it is not registered"`
	InviteEmail    *string `json:"invite_email" doc:"Who was invited, until registration"`
	UserCompany    *string `json:"user_company"`
	PartnerCompany *string `json:"partner_company"`
	contract.Terms
	Status           contract.Status      `json:"status" enum:"P,C,R,X,A" doc:"P proposed, C counter-proposal, R rejected, X cancelled, A accepted: only then in force"`
	ChangesRequested bool                 `json:"changes_requested" doc:"A counter-proposal or amendment waits for an answer"`
	Direction        contract.Direction   `json:"direction" enum:"incoming,outgoing,current,ended"`
	InitiatedBy      int64                `json:"initiated_by" doc:"Account that proposed the contract first"`
	ProposedBy       int64                `json:"proposed_by" doc:"Account whose proposal is the latest"`
	Revision         int                  `json:"revision" doc:"Moves with every change of terms or state"`
	AcceptedAt       *time.Time           `json:"accepted_at"`
	CancelledAt      *time.Time           `json:"cancelled_at"`
	CreatedAt        time.Time            `json:"created_at"`
	UpdatedAt        time.Time            `json:"updated_at"`
	PermissionMatrix contract.Matrix      `json:"permission_matrix"`
	PendingVersion   *contractVersionBody `json:"pending_version" doc:"The counter-proposal or amendment that waits for an answer, or null"`
	AvailableActions []contract.Verb      `json:"available_actions" nullable:"false" enum:"update,accept,reject,delete" doc:"What you can do now"`
}

// contractVersionBody is a version; the type exists for the name of its schema.
type contractVersionBody contract.Version

// bodies returns the contracts as the caller sees them. It reads the company
// names once for all.
func (h *handlers) bodies(ctx context.Context, list []contract.Detail) ([]contractBody, error) {
	accounts := make([]int64, 0, 2*len(list))
	for _, d := range list {
		accounts = append(accounts, d.UserID, d.PartnerID)
	}
	names, err := h.Settings.CompanyNames(ctx, accounts)
	if err != nil {
		return nil, err
	}
	bodies := make([]contractBody, len(list))
	for i, d := range list {
		bodies[i] = h.body(d, auth.From(ctx).OwnerID, names)
	}
	return bodies, nil
}

func (h *handlers) body(d contract.Detail, account int64, names map[int64]string) contractBody {
	return contractBody{
		ID: d.ID, User: orNull(d.UserID), Partner: orNull(d.PartnerID), InviteEmail: orNull(d.InviteEmail),
		UserCompany: orNull(names[d.UserID]), PartnerCompany: orNull(names[d.PartnerID]),
		Terms: d.Terms, Status: d.Status, ChangesRequested: d.ChangesRequested, Direction: d.Direction(account),
		InitiatedBy: d.InitiatedBy, ProposedBy: d.ProposedBy, Revision: d.Revision,
		AcceptedAt: orNull(d.AcceptedAt), CancelledAt: orNull(d.CancelledAt), CreatedAt: d.CreatedAt, UpdatedAt: d.UpdatedAt,
		PermissionMatrix: h.Contracts.Matrix(d.Contract), PendingVersion: (*contractVersionBody)(d.SeenBy(account).Pending), AvailableActions: d.Actions(account),
	}
}

// orNull returns nil for a zero value.
func orNull[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

type contractResponse struct{ Body contractBody }

// answer returns the response with one contract, or the error.
func (h *handlers) answer(ctx context.Context, d contract.Detail, err error) (*contractResponse, error) {
	if err != nil {
		return nil, err
	}
	list, err := h.bodies(ctx, []contract.Detail{d})
	if err != nil {
		return nil, err
	}
	return &contractResponse{Body: list[0]}, nil
}
