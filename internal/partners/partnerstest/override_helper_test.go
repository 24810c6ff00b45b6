package partnerstest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/partners/contract"
)

// TestMain runs many tests at once whatever the machine.
const (
	get, put, post, patch, del = http.MethodGet, http.MethodPut, http.MethodPost, http.MethodPatch, http.MethodDelete

	factsPath      = "/api/partners/override-facts/"
	overrideCreate = factsPath + "create/"
	approvalsPath  = "/api/partners/override-approvals/"
)

type object = map[string]any

// installation lies one level below Partners: b.Operator is the one of the contract.
type installation struct{ *apptest.Env }

// overrideBundle is a hotel and an operator under one contract.
type overrideBundle struct {
	installation
	*apptest.Partners
}

func setupOverride(t *testing.T, answer contract.Answer, options ...apptest.Option) *overrideBundle {
	t.Helper()
	e := apptest.New(t, options...)
	return &overrideBundle{installation{e}, e.Partners(t, answer)}
}

// body checks the status and decodes the answer.
func body(t *testing.T, res *httptest.ResponseRecorder, status int) object {
	t.Helper()
	require.Equal(t, status, res.Code, res.Body.String())
	o := object{}
	require.NoError(t, json.Unmarshal(res.Body.Bytes(), &o), res.Body.String())
	return o
}

func text(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

// list is a member of an answer that holds objects.
func list(t *testing.T, o object, name string) []object {
	t.Helper()
	all, ok := o[name].([]any)
	require.True(t, ok, "%s of %v", name, o)
	out := make([]object, len(all))
	for i, e := range all {
		out[i], ok = e.(object)
		require.True(t, ok, e)
	}
	return out
}

// override is a body for create.
func (b *overrideBundle) override(t *testing.T, category string, record int64, fields string) string {
	t.Helper()
	o := object{"property": b.Property.ID, "category": category, "fields": json.RawMessage(fields)}
	if record != 0 {
		o["record_id"] = record
	}
	return text(t, o)
}

// save makes an override of the operator.
func (b *overrideBundle) save(t *testing.T, category string, record int64, fields string, status int) object {
	t.Helper()
	return body(t, b.Operator.Do(t, post, overrideCreate, b.override(t, category, record, fields)), status)
}

func (b *overrideBundle) photosPath(rest string) string {
	return fmt.Sprintf("/api/tour-operator/photos/%d/%s", b.Property.ID, rest)
}

func approval(id any, verb string) string { return fmt.Sprintf("%s%.0f/%s/", approvalsPath, id, verb) }

// sheet is what the operator reads of the property.
func (b *overrideBundle) sheet(t *testing.T, operator *apptest.Who) facts.Sheet {
	t.Helper()
	v, err := b.Publications.Current(t.Context(), b.Property.ID)
	require.NoError(t, err)
	c, err := b.Contracts.Between(t.Context(), b.Hotel.User.OwnerID, operator.User.OwnerID)
	require.NoError(t, err)
	sets, err := b.Overrides.Sets(t.Context(), operator.User.OwnerID, []int64{b.Property.ID})
	require.NoError(t, err)
	return sets[b.Property.ID].Facts(b.Catalogue, c, v.Snapshot.Facts.ForPartners())
}

// shows is one fact of a single category as the operator reads it.
func (b *overrideBundle) shows(t *testing.T, category, field string) any {
	t.Helper()
	return b.sheet(t, b.Operator)[category][0].Data[field]
}

// source is the published record of a category.
func (b *overrideBundle) source(t *testing.T, category string) facts.Entry {
	t.Helper()
	v, err := b.Publications.Current(t.Context(), b.Property.ID)
	require.NoError(t, err)
	return v.Snapshot.Facts.ForPartners()[category][0]
}

// gallery is what the operator shows, as "id" or "own id".
func (b *overrideBundle) gallery(t *testing.T) []string {
	t.Helper()
	v, err := b.Publications.Current(t.Context(), b.Property.ID)
	require.NoError(t, err)
	c, err := b.Contracts.Between(t.Context(), b.Hotel.User.OwnerID, b.Operator.User.OwnerID)
	require.NoError(t, err)
	sets, err := b.Overrides.Sets(t.Context(), b.Operator.User.OwnerID, []int64{b.Property.ID})
	require.NoError(t, err)
	shown := []string{}
	for _, p := range sets[b.Property.ID].Photos(c, v.Snapshot.Photos) {
		name := fmt.Sprint(p.ID)
		if p.Own {
			name = "own " + name
		}
		shown = append(shown, name)
	}
	return shown
}

// setAnswer changes what the contract says to everything.
func (b *overrideBundle) setAnswer(t *testing.T, answer contract.Answer) {
	t.Helper()
	require.NoError(t, b.DB.InTx(t.Context(), func(ctx context.Context) error {
		_, err := b.DB.From(ctx).NewUpdate().Table("contracts").
			Set("to_edit_facts = ?, to_select_photos = ?, to_add_own_photos = ?, to_add_its_logo = ?", answer, answer, answer, answer).
			Where("id = ?", b.Contract.ID).Exec(ctx)
		return err
	}))
}

// hotelRows is everything that the hotel has in the database, as text by
// column.
func (b *overrideBundle) hotelRows(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for table, columns := range map[string][]string{
		"properties":        {"id", "code", "name", "status", "facts_completeness", "logo_key", "updated_at", "published_at"},
		"property_facts":    {"id", "category", "position", "data", "updated_at"},
		"photos":            {"id", "position", "caption", "category", "is_cover", "key", "medium_key", "small_key", "updated_at"},
		"publications":      {"id", "version", "status", "snapshot", "reviewed_at", "missing"},
		"publication_cards": {"property_id", "publication_id", "version", "name", "logo_key", "cover_key"},
		"publication_rooms": {"room_id", "code", "name", "position", "total_units"},
	} {
		for _, c := range columns {
			var values []string
			require.NoError(t, b.DB.From(t.Context()).NewRaw(fmt.Sprintf(
				"SELECT CAST(%s AS TEXT) FROM %s WHERE owner_id = %d ORDER BY 1", c, table, b.Hotel.User.OwnerID)).Scan(t.Context(), &values))
			require.NotEmpty(t, values, table)
			all[table+"."+c] = strings.Join(values, "\n")
		}
	}
	return all
}
