// Package browser drives a real Chromium for tests, over its own protocol on two pipes:
// no library, no port. Whatever a page complains about is kept.
package browser

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// patience is how long a page may take; a busy machine is slow.
const patience = time.Minute

// Page is one tab.
type Page struct {
	t       *testing.T
	to      *os.File
	session string

	mu         sync.Mutex
	id         int
	waiting    map[int]chan reply
	complaints []string
}

type reply struct {
	Result json.RawMessage
	Error  *struct{ Message string }
}

type message struct {
	reply
	ID     int
	Method string
	Params json.RawMessage
}

// Open starts a browser and opens an empty tab. Without Chromium the test is skipped,
// in CI it fails.
func Open(t *testing.T) *Page {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		require.Empty(t, os.Getenv("CI"), "chromium is missing")
		t.Skip("SKIPPED: nothing is looked at in a browser, because chromium is missing")
	}
	dir, err := os.MkdirTemp("", "browser") //nolint:usetesting // what the browser leaves behind goes on writing for a moment
	require.NoError(t, err)
	childIn, to, err := os.Pipe()
	require.NoError(t, err)
	from, childOut, err := os.Pipe()
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), path, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
		"--remote-debugging-pipe", "--user-data-dir="+dir, "--window-size=1360,900", "about:blank")
	cmd.ExtraFiles = []*os.File{childIn, childOut}
	require.NoError(t, cmd.Start())
	require.NoError(t, childIn.Close())
	require.NoError(t, childOut.Close())
	p := &Page{t: t, to: to, waiting: map[int]chan reply{}}
	t.Cleanup(func() {
		p.send("Browser.close", nil)
		_ = to.Close()
		done := make(chan struct{})
		go func() { _ = cmd.Wait(); close(done) }() // its folder is removed after this
		select {
		case <-done:
		case <-time.After(10 * time.Second):
			_ = cmd.Process.Kill()
			<-done
		}
		_ = from.Close()
		for range 100 {
			if os.RemoveAll(dir) == nil {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
	})
	go p.read(from)
	var made struct{ TargetID string }
	p.call("Target.createTarget", object{"url": "about:blank"}, &made)
	var attached struct{ SessionID string }
	p.call("Target.attachToTarget", object{"targetId": made.TargetID, "flatten": true}, &attached)
	p.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log"} {
		p.call(domain+".enable", nil, nil)
	}
	return p
}

type object map[string]any

// read takes replies and events until the browser ends.
func (p *Page) read(from *os.File) {
	in := bufio.NewReader(from)
	for {
		raw, err := in.ReadBytes(0)
		if err != nil {
			return
		}
		var m message
		if json.Unmarshal(raw[:len(raw)-1], &m) != nil {
			continue
		}
		p.mu.Lock()
		if c := p.waiting[m.ID]; m.ID != 0 && c != nil {
			delete(p.waiting, m.ID)
			c <- m.reply
		}
		if text := complaint(m); text != "" {
			p.complaints = append(p.complaints, text)
		}
		p.mu.Unlock()
	}
}

// complaint is the text of an error, a warning or a violation of the page's policy.
func complaint(m message) string {
	var e struct {
		Entry            struct{ Level, Text, URL string }
		Type             string
		Args             []struct{ Value, Description any }
		ExceptionDetails struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	_ = json.Unmarshal(m.Params, &e) // an event of another shape is no complaint
	switch {
	case m.Method == "Log.entryAdded" && (e.Entry.Level == "error" || e.Entry.Level == "warning"):
		return e.Entry.Text + " " + e.Entry.URL
	case m.Method == "Runtime.consoleAPICalled" && (e.Type == "error" || e.Type == "warning"):
		return fmt.Sprint(e.Type, e.Args)
	case m.Method == "Runtime.exceptionThrown":
		return e.ExceptionDetails.Text + " " + e.ExceptionDetails.Exception.Description
	}
	return ""
}

func (p *Page) send(method string, params object) chan reply {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.id++
	c := make(chan reply, 1)
	p.waiting[p.id] = c
	m := object{"id": p.id, "method": method}
	if params != nil {
		m["params"] = params
	}
	if p.session != "" {
		m["sessionId"] = p.session
	}
	b, err := json.Marshal(m)
	if err == nil {
		_, _ = p.to.Write(append(b, 0)) // a browser that is gone does not reply, and the call says so
	}
	return c
}

// call waits for the reply to a command of the protocol.
func (p *Page) call(method string, params object, into any) {
	p.t.Helper()
	require.NoError(p.t, p.try(method, params, into), method)
}

func (p *Page) try(method string, params object, into any) error {
	select {
	case r := <-p.send(method, params):
		if r.Error != nil {
			return errors.New(r.Error.Message)
		}
		if into == nil {
			return nil
		}
		return json.Unmarshal(r.Result, into)
	case <-time.After(patience):
		return errors.New("no reply")
	}
}

// Go opens an address.
func (p *Page) Go(address string) {
	p.t.Helper()
	p.call("Page.navigate", object{"url": address}, nil)
}

// Eval gives the value of an expression of JavaScript, which may be a promise.
func (p *Page) Eval(expression string) any {
	p.t.Helper()
	v, err := p.eval(expression)
	require.NoError(p.t, err, expression)
	return v
}

func (p *Page) eval(expression string) (any, error) {
	var r struct {
		Result           struct{ Value any }
		ExceptionDetails *struct{ Exception struct{ Description string } }
	}
	err := p.try("Runtime.evaluate", object{"expression": expression, "awaitPromise": true, "returnByValue": true}, &r)
	if err == nil && r.ExceptionDetails != nil {
		err = errors.New(r.ExceptionDetails.Exception.Description)
	}
	return r.Result.Value, err
}

// Await waits until an expression is true, and gives its value. It may fail meanwhile:
// a page that is being loaded has no elements.
func (p *Page) Await(expression string) any {
	p.t.Helper()
	const pause = 20 * time.Millisecond
	for left := patience; ; left -= pause {
		v, err := p.eval("(" + expression + ") || null")
		if err == nil && v != nil {
			return v
		}
		require.Positive(p.t, left, "never true: %s; last error: %v; the page complains: %v", expression, err, p.Complaints())
		time.Sleep(pause)
	}
}

// Click clicks the first element that a selector finds, once there is one.
func (p *Page) Click(selector string) {
	p.t.Helper()
	p.Await(fmt.Sprintf("document.querySelector(%q)", selector) + "&& true")
	p.Eval(fmt.Sprintf("document.querySelector(%q).click()", selector))
}

// Fill writes into the field that a selector finds, as typing does.
func (p *Page) Fill(selector, text string) {
	p.t.Helper()
	p.Await(fmt.Sprintf("document.querySelector(%q)", selector) + "&& true")
	p.Eval(fmt.Sprintf("(e => { e.focus(); e.select?.() })(document.querySelector(%q))", selector))
	p.call("Input.insertText", object{"text": text}, nil)
}

// Press presses a key that writes a character, or a named one such as Enter.
func (p *Page) Press(key string) {
	p.t.Helper()
	down := object{"type": "keyDown", "key": key}
	if len(key) == 1 {
		down["text"] = key
	}
	p.call("Input.dispatchKeyEvent", down, nil)
	p.call("Input.dispatchKeyEvent", object{"type": "keyUp", "key": key}, nil)
}

// Look makes the page as wide as a device, light or dark.
func (p *Page) Look(width, height int, scheme string) {
	p.t.Helper()
	p.call("Emulation.setDeviceMetricsOverride", object{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}, nil)
	p.call("Emulation.setEmulatedMedia", object{"features": []object{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
}

// Picture writes a PNG of what is seen.
func (p *Page) Picture(file string) {
	p.t.Helper()
	var r struct{ Data string }
	p.call("Page.captureScreenshot", object{"format": "png"}, &r)
	b, err := base64.StdEncoding.DecodeString(r.Data)
	require.NoError(p.t, err)
	require.NoError(p.t, os.WriteFile(file, b, 0o600))
}

// Complaints lists the errors and warnings of the page so far.
func (p *Page) Complaints() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string{}, p.complaints...)
}
