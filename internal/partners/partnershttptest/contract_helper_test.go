package partnershttptest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/partners/contract"
)

func decode[T any](t *testing.T, res *httptest.ResponseRecorder, status int) T {
	t.Helper()
	return apptest.Decode[T](t, res, status)
}

// seen is a contract as a client reads it.
type seen struct {
	ID             int64   `json:"id"`
	User           *int64  `json:"user"`
	Partner        *int64  `json:"partner"`
	InviteEmail    *string `json:"invite_email"`
	UserCompany    *string `json:"user_company"`
	PartnerCompany *string `json:"partner_company"`
	contract.Terms
	Status           contract.Status           `json:"status"`
	ChangesRequested bool                      `json:"changes_requested"`
	Direction        contract.Direction        `json:"direction"`
	InitiatedBy      int64                     `json:"initiated_by"`
	ProposedBy       int64                     `json:"proposed_by"`
	Revision         int                       `json:"revision"`
	AcceptedAt       *time.Time                `json:"accepted_at"`
	CancelledAt      *time.Time                `json:"cancelled_at"`
	Matrix           map[string]map[string]any `json:"permission_matrix"`
	Pending          *contract.Version         `json:"pending_version"`
	Actions          []contract.Verb           `json:"available_actions"`
}

type contractList struct {
	Count   int    `json:"count"`
	Results []seen `json:"results"`
}

type versions struct {
	Count   int                `json:"count"`
	Results []contract.Version `json:"results"`
}

func pathContract(id int64, rest string) string {
	return fmt.Sprintf("/api/partners/contracts/%d/%s", id, rest)
}

// propose sends a proposal from one account to another.
func propose(t *testing.T, from, to *apptest.Who, terms string) seen {
	t.Helper()
	body := fmt.Sprintf(`{"partner": %d%s}`, to.User.OwnerID, terms)
	return decode[seen](t, from.Do(t, post, "/api/partners/contracts/create/", body), http.StatusCreated)
}

// do sends a verb.
func do(t *testing.T, who *apptest.Who, id int64, verb contract.Verb, body string) *httptest.ResponseRecorder {
	t.Helper()
	switch verb {
	case contract.VerbUpdate:
		return who.Do(t, put, pathContract(id, "update/"), body)
	case contract.VerbDelete:
		return who.Do(t, del, pathContract(id, "delete/"), "")
	default:
		return who.Do(t, post, pathContract(id, string(verb)+"/"), body)
	}
}

// move sends a verb that must succeed.
func move(t *testing.T, who *apptest.Who, id int64, verb contract.Verb, body string) seen {
	t.Helper()
	return decode[seen](t, do(t, who, id, verb, body), http.StatusOK)
}

// dump is all that is stored of contracts, byte by byte.
func dump(t *testing.T, e *apptest.Env) string {
	t.Helper()
	var b strings.Builder
	for _, table := range []string{"contracts", "contract_versions", "audit_entries", "notify_notifications", "river_job"} {
		rows, err := e.DB.From(t.Context()).QueryContext(t.Context(), "SELECT * FROM "+table+" ORDER BY id")
		require.NoError(t, err)
		columns, err := rows.Columns()
		require.NoError(t, err)
		for rows.Next() {
			values, into := make([]any, len(columns)), make([]any, len(columns))
			for i := range values {
				into[i] = &values[i]
			}
			require.NoError(t, rows.Scan(into...))
			fmt.Fprintf(&b, "%s %v\n", table, values)
		}
		require.NoError(t, rows.Err())
		require.NoError(t, rows.Close())
	}
	return b.String()
}
