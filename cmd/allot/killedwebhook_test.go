package main

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/testkit/receiver"
)

// The program is killed while changes are saved and told: at any point between the
// change, its event, the delivery and the attempt. Every change that was answered
// arrives at least once, and none arrives that was not saved.
func TestProgram_KilledWebhooks(t *testing.T) {
	t.Parallel()
	to := receiver.New(t)
	s := newSite(t, "ALLOT_LOG_LEVEL=warn", "SSL_CERT_FILE="+to.CertFile(t), "ALLOT_OUTBOUND_ALLOW=127.0.0.0/8,::1")
	p := newScript(t, s.start(t))
	token, _ := p.register("anna@poseidon.example")
	made := p.ok(201, post, "/api/info/property/create/", token, object{"name": "Name 0", "country": "GR", "city": "Rhodes"}).body
	update := "/api/info/property/update/" + number(made["id"]) + "/"
	p.ok(201, post, "/api/v1/integrations/webhooks/", token, object{"name": "mine", "url": to.URL + "/hook", "event_types": []string{"property.updated"}})

	saved := map[string]bool{}
	n := 0
	save := func() bool {
		n++
		name := fmt.Sprintf("Name %d", n)
		a := p.call(put, update, token, object{"name": name})
		if a.status == 200 {
			saved[name] = true
		}
		return a.status == 200
	}
	pauses := []time.Duration{0, 20, 120, 300}
	if inFull() {
		pauses = []time.Duration{0, 2, 5, 10, 20, 40, 60, 90, 120, 160, 200, 250, 300, 400, 600}
	}
	for _, pause := range pauses {
		to.Script("/hook", receiver.Reset, receiver.Hang) // some attempts are under way when it is killed
		for range 3 {
			require.True(t, save())
		}
		unanswered := make(chan struct{})
		go func() {
			defer close(unanswered)
			save()
		}()
		time.Sleep(pause * time.Millisecond)
		p.kill()
		<-unanswered
		p.program = s.start(t)
		token = p.login("anna@poseidon.example").token()
	}
	require.True(t, save())
	last := fmt.Sprintf("Name %d", n)
	require.Zero(t, p.stop())
	p.program = s.start(t, "ALLOT_DEV=true", "ALLOT_CLOCK_OFFSET=10m") // the attempts that failed are due again

	after := map[string]string{} // name by the one before
	until(t, func() bool {
		arrived := map[string]bool{"Name 0": true}
		clear(after)
		for _, r := range to.Received("/hook") {
			data := r.Envelope(t).Data
			name, _ := data["current"].(map[string]any)["/name"].(string)
			before, _ := data["previous"].(map[string]any)["/name"].(string)
			arrived[name] = true
			if before != "" { // its creation may be told too
				after[before] = name
			}
		}
		for name := range saved {
			if !arrived[name] {
				return false
			}
		}
		return true
	})
	// What arrived is one chain from the first name to the last: each change was saved.
	steps := 0
	for name := "Name 0"; name != last; name = after[name] {
		require.Contains(t, after, name)
		steps++
		require.LessOrEqual(t, steps, n)
	}
	require.Len(t, after, steps, "something arrived that was not saved")
	require.Zero(t, p.stop())
	require.NotContains(t, p.logged(), "level=ERROR")
}
