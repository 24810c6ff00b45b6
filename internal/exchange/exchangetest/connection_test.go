package exchangetest

import (
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/property"
	"allot/internal/exchange/connection"
	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/allotmenttest"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
	"allot/internal/platform/request"
)

const (
	connectionBase = "/api/v1/integrations/"
	connectionAt   = connectionBase + "connections/"
	june           = "2030-06-01"
)

type connectionBundle struct {
	*apptest.Env
	who   *apptest.Who
	p     property.Property
	rooms []int64
}

func setupConnection(t *testing.T, options ...apptest.Option) *connectionBundle {
	t.Helper()
	b := &connectionBundle{Env: apptest.New(t, options...)}
	b.who, b.p, b.rooms = b.House(t, 5, 5)
	return b
}

func (b *connectionBundle) create(t *testing.T, provider, settings, credentials string) connection.Connection {
	t.Helper()
	res := b.who.Do(t, http.MethodPost, connectionAt, fmt.Sprintf(`{"name":"Front desk","provider":%q,"property":%d,"settings":%s,"credentials":%s}`, provider, b.p.ID, settings, credentials))
	require.Equal(t, http.StatusCreated, res.Code, res.Body)
	made := apptest.Decode[connection.Connection](t, res, http.StatusCreated)
	c, err := b.Connections.Connection(t.Context(), b.who.Caller, made.ID)
	require.NoError(t, err)
	return c
}

// external returns how many units of a room systems take on a day.
func (b *connectionBundle) external(t *testing.T, room int64, date string) int {
	t.Helper()
	var n int
	err := b.DB.From(t.Context()).NewSelect().TableExpr("allotment_pool").ColumnExpr("COALESCE(SUM(external), 0)").
		Where("room_id = ? AND date = ?", room, civil.MustParse(date)).Scan(t.Context(), &n)
	require.NoError(t, err)
	return n
}

func TestConnections(t *testing.T) {
	t.Parallel()

	t.Run("the newest is listed first, on every page", func(t *testing.T) {
		t.Parallel()
		b := setupConnection(t)
		var made []int64
		for i := range 3 {
			made = append(made, b.create(t, "alpinebits", `{}`, fmt.Sprintf(`{"username":"pms-%d","password":"correct horse 9"}`, i)).ID)
		}
		require.Equal(t, []int64{made[2], made[1]}, apptest.IDs(t, b.who.Do(t, http.MethodGet, connectionAt+"?page_size=2", "")))
		require.Equal(t, []int64{made[0]}, apptest.IDs(t, b.who.Do(t, http.MethodGet, connectionAt+"?page_size=2&page=2", "")))
	})

	t.Run("what a provider does not know is refused by name", func(t *testing.T) {
		t.Parallel()
		b := setupConnection(t)
		body := func(provider, settings, credentials string) string {
			return fmt.Sprintf(`{"name":"X","provider":%q,"property":%d,"settings":%s,"credentials":%s}`, provider, b.p.ID, settings, credentials)
		}
		for _, tt := range []struct {
			body   string
			fields []string
		}{
			{body("csv_url", `{"URL":"https://pms.example/a.csv"}`, `{}`), []string{"settings.URL", "settings.url"}},
			{body("csv_url", `{"url":"http://pms.example/a.csv"}`, `{"user":"x"}`), []string{"settings.url", "credentials.user", "credentials.username"}},
			{body("generic_rest", `{}`, `{"header":"Host","value":"x"}`), []string{"settings.pull_url", "credentials.header"}},
			{
				body("alpinebits", `{"room_codes":{"1":"TOO-LONG-1"}}`, `{"username":"a:b","password":"short"}`),
				[]string{"settings.room_codes.1", "credentials.username", "credentials.password"},
			},
			{
				body("alpinebits", fmt.Sprintf(`{"room_codes":{"%d":"A","%d":"A"}}`, b.rooms[0], b.rooms[1]), `{"username":"ab","password":"long enough 1"}`),
				[]string{fmt.Sprint("settings.room_codes.", b.rooms[1])},
			},
		} {
			res := b.who.Do(t, http.MethodPost, connectionAt, tt.body)
			require.Equal(t, http.StatusBadRequest, res.Code, res.Body)
			for _, f := range tt.fields {
				require.Contains(t, res.Body.String(), `"field":"`+f+`"`, tt.body)
			}
		}
		res := b.who.Do(t, http.MethodPost, connectionAt, `{"name":"X","provider":"csv_url","property":999,"settings":{"url":"https://a.example/"}}`)
		require.Equal(t, http.StatusNotFound, res.Code, res.Body)
	})

	t.Run("credentials are stored sealed, never shown, and open only to the right pair", func(t *testing.T) {
		t.Parallel()
		b := setupConnection(t)
		c := b.create(t, "alpinebits", `{}`, `{"username":"pms-1","password":"correct horse 9"}`)
		path := fmt.Sprint(connectionAt, c.ID, "/")
		for _, text := range []string{b.who.Do(t, http.MethodGet, path, "").Body.String(), b.who.Do(t, http.MethodGet, connectionAt, "").Body.String(), b.sealed(t, c.ID), b.trail(t)} {
			require.NotContains(t, text, "correct horse")
		}
		ctx := request.With(t.Context(), request.Meta{ClientIP: netip.MustParseAddr("203.0.113.9")})
		found, err := b.Connections.ByBasic(ctx, "pms-1", "correct horse 9")
		require.NoError(t, err)
		require.Equal(t, c.ID, found.ID)
		require.Equal(t, map[string]int64{}, found.RoomCodesOf(nil))
		_, err = b.Connections.ByBasic(ctx, "pms-1", "wrong")
		require.ErrorIs(t, err, connection.ErrBasicUnknown)
		_, err = b.Connections.ByBasic(ctx, "nobody", "correct horse 9")
		require.ErrorIs(t, err, connection.ErrBasicUnknown)
		for range 8 {
			_, err = b.Connections.ByBasic(ctx, "nobody", "x")
		}
		require.Error(t, err)
		_, err = b.Connections.ByBasic(ctx, "pms-1", "correct horse 9")
		require.ErrorContains(t, err, "too many failed log-ins", "the tenth failure bans the address")

		res := b.who.Do(t, http.MethodPost, connectionAt, fmt.Sprintf(`{"name":"Y","provider":"alpinebits","property":%d,"credentials":{"username":"pms-1","password":"another long one"}}`, b.p.ID))
		require.Equal(t, http.StatusConflict, res.Code, res.Body)
		require.Contains(t, res.Body.String(), "credentials.username")

		other := request.With(t.Context(), request.Meta{ClientIP: netip.MustParseAddr("203.0.113.10")})
		res = b.who.Do(t, http.MethodPatch, path, `{"status":"paused"}`)
		require.Equal(t, http.StatusOK, res.Code, res.Body)
		_, err = b.Connections.ByBasic(other, "pms-1", "correct horse 9")
		require.ErrorIs(t, err, connection.ErrBasicUnknown)
		require.Equal(t, http.StatusOK, b.who.Do(t, http.MethodPatch, path, `{"status":"active","credentials":{"username":"pms-2","password":"correct horse 10"}}`).Code)
		_, err = b.Connections.ByBasic(other, "pms-2", "correct horse 10")
		require.NoError(t, err)
		apptest.RequireError(t, b.who.Do(t, http.MethodPost, path+"sync/", ""), http.StatusConflict, "sync_not_possible", "the system of an AlpineBits connection calls Allot: there is nothing to call")
	})

	t.Run("a complete report replaces the one before, and a deleted connection's units leave the pool", func(t *testing.T) {
		t.Parallel()
		b := setupConnection(t)
		c := b.create(t, "alpinebits", `{}`, `{"username":"pms-3","password":"correct horse 9"}`)
		day := func(room int64, date string, n int) rules.UnitRow {
			return rules.UnitRow{RoomID: room, Date: civil.MustParse(date), Reserved: n}
		}
		_, err := b.Connections.Ingest(t.Context(), c, []rules.UnitRow{day(b.rooms[0], june, 2), day(b.rooms[1], june, 3)}, true)
		require.NoError(t, err)
		res, err := b.Connections.Ingest(t.Context(), c, []rules.UnitRow{day(b.rooms[0], june, 7)}, true)
		require.NoError(t, err)
		require.Len(t, res.Overbooked, 1)
		require.Equal(t, 5, b.external(t, b.rooms[0], june))
		require.Equal(t, 0, b.external(t, b.rooms[1], june))
		_, err = b.Connections.Ingest(t.Context(), c, []rules.UnitRow{day(b.rooms[1], june, 1)}, false)
		require.NoError(t, err)
		require.Equal(t, 5, b.external(t, b.rooms[0], june), "a report that is not complete leaves the rest")
		require.NoError(t, b.Connections.Log(t.Context(), c, connection.SyncLog{Direction: connection.DirectionInbound, ItemsOK: 1, ItemsFailed: 1}))
		logs := b.who.Do(t, http.MethodGet, fmt.Sprint(connectionAt, c.ID, "/sync-logs/"), "")
		require.Contains(t, logs.Body.String(), `"status":"partial"`)

		require.Equal(t, http.StatusNoContent, b.who.Do(t, http.MethodDelete, fmt.Sprint(connectionAt, c.ID, "/"), "").Code)
		require.Equal(t, 0, b.external(t, b.rooms[0], june))
		require.Equal(t, 0, b.external(t, b.rooms[1], june))
		require.Contains(t, b.trail(t), `"units_cleared":2`)
		require.NoError(t, allotmenttest.Check(t.Context(), allotmenttest.Reader(t, b.DB)))
	})

	t.Run("other accounts, other scopes and tour operators are kept out", func(t *testing.T) {
		t.Parallel()
		b := setupConnection(t)
		c := b.create(t, "csv_url", `{"url":"https://pms.example/a.csv"}`, `null`)
		path := fmt.Sprint(connectionAt, c.ID, "/")
		stranger, _, _ := b.House(t, 1)
		apptest.RequireNotFound(t, stranger.Do(t, http.MethodGet, path, ""))
		apptest.RequireNotFound(t, stranger.Do(t, http.MethodDelete, path, ""))
		second := b.Property(t, b.who, "Second")
		scoped := b.Scoped(t, b.who, []auth.Flag{auth.Integrations}, second.ID)
		for _, method := range []string{http.MethodGet, http.MethodDelete} {
			require.Equal(t, http.StatusForbidden, scoped.Do(t, method, path, "").Code)
		}
		require.Equal(t, http.StatusForbidden, scoped.Do(t, http.MethodPost, path+"sync/", "").Code)
		require.Contains(t, scoped.Do(t, http.MethodGet, connectionAt, "").Body.String(), `"count":0`)
		require.Equal(t, http.StatusForbidden, b.Operator(t).Do(t, http.MethodGet, connectionAt, "").Code)
		require.Equal(t, http.StatusForbidden, b.SubUser(t, b.who, auth.StopSales).Do(t, http.MethodGet, connectionAt, "").Code)
	})
}

func (b *connectionBundle) sealed(t *testing.T, id int64) (text string) {
	t.Helper()
	require.NoError(t, b.DB.From(t.Context()).NewSelect().TableExpr("connections").Column("credentials").Where("id = ?", id).Scan(t.Context(), &text))
	require.True(t, strings.HasPrefix(text, "v1."), text)
	return text
}

// trail is everything in the audit trail.
func (b *connectionBundle) trail(t *testing.T) string {
	t.Helper()
	var list []string
	err := b.DB.From(t.Context()).NewSelect().TableExpr("audit_entries").ColumnExpr("COALESCE(before, '') || COALESCE(after, '')").
		Where("owner_id = ?", b.who.User.OwnerID).Scan(t.Context(), &list)
	require.NoError(t, err)
	return strings.Join(list, "\n")
}
