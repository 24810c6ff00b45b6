package exchangehttptest

import (
	"fmt"
	"net/http"
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/platform/outbound"
	"allot/internal/testkit/receiver"
)

func TestWebhookFailures(t *testing.T) {
	t.Parallel()
	to := receiver.New(t)
	to.Always("/hook", receiver.With(http.StatusGone, "Content-Type", "text/plain", "moved away"))
	b := setupMcp(t, apptest.With(func(p *outbound.Policy) {
		p.Allow, p.Roots = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, to.Roots()
	}))
	b.Start(t)
	s := b.connect(t, "Token "+b.hotel.Token)
	made := apptest.Decode[struct{ ID int64 }](t, b.hotel.Do(t, post, "/api/v1/integrations/webhooks/",
		fmt.Sprintf(`{"name":"PMS","url":%q,"event_types":["test.ping"]}`, to.URL+"/hook")), http.StatusCreated)
	endpoint := object{"endpoint": made.ID}
	require.Empty(t, results(s.call(t, "webhook_failures", endpoint)))

	require.Equal(t, http.StatusAccepted, b.hotel.Do(t, post, fmt.Sprintf("/api/v1/integrations/webhooks/%d/test/", made.ID), "").Code)
	require.Eventually(t, func() bool { return len(results(s.call(t, "webhook_failures", endpoint))) == 1 }, time.Minute, 20*time.Millisecond)
	failed := results(s.call(t, "webhook_failures", endpoint))[0].(object)
	require.Equal(t, []any{"failed", "moved away"}, []any{failed["status"], failed["response_body"]})
	require.Equal(t, false, results(s.call(t, "webhook_endpoints", nil))[0].(object)["is_active"])
	require.Contains(t, b.connect(t, "Token "+b.operator.Token).refused(t, "webhook_failures", endpoint), "not_found", "an endpoint of another account")
}
