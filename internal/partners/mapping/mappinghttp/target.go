package mappinghttp

import (
	"context"
	"net/http"

	"allot/internal/identity/auth"
	"allot/internal/partners/mapping"
	"allot/internal/platform/apperr"
)

// mappings are those of properties, or of rooms: C is a change, S a mapping as it is shown.
type mappings[C, S any] interface {
	Get(ctx context.Context, who auth.Caller, id int64) (S, error)
	Save(ctx context.Context, who auth.Caller, in mapping.Input[C]) (shown S, created bool, err error)
	SaveAll(ctx context.Context, who auth.Caller, in []mapping.Input[C]) ([]S, error)
	Update(ctx context.Context, who auth.Caller, id int64, c C) (S, error)
	Delete(ctx context.Context, who auth.Caller, id int64) error
}

// targetHandlers serve what can be done with the mappings of one kind of target. In
// documents a body that saves one, Ch a body that changes one.
type targetHandlers[In, Ch, C, S any] struct {
	mappings func() mappings[C, S] // when they are called: the document is made without a service
	input    func(o object) mapping.Input[C]
	change   func(body Ch) C
}

type (
	saveMappingsRequest[In any] struct {
		Body oneOrMany[In]
	}
	savedMappingsResponse[S any] struct {
		Status int
		Body   oneOrMany[S]
	}
	mappingIDRequest struct {
		ID int64 `path:"id" minimum:"1" doc:"Id of the mapping"`
	}
	updateMappingRequest[Ch any] struct {
		ID   int64 `path:"id" minimum:"1" doc:"Id of the mapping"`
		Body Ch
	}
	mappingResponse[S any] struct{ Body S }
)

func (h *targetHandlers[In, Ch, C, S]) save(ctx context.Context, req *saveMappingsRequest[In]) (*savedMappingsResponse[S], error) {
	var f apperr.Fields
	entries, many := req.Body.objects(&f)
	inputs := make([]mapping.Input[C], len(entries))
	for i, o := range entries {
		inputs[i] = h.input(o)
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	if many {
		list, err := h.mappings().SaveAll(ctx, auth.From(ctx), inputs)
		return savedMappings[S](http.StatusOK, list, err)
	}
	m, created, err := h.mappings().Save(ctx, auth.From(ctx), inputs[0])
	if created {
		return savedMappings[S](http.StatusCreated, m, err)
	}
	return savedMappings[S](http.StatusOK, m, err)
}

func savedMappings[S any](status int, v any, err error) (*savedMappingsResponse[S], error) {
	if err != nil {
		return nil, err
	}
	body, err := answer[S](v)
	return &savedMappingsResponse[S]{Status: status, Body: body}, err
}

func (h *targetHandlers[In, Ch, C, S]) get(ctx context.Context, req *mappingIDRequest) (*mappingResponse[S], error) {
	return toMapping(h.mappings().Get(ctx, auth.From(ctx), req.ID))
}

func (h *targetHandlers[In, Ch, C, S]) update(ctx context.Context, req *updateMappingRequest[Ch]) (*mappingResponse[S], error) {
	return toMapping(h.mappings().Update(ctx, auth.From(ctx), req.ID, h.change(req.Body)))
}

func (h *targetHandlers[In, Ch, C, S]) delete(ctx context.Context, req *mappingIDRequest) (*struct{}, error) {
	return nil, h.mappings().Delete(ctx, auth.From(ctx), req.ID)
}

func toMapping[S any](m S, err error) (*mappingResponse[S], error) {
	if err != nil {
		return nil, err
	}
	return &mappingResponse[S]{Body: m}, nil
}
