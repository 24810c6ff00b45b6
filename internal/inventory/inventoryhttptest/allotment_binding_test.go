package inventoryhttptest

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/partners/contract"
	"allot/internal/partners/ratecontract"
)

func TestPartnerContracts(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	path := fmt.Sprintf("/api/allotment/partner-contracts/?property=%d", d.property.ID)
	rival := d.Operator(t)
	free := d.Accepted(t, d.hotel, rival)
	for _, status := range []contract.Status{contract.StatusProposed, contract.StatusCancelled} {
		d.Accepted(t, d.hotel, d.Operator(t), func(c *contract.Contract) { c.Status = status })
	}
	made := d.connected(t)
	other := d.Property(t, d.hotel, "Hotel Borealis")
	d.calendar(t, object{"property": other.ID, "kind": "connected", "counterparty_contract": free.ID})
	entry := func(c contract.Contract, company string, calendar any) object {
		return object{"id": c.ID, "partner": c.PartnerID, "partner_company": company, "is_bound": calendar != nil, "calendar": calendar}
	}
	apptest.RequireJSON(t, d.hotel.Do(t, get, path, ""), http.StatusOK, deskText(t, object{
		"count": 2, "next": nil, "previous": nil,
		"results": []object{entry(d.contract, "Company of manager2", made["id"]), entry(free, "Company of manager3", nil)},
	}))
	require.Equal(t, []any{float64(free.ID)}, deskNames(t, d.hotel.Do(t, get, path+"&page_size=1&page=2", ""), "id"))
	apptest.RequireNotFound(t, d.hotel.Do(t, get, "/api/allotment/partner-contracts/?property=999999", ""))
	require.Equal(t, http.StatusBadRequest, d.hotel.Do(t, get, "/api/allotment/partner-contracts/", "").Code)
}

func TestBindableRateContracts(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	path := fmt.Sprintf("/api/allotment/rate-contracts/?property=%d", d.property.ID)
	active := d.granted(t, d.row(0, "2030-06-01", "2030-06-30", 3))
	draft := d.Granted(t, d.hotel, d.operator, d.property, nil, func(c *ratecontract.Change) { c.Status = ptr(ratecontract.StatusDraft) })
	over := d.granted(t)
	d.regrant(t, over.ID, ratecontract.Change{Status: ptr(ratecontract.StatusEnded)})
	d.Granted(t, d.hotel, d.operator, d.Property(t, d.hotel, "Hotel Borealis"), nil)
	made := d.contracted(t, active)
	d.calendar(t, object{"kind": "connected", "counterparty_contract": d.contract.ID, "rate_contract": draft.ID})
	entry := func(r ratecontract.RateContract, n int, calendar any) object {
		return object{
			"id": r.ID, "partner": d.operator.User.OwnerID, "partner_company": "Company of manager2", "name": r.Name, "number": r.Number,
			"start_date": r.StartDate, "end_date": r.EndDate, "status": r.Status, "rooms_count": n, "is_bound": calendar != nil, "calendar": calendar,
		}
	}
	apptest.RequireJSON(t, d.hotel.Do(t, get, path, ""), http.StatusOK, deskText(t, object{
		"count": 2, "next": nil, "previous": nil, "results": []object{entry(active, 1, made["id"]), entry(draft, 0, nil)},
	}))
	require.Equal(t, http.StatusBadRequest, d.hotel.Do(t, get, "/api/allotment/rate-contracts/?property=x", "").Code)
	d.later(t, 365)
	require.Equal(t, []any{float64(draft.ID)}, deskNames(t, d.hotel.Do(t, get, path, ""), "id"), "one that has ended by date is gone")
}
