package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// healthCmd lets a container without any other program check its health.
type healthCmd struct {
	Live    bool          `help:"Ask only whether the process answers, not whether database, queue and storage work."`
	Timeout time.Duration `default:"5s" help:"How long to wait for the answer."`
}

func (c healthCmd) Run(e *env) error {
	if e.settings.AdminAddr == "" {
		return errors.New("health is asked for on the admin address, which is off: set ALLOT_ADMIN_ADDR as for the server")
	}
	path := "/readyz"
	if c.Live {
		path = "/healthz"
	}
	ctx, cancel := context.WithTimeout(e.ctx, c.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+fromHere(e.settings.AdminAddr)+path, http.NoBody)
	if err != nil {
		return fmt.Errorf("ask for health: %w", err)
	}
	// A proxy of the environment is for other machines.
	res, err := (&http.Client{Transport: &http.Transport{}}).Do(req)
	if err != nil {
		return fmt.Errorf("the server does not answer: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(res.Body, 1<<16))
	if err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	e.printf("%s\n", body)
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("the server answers %s", res.Status)
	}
	return nil
}

// fromHere turns an address to listen on into one to ask on the same machine.
func fromHere(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if ip := net.ParseIP(host); err == nil && (host == "" || ip != nil && ip.IsUnspecified()) {
		return net.JoinHostPort("localhost", port)
	}
	return addr
}
