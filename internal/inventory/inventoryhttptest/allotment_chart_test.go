package inventoryhttptest

import (
	"bytes"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/identity/settings"
	"allot/internal/testkit/pdftest"
)

// allotmentJune asks for one month, so that little is drawn.
const allotmentJune = "?from=2030-06-15&to=2030-06-30"

func (d *desk) chart(t *testing.T, path string) []byte {
	t.Helper()
	res := d.hotel.Do(t, get, path, "")
	require.Equal(t, http.StatusOK, res.Code, res.Body)
	require.Equal(t, "application/pdf", res.Header().Get("Content-Type"))
	pdftest.RequireTidy(t, res.Body.Bytes())
	return res.Body.Bytes()
}

// contacts makes a mailing list of contacts with these addresses.
func (d *desk) contacts(t *testing.T, emails ...string) settings.MailingList {
	t.Helper()
	list := d.list(t, d.hotel)
	ids := []int64{}
	for _, email := range emails {
		c, err := d.Settings.CreateContact(d.hotel.Context(t), d.hotel.Caller, settings.ContactInput{Email: &email})
		require.NoError(t, err)
		ids = append(ids, c.ID)
	}
	list, err := d.Settings.UpdateList(d.hotel.Context(t), d.hotel.Caller, list.ID, settings.MailingListInput{Contacts: &ids})
	require.NoError(t, err)
	return list
}

// What an operator gets by mail promises nothing that its contract closes.
func TestChart_onRequest(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	sub := d.connected(t)
	body := fmt.Sprintf(`{"room":%d,"date":"2030-06-04","status":"request"}`, d.rooms[0])
	require.Equal(t, http.StatusOK, d.hotel.Do(t, post, calendarAt(t, sub, "daily/"), body).Code)
	drawn := func() string { return pdftest.Drawn(t, d.chart(t, calendarAt(t, sub, "pdf/")+allotmentJune)) }
	require.Contains(t, drawn(), "RRR")
	d.Set(t, int64(sub["counterparty_contract"].(float64)), "to_allow_on_request", false)
	require.NotContains(t, drawn(), "RRR")
	require.Contains(t, drawn(), "SSS")
}

func TestChart(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	sub := d.connected(t)
	require.Equal(t, http.StatusCreated, d.hotel.Do(t, post, calendarAt(t, sub, "blocks/"), d.block(t, nil)).Code)
	master := d.Master(t, d.hotel, d.property)
	for date, status := range map[string]string{"2030-06-02": "stop", "2030-06-03": "block", "2030-06-04": "request", "2030-06-05": "free", "2030-06-06": "open"} {
		body := fmt.Sprintf(`{"room":%d,"date":%q,"status":%q}`, d.rooms[0], date, status)
		require.Equal(t, http.StatusOK, d.hotel.Do(t, post, calendarAt(t, master.ID, "daily/"), body).Code)
	}

	t.Run("shows the calendar that is addressed, its name and kind under the property", func(t *testing.T) {
		t.Parallel()
		for _, path := range []string{calendarAt(t, master.ID, "pdf/"), fmt.Sprintf("/api/allotment/property/%d/pdf/", d.property.ID)} {
			pdftest.InOrder(t, pdftest.Drawn(t, d.chart(t, path+allotmentJune)), "Hotel Aurora", "Master · Master", "June 2030",
				"Room types", "2", "Total units", "14", "Months covered", "1", "Marked days, all room types", "4", "June 2030", "A room", "10", "SBRF", "B room", "4")
		}
	})
	t.Run("of an operator tells nothing of the pool: units are what it is allotted, none on a day that is released", func(t *testing.T) {
		t.Parallel()
		drawn := pdftest.Drawn(t, d.chart(t, calendarAt(t, sub, "pdf/")+allotmentJune+"&lang=de"))
		pdftest.InOrder(t, drawn, "Hotel Aurora", "Sunny Tours · Verbunden", "Einheiten gesamt", "0–3", "A room", "0–3", "B room", "0")
		require.NotContains(t, drawn, "Aroom10")
		require.NotContains(t, drawn, "gesamt14")
	})
	t.Run("covers at most twelve months from that of from on", func(t *testing.T) {
		t.Parallel()
		drawn := pdftest.Drawn(t, d.chart(t, calendarAt(t, master.ID, "pdf/")+"?from=2030-11-20&to=2039-01-01"))
		pdftest.InOrder(t, drawn, "November 2030 – October 2031", "Months covered", "12")
	})
	t.Run("is for the hotel, in its scope", func(t *testing.T) {
		t.Parallel()
		stranger, _ := d.Hotel(t, "Hotel Borealis")
		elsewhere := d.Scoped(t, d.hotel, []auth.Flag{auth.StopSales}, d.Property(t, d.hotel, "Hotel Australis").ID)
		for _, path := range []string{
			calendarAt(t, master.ID, "pdf/"), fmt.Sprintf("/api/allotment/property/%d/pdf/", d.property.ID), calendarAt(t, master.ID, "send-partner/"),
			calendarAt(t, master.ID, "pdf/send-mail/1/"), fmt.Sprintf("/api/allotment/property/%d/pdf/send-mail/1/", d.property.ID),
		} {
			apptest.RequireNotSignedIn(t, d.Do(t, get, path, ""))
			apptest.RequireNotFound(t, stranger.Do(t, get, path, ""))
			require.Equal(t, http.StatusForbidden, elsewhere.Do(t, get, path, "").Code, path)
			require.Equal(t, http.StatusForbidden, d.operator.Do(t, get, path, "").Code, path)
		}
		apptest.RequireInvalid(t, d.hotel.Do(t, get, calendarAt(t, master.ID, "pdf/")+"?from=2030-06-02&to=2030-06-01", ""), "to", "must not be before from (2030-06-02)")
	})
}

func TestSendChart(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Start(t)
	list := d.contacts(t, "a@operator.example", "b@operator.example")
	sub := d.calendar(t, object{"kind": "connected", "counterparty_contract": d.contract.ID, "mailing_group": list.ID})
	master := d.Master(t, d.hotel, d.property)
	sent := func(path string) {
		apptest.RequireJSON(t, d.hotel.Do(t, get, path, ""), http.StatusAccepted, `{"recipients":2}`)
	}
	sent(calendarAt(t, sub, "send-partner/") + allotmentJune + "&message=Summer+is+near.&language=de")
	sent(calendarAt(t, master.ID, fmt.Sprintf("pdf/send-mail/%d/", list.ID)) + allotmentJune)
	sent(fmt.Sprintf("/api/allotment/property/%d/pdf/send-mail/%d/", d.property.ID, list.ID) + allotmentJune)
	subjects := map[string]int{}
	for _, l := range d.Letters(t, "a@operator.example") {
		subjects[l.Subject]++
		require.Len(t, l.Attachments, 1)
		for _, data := range l.Attachments {
			require.True(t, bytes.HasPrefix(data, []byte("%PDF-")))
		}
	}
	require.Equal(t, map[string]int{"Verfügbarkeit von Hotel Aurora: Sunny Tours": 1, "Availability of Hotel Aurora: Master": 2}, subjects)
	require.Len(t, d.Letters(t, "b@operator.example"), 3)

	require.Contains(t, d.hotel.Do(t, get, calendarAt(t, master.ID, "send-partner/"), "").Body.String(), `"code":"no_mailing_group"`)
	apptest.RequireNotFound(t, d.hotel.Do(t, get, calendarAt(t, sub, "pdf/send-mail/999999/"), ""))
}
