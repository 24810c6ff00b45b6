package contracthttp

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	contractsRequest struct {
		page.Query
		Direction contract.Direction `query:"direction" enum:"incoming,outgoing,current,ended" doc:"Whose answer a contract waits for, or that it is in force or over"`
		Status    contract.Status    `query:"status" enum:"P,C,R,X,A" doc:"P proposed, C counter-proposal, R rejected, X cancelled, A accepted"`
		Text      string             `query:"q" maxLength:"100" doc:"Part of the other side's company name, or of the invited address"`
	}
	contractsResponse struct{ Body page.Page[contractBody] }
	contractIDRequest struct {
		ID int64 `path:"id" minimum:"1" doc:"Id of the contract"`
	}
	versionsRequest struct {
		ID int64 `path:"id" minimum:"1" doc:"Id of the contract"`
		page.Query
	}
	versionsResponse struct {
		Body page.Page[contractVersionBody]
	}

	// ContractTermsBody holds proposed terms.
	ContractTermsBody struct {
		Kind             httpx.Patch[contract.Kind]      `json:"contract_terms,omitempty" enum:"F,N,C" doc:"F full partnership (default), N non-contracted affiliate, C customer contract. It decides what the permission matrix gives unless set otherwise: N no invoices, rooming lists and contacts, C no exports to systems"`
		EditFacts        httpx.Patch[contract.Answer]    `json:"to_edit_facts,omitempty" enum:"Y,N,O" doc:"May the operator override facts in its own catalogue: N is refused, O waits for the approval of the hotel, Y holds at once; default N"`
		AddLogo          httpx.Patch[contract.Answer]    `json:"to_add_its_logo,omitempty" enum:"Y,N,O" doc:"May the operator show its own logo; default N"`
		SelectPhotos     httpx.Patch[contract.Answer]    `json:"to_select_photos,omitempty" enum:"Y,N,O" doc:"May the operator select and order photos; default N"`
		AddOwnPhotos     httpx.Patch[contract.Answer]    `json:"to_add_own_photos,omitempty" enum:"Y,N,O" doc:"May the operator add photos of its own; default N"`
		SpecialAllotment httpx.Patch[contract.Allotment] `json:"to_special_allotment,omitempty" enum:"S,G" doc:"How the operator is shown availability: S by room only, G (default) also for the property as a whole, as days or spans beside the rooms of a calendar"`
		SyncStopSales    httpx.Patch[bool]               `json:"to_sync_ss,omitempty" doc:"Availability and stop sales reach this partner; false: it gets the error stop_sale_not_shared instead, facts and photos stay; default true"`
		StopSaleDeadline httpx.Patch[int]                `json:"ss_deadline,omitempty" minimum:"0" maximum:"365" doc:"Days of notice that the hotel gives for a stop sale. A day that it closes later than that is closed all the same: the write answers with the warning stop_sale_deadline, the audit trail keeps it, and the operator is told late: true; default 0"`
		AllowOnRequest   httpx.Patch[bool]               `json:"to_allow_on_request,omitempty" doc:"The partner may ask for rooms on days that are on request; false: such days are closed to it wherever it reads availability; default true"`
		NoticePeriod     httpx.Patch[int]                `json:"notice_period,omitempty" minimum:"0" maximum:"3650" doc:"Notice of cancellation in days. Information for both sides: nothing is refused for it; default 0"`
		ShareReasons     httpx.Patch[bool]               `json:"share_stop_sale_reasons,omitempty" doc:"Why a day is restricted is told with it, to people and to keys that ask with include=reasons; default false"`
		Comments         httpx.Patch[string]             `json:"comments,omitempty" maxLength:"5000" doc:"In your own words, for the other side"`
	}
	createContractRequest struct {
		Body struct {
			Partner     httpx.Patch[int64]  `json:"partner,omitempty" minimum:"1" doc:"Id of the account of the other side; this or invite_email" example:"17"`
			InviteEmail httpx.Patch[string] `json:"invite_email,omitempty" doc:"Address of somebody who may not be registered yet"`
			Language    httpx.Patch[string] `json:"language,omitempty" doc:"Language of the letter to invite_email: en, de, tr or el; default: yours"`
			ContractTermsBody
		}
	}
	joinInvitationRequest struct {
		Body struct {
			Invitation string `json:"invitation" maxLength:"200" doc:"The secret from the link in the letter"`
		}
	}
	updateContractRequest struct {
		ID   int64 `path:"id" minimum:"1" doc:"Id of the contract"`
		Body struct {
			Revision int `json:"revision,omitempty" minimum:"1" doc:"Of the contract as you have read it; refused if it has moved"`
			ContractTermsBody
		}
	}
	answerContractRequest struct {
		ID   int64 `path:"id" minimum:"1" doc:"Id of the contract"`
		Body *struct {
			Revision int `json:"revision,omitempty" minimum:"1" doc:"Of the contract as you have read it; refused if it has moved"`
		}
	}
	reviewVersionRequest struct {
		VersionID int64 `path:"version_id" minimum:"1" doc:"Id of the version"`
		Body      struct {
			Accept   bool `json:"accept" doc:"true accepts, false rejects or withdraws"`
			Revision int  `json:"revision,omitempty" minimum:"1" doc:"Of the contract as you have read it; refused if it has moved"`
		}
	}
)

// input converts the body to a change; null resets a term to its default.
func (b ContractTermsBody) input() contract.TermsInput {
	std := contract.Defaults()
	return contract.TermsInput{
		Kind: orDefault(b.Kind, std.Kind), EditFacts: orDefault(b.EditFacts, std.EditFacts), AddLogo: orDefault(b.AddLogo, std.AddLogo),
		SelectPhotos: orDefault(b.SelectPhotos, std.SelectPhotos), AddOwnPhotos: orDefault(b.AddOwnPhotos, std.AddOwnPhotos),
		SpecialAllotment: orDefault(b.SpecialAllotment, std.SpecialAllotment), SyncStopSales: orDefault(b.SyncStopSales, std.SyncStopSales),
		StopSaleDeadline: orDefault(b.StopSaleDeadline, std.StopSaleDeadline), AllowOnRequest: orDefault(b.AllowOnRequest, std.AllowOnRequest),
		NoticePeriod: orDefault(b.NoticePeriod, std.NoticePeriod), ShareReasons: orDefault(b.ShareReasons, std.ShareReasons),
		Comments: orDefault(b.Comments, std.Comments),
	}
}

func orDefault[T any](p httpx.Patch[T], standard T) *T {
	if p.Null {
		return &standard
	}
	return p.Pointer()
}

func (h *handlers) listContracts(ctx context.Context, req *contractsRequest) (*contractsResponse, error) {
	f := contract.Filter{Direction: req.Direction, Status: req.Status, Query: req.Text}
	list, count, err := h.Contracts.List(ctx, auth.From(ctx), f, req.Request())
	if err != nil {
		return nil, err
	}
	bodies, err := h.bodies(ctx, list)
	if err != nil {
		return nil, err
	}
	return &contractsResponse{Body: httpx.Page(ctx, &req.Query, count, bodies)}, nil
}

func (h *handlers) getContract(ctx context.Context, req *contractIDRequest) (*contractResponse, error) {
	d, err := h.Contracts.Detail(ctx, auth.From(ctx).OwnerID, req.ID)
	return h.answer(ctx, d, err)
}

func (h *handlers) createContract(ctx context.Context, req *createContractRequest) (*contractResponse, error) {
	d, err := h.Contracts.Create(ctx, auth.From(ctx), contract.CreateInput{
		Partner: req.Body.Partner.Value, InviteEmail: req.Body.InviteEmail.Value, Language: req.Body.Language.Value, Terms: req.Body.input(),
	})
	return h.answer(ctx, d, err)
}

func (h *handlers) joinInvitation(ctx context.Context, req *joinInvitationRequest) (*contractResponse, error) {
	d, err := h.Contracts.JoinInvitation(ctx, auth.From(ctx), req.Body.Invitation)
	return h.answer(ctx, d, err)
}

func (h *handlers) updateContract(ctx context.Context, req *updateContractRequest) (*contractResponse, error) {
	d, err := h.Contracts.Update(ctx, auth.From(ctx), req.ID, req.Body.input(), req.Body.Revision)
	return h.answer(ctx, d, err)
}

func (h *handlers) cancelContract(ctx context.Context, req *contractIDRequest) (*contractResponse, error) {
	d, err := h.Contracts.Cancel(ctx, auth.From(ctx), req.ID)
	return h.answer(ctx, d, err)
}

func (req *answerContractRequest) revision() int {
	if req.Body == nil {
		return 0
	}
	return req.Body.Revision
}

func (h *handlers) acceptContract(ctx context.Context, req *answerContractRequest) (*contractResponse, error) {
	d, err := h.Contracts.Accept(ctx, auth.From(ctx), req.ID, req.revision())
	return h.answer(ctx, d, err)
}

func (h *handlers) rejectContract(ctx context.Context, req *answerContractRequest) (*contractResponse, error) {
	d, err := h.Contracts.Reject(ctx, auth.From(ctx), req.ID, req.revision())
	return h.answer(ctx, d, err)
}

func (h *handlers) reviewVersion(ctx context.Context, req *reviewVersionRequest) (*contractResponse, error) {
	d, err := h.Contracts.Review(ctx, auth.From(ctx), req.VersionID, req.Body.Accept, req.Body.Revision)
	return h.answer(ctx, d, err)
}

func (h *handlers) listVersions(ctx context.Context, req *versionsRequest) (*versionsResponse, error) {
	list, count, err := h.Contracts.Versions(ctx, auth.From(ctx), req.ID, req.Request())
	if err != nil {
		return nil, err
	}
	bodies := make([]contractVersionBody, len(list))
	for i, v := range list {
		bodies[i] = contractVersionBody(v.SeenBy(auth.From(ctx).OwnerID))
	}
	return &versionsResponse{Body: httpx.Page(ctx, &req.Query, count, bodies)}, nil
}
