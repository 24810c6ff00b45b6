package publicationhttp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/auth"
	"allot/internal/platform/httpx"
	"allot/internal/platform/iso"
	"allot/internal/publication"
)

type (
	partnerRequest struct {
		PropertyID string `query:"property_id" maxLength:"2000" doc:"Ids of properties, separated by commas"`
		Country    string `query:"country" maxLength:"800" doc:"ISO 3166-1 alpha-2 codes, separated by commas"`
	}
	partnerCodes struct {
		Hotel    string `json:"hotel"`
		Internal string `json:"internal"`
		External string `json:"external"`
		Supplier string `json:"supplier"`
	}
	// PartnerProperty is how every answer to partners names a property;
	// exported because the API framework sees embedded fields of exported types only.
	PartnerProperty struct {
		PropertyID  int64        `json:"property_id"`
		Name        string       `json:"name"`
		Country     string       `json:"country"`
		City        string       `json:"city"`
		Codes       partnerCodes `json:"codes"`
		Version     int          `json:"version"`
		PublishedAt time.Time    `json:"published_at"`
	}
	partnerFactsProperty struct {
		PartnerProperty
		Facts map[string]any `json:"facts"`
	}
	partnerPhotosProperty struct {
		PartnerProperty
		Photos []publishedPhoto `json:"photos" nullable:"false"`
	}
	partnerFactsBody struct {
		GeneratedAt time.Time              `json:"generated_at" doc:"The state that is shown; its age depends on the plan"`
		Properties  []partnerFactsProperty `json:"properties" nullable:"false"`
	}
	partnerPhotosBody struct {
		GeneratedAt time.Time               `json:"generated_at" doc:"The state that is shown; its age depends on the plan"`
		Properties  []partnerPhotosProperty `json:"properties" nullable:"false"`
	}
)

// filter reads the lists of the query.
func (r *partnerRequest) filter() (publication.PartnerFilter, error) {
	var (
		out publication.PartnerFilter
		bad apperr.Fields
	)
	for text := range strings.SplitSeq(r.PropertyID, ",") {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		id, err := strconv.ParseInt(text, 10, 64)
		bad.Check(err == nil && id > 0, "property_id", "must be ids of properties, separated by commas")
		out.Properties = append(out.Properties, id)
	}
	for code := range strings.SplitSeq(r.Country, ",") {
		if code = strings.TrimSpace(code); code == "" {
			continue
		}
		bad.Check(iso.IsCountry(code), "country", "must be ISO 3166-1 alpha-2 codes such as GR, separated by commas")
		out.Countries = append(out.Countries, code)
	}
	return out, bad.Err()
}

func named(v publication.Version) PartnerProperty {
	p := v.Snapshot.Property
	return PartnerProperty{
		PropertyID: p.ID, Name: p.Name, Country: p.Country, City: p.City, Codes: partnerCodes{Hotel: p.Code},
		Version: v.Number(), PublishedAt: v.PublishedAt(),
	}
}

func (h *handlers) partnerFacts(ctx context.Context, req *partnerRequest) (httpx.JSONStream, error) {
	return h.partner(ctx, req, func(_ context.Context, v publication.Version) (any, error) {
		facts, err := h.Publications.FactsOf(publication.TypeFull, v.Snapshot.Facts.ForPartners())
		return partnerFactsProperty{PartnerProperty: named(v), Facts: facts}, err
	})
}

func (h *handlers) partnerPhotos(ctx context.Context, req *partnerRequest) (httpx.JSONStream, error) {
	return h.partner(ctx, req, func(ctx context.Context, v publication.Version) (any, error) {
		return partnerPhotosProperty{PartnerProperty: named(v), Photos: photosOf(ctx, publication.TypeFull, v.Snapshot)}, nil
	})
}

// partner streams the versions that the key opens, each as show gives it.
func (h *handlers) partner(ctx context.Context, req *partnerRequest,
	show func(ctx context.Context, v publication.Version) (any, error),
) (httpx.JSONStream, error) {
	filter, err := req.filter()
	if err != nil {
		return nil, err
	}
	key := auth.KeyFrom(ctx)
	plan, err := h.Billing.PlanOf(ctx, key.OwnerID)
	if err != nil {
		return nil, err
	}
	asOf := h.Publications.AsOf(plan)
	return func(ctx context.Context, w io.Writer) error {
		if _, err := fmt.Fprintf(w, `{"generated_at":%q,"properties":[`, asOf.Format(time.RFC3339Nano)); err != nil {
			return err
		}
		first := true
		err := h.Publications.Partner(ctx, key, filter, asOf, func(v publication.Version) error {
			one, err := show(ctx, v)
			if err != nil {
				return err
			}
			raw, err := json.Marshal(one)
			if err != nil {
				return fmt.Errorf("encode property %d: %w", v.PropertyID, err)
			}
			if !first {
				raw = append([]byte(","), raw...)
			}
			first = false
			_, err = w.Write(raw)
			return err
		})
		if err != nil {
			return err
		}
		_, err = io.WriteString(w, "]}\n")
		return err
	}, nil
}
