package accounthttp

import (
	"context"
	"time"

	"allot/internal/identity/account"
	"allot/internal/platform/httpx"
)

type userBody struct {
	ID          int64                  `json:"id"`
	Email       string                 `json:"email" format:"email"`
	Confirmed   bool                   `json:"email_confirmed" doc:"The user has proved that the address is its own"`
	EmailState  account.EmailState     `json:"email_state" enum:"confirmed,waived,pending" doc:"confirmed: the user has proved the address; waived: this installation did not ask for that; pending: a link has to be opened first, see confirm_through"`
	Through     account.ConfirmThrough `json:"confirm_through" enum:"none,letter,staff" doc:"Where a pending user finds the link that confirms the address. letter: in our letter; staff: this installation sends no mail, and staff pass the link on from the letter that it keeps; none: nothing is to be confirmed"`
	FirstName   string                 `json:"first_name"`
	LastName    string                 `json:"last_name"`
	Avatar      *string                `json:"avatar" doc:"Address of the picture, or null"`
	AccountType string                 `json:"account_type" enum:"accommodation,tour_operator,admin"`
	IsManager   bool                   `json:"is_manager"`
	OwnerID     int64                  `json:"owner_id" doc:"The manager of the account; a manager's own id"`
	CompanyName string                 `json:"company_name"`
	Language    string                 `json:"language" example:"en"`
	IsOnline    bool                   `json:"is_online"`
	LastSeen    *time.Time             `json:"last_seen"`
	CreatedAt   time.Time              `json:"created_at"`
}

// users returns the bodies of users of one account, with their company and whether they are
// online. It runs two queries, however many users there are.
func (h *handlers) users(ctx context.Context, users []account.User) ([]userBody, error) {
	if len(users) == 0 {
		return []userBody{}, nil
	}
	company, err := h.Settings.CompanyName(ctx, users[0].OwnerID)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(users))
	for i, u := range users {
		ids[i] = u.ID
	}
	online, err := h.Accounts.Online(ctx, ids)
	if err != nil {
		return nil, err
	}
	bodies := make([]userBody, len(users))
	for i, u := range users {
		bodies[i] = userBody{
			ID: u.ID, Email: u.Email, Confirmed: u.EmailState == account.EmailConfirmed, EmailState: u.EmailState, Through: h.Accounts.ConfirmsThrough(u), FirstName: u.FirstName, LastName: u.LastName, Avatar: httpx.MediaURL(ctx, u.AvatarKey),
			AccountType: string(u.AccountType), IsManager: u.IsManager, OwnerID: u.OwnerID,
			CompanyName: company, Language: u.Language, IsOnline: online[u.ID], LastSeen: timeOrNull(u.LastSeen), CreatedAt: u.CreatedAt,
		}
	}
	return bodies, nil
}

func (h *handlers) user(ctx context.Context, u account.User) (userBody, error) {
	bodies, err := h.users(ctx, []account.User{u})
	if err != nil {
		return userBody{}, err
	}
	return bodies[0], nil
}

func timeOrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
