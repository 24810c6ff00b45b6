package app

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"allot/internal/app/config"
	"allot/internal/platform/httpx"
)

const (
	// finishRequests and finishJobs are how long a stop waits for each.
	finishRequests = 20 * time.Second
	finishJobs     = 20 * time.Second
)

// Addresses is where a running program can be reached.
type Addresses struct {
	API      string // empty without the web role
	Admin    string // empty if switched off
	Redirect string // of HTTP beside HTTPS; empty if there is none
	TLS      bool   // the API is served over HTTPS
}

// URL returns the address of the API.
func (at Addresses) URL() string {
	if at.TLS {
		return "https://" + at.API
	}
	return "http://" + at.API
}

// Run serves until ctx ends, then finishes what is in flight. ready is called
// once requests are accepted.
func (a *App) Run(ctx context.Context, ready func(Addresses)) error {
	node, err := a.claimNode(ctx)
	if err != nil {
		return err
	}
	if email, password, ok := strings.Cut(a.cfg.BootstrapAdmin, ":"); ok {
		if err := a.ensureAdmin(ctx, email, password); err != nil {
			return errors.Join(err, node.release(context.WithoutCancel(ctx)))
		}
	}
	run := &running{app: a, node: node, failed: make(chan error, 4)} // of three servers and the node
	err = run.start(ctx)
	if err == nil {
		ready(run.addresses)
		select {
		case <-ctx.Done():
		case err = <-run.failed:
		}
	}
	a.log.InfoContext(ctx, "stopping")
	return errors.Join(err, run.stop(context.WithoutCancel(ctx)))
}

// running is what Run has started, in the order it must end.
type running struct {
	app       *App
	node      *node
	addresses Addresses
	servers   []*http.Server
	failed    chan error

	stopRelay context.CancelFunc
	relay     sync.WaitGroup
	stopUsage context.CancelFunc
	usage     sync.WaitGroup
	stopFetch context.CancelFunc
}

func (r *running) start(ctx context.Context) error {
	a := r.app
	r.node.keep(ctx, func(err error) { r.failed <- err })
	if a.cfg.Has(config.RoleWeb) {
		if err := r.serveAPI(ctx); err != nil {
			return err
		}
	}
	if a.cfg.AdminAddr != "" {
		addr, err := r.serve(ctx, a.cfg.AdminAddr, a.adminHandler(), nil)
		if err != nil {
			return err
		}
		r.addresses.Admin = addr
	}
	if a.cfg.Has(config.RoleWorker) {
		return r.work(ctx)
	}
	return nil
}

func (r *running) serveAPI(ctx context.Context) error {
	a := r.app
	server := a.Server()
	_ = server.OpenAPI() // so that no request waits for it
	encrypted, err := a.encrypts()
	if err != nil {
		return err
	}
	var secure *tls.Config
	if encrypted != nil {
		secure = encrypted.config
	}
	addr, err := r.serve(ctx, a.cfg.Addr, server, secure)
	if err != nil {
		return err
	}
	r.addresses.API, r.addresses.TLS = addr, encrypted != nil
	a.setLinkBase(r.addresses)
	if encrypted != nil {
		if err := r.encrypt(ctx, encrypted); err != nil {
			return err
		}
	}
	writing, stop := context.WithCancel(context.WithoutCancel(ctx))
	r.stopUsage = stop
	r.usage.Go(func() { a.Keys.Run(writing) })
	r.usage.Go(func() { a.APIStats.Run(writing) })
	r.usage.Go(func() { a.Live.Run(writing) })
	r.usage.Go(func() { giveMemoryBack(writing, memoryTaken, debug.FreeOSMemory) })
	return nil
}

// encrypt serves HTTP beside HTTPS and gets the certificates.
func (r *running) encrypt(ctx context.Context, e *encryption) (err error) {
	if at := r.app.cfg.RedirectAddr(); at != "" {
		if r.addresses.Redirect, err = r.serve(ctx, at, e.plain(r.app.redirect(r.addresses.API)), nil); err != nil {
			return err
		}
	}
	fetching, stop := context.WithCancel(ctx)
	r.stopFetch = stop
	go e.fetch(fetching)
	return nil
}

// serve listens on an address, over HTTPS if secure is given.
func (r *running) serve(ctx context.Context, addr string, h http.Handler, secure *tls.Config) (string, error) {
	l, err := listen(ctx, addr)
	if err != nil {
		return "", err
	}
	srv := httpx.NewHTTPServer(ctx, h, r.app.log)
	srv.TLSConfig = secure
	serve := srv.Serve
	if secure != nil {
		serve = func(l net.Listener) error { return srv.ServeTLS(l, "", "") }
	}
	r.servers = append(r.servers, srv)
	go func() {
		if err := serve(l); !errors.Is(err, http.ErrServerClosed) {
			r.failed <- err
		}
	}()
	return l.Addr().String(), nil
}

func (r *running) work(ctx context.Context) error {
	if err := r.app.Queue.Start(ctx); err != nil {
		return err
	}
	ctx, r.stopRelay = context.WithCancel(context.WithoutCancel(ctx))
	r.relay.Go(func() { r.app.Events.Run(ctx) })
	r.relay.Go(func() { r.app.Webhooks.Run(ctx) })
	return nil
}

// stop ends what makes work before what does it: requests, events, jobs.
func (r *running) stop(ctx context.Context) error {
	var errs error
	if r.stopFetch != nil {
		r.stopFetch()
	}
	r.app.Live.Close() // streams end only when they are told to
	requests, cancel := context.WithTimeout(ctx, finishRequests)
	defer cancel()
	for _, srv := range r.servers {
		if err := srv.Shutdown(requests); err != nil {
			errs = errors.Join(errs, err, srv.Close())
		}
	}
	if r.stopRelay != nil {
		r.stopRelay()
		r.relay.Wait()
		running, cancel := context.WithTimeout(ctx, finishJobs)
		defer cancel()
		errs = errors.Join(errs, r.app.Queue.Stop(running))
	}
	if r.stopUsage != nil {
		r.stopUsage()
		r.usage.Wait()
	}
	return errors.Join(errs, r.app.Accounts.Close(ctx), r.app.Keys.Flush(ctx), r.app.APIStats.Flush(ctx), r.node.release(ctx))
}
