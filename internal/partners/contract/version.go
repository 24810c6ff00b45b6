package contract

import (
	"time"

	"allot/internal/platform/apperr"
)

// Version is a change of terms that one party requests: a counter-proposal, or
// an amendment of a contract in force. Only its review is ever updated; a
// proposer who edits it creates another version, so that an answer always
// applies to what was read.
type Version struct {
	ID         int64 `bun:"id,pk,autoincrement" json:"id"`
	ContractID int64 `bun:"contract_id" json:"contract"`
	UserID     int64 `bun:"user_id" json:"user" doc:"User who asked for the change; of the other side, its account"`
	ProposedBy int64 `bun:"proposed_by" json:"proposed_by" doc:"Account that asked for the change"`
	// RequestedChanges applied to BaseSnapshot give the requested terms.
	RequestedChanges Changes    `bun:"requested_changes,type:text" json:"requested_changes" doc:"The terms that differ, each with from and to"`
	BaseSnapshot     Terms      `bun:"base_snapshot,type:text" json:"base_snapshot" doc:"All terms as they were when the change was asked for"`
	IsReviewed       bool       `bun:"is_reviewed" json:"is_reviewed" doc:"Accepted, rejected, withdrawn or replaced"`
	IsAccepted       bool       `bun:"is_accepted" json:"is_accepted"`
	ReviewedBy       *int64     `bun:"reviewed_by" json:"reviewed_by" doc:"Account that closed it, or null"`
	ReviewedAt       *time.Time `bun:"reviewed_at" json:"reviewed_at"`
	CreatedAt        time.Time  `bun:"created_at" json:"created_at"`
}

var (
	// ErrOutdated refuses an amendment of terms that are not in force any more.
	ErrOutdated = apperr.New(apperr.Conflict, "amendment_outdated",
		"the terms have changed since this change was asked for: reject it and ask anew")
	// ErrReviewed refuses a second answer to one version.
	ErrReviewed = apperr.New(apperr.Conflict, "already_reviewed", "this version is closed already")
)

// Detail is a contract with the version that waits for review, if there is one.
type Detail struct {
	Contract
	Pending *Version `json:"pending_version"`
}

// SeenBy returns the version as one of the two parties sees it: without the
// user of the other party.
func (v Version) SeenBy(account int64) Version {
	if v.ProposedBy != account {
		v.UserID = v.ProposedBy
	}
	return v
}

// SeenBy returns the contract as one of its two parties sees it.
func (d Detail) SeenBy(account int64) Detail {
	if d.Pending != nil {
		v := d.Pending.SeenBy(account)
		d.Pending = &v
	}
	return d
}

// proposedTerms returns the terms that an answer would accept.
func (d Detail) proposedTerms() (Terms, error) {
	if d.Pending == nil {
		return d.Terms, nil
	}
	return d.Pending.RequestedChanges.applyTo(d.Pending.BaseSnapshot)
}
