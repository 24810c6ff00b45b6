package httpx

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// Listening is net/http's server for h with our limits of time and size, and the
// listener that it is to serve: call srv.Serve(in).
func Listening(ctx context.Context, l net.Listener, h http.Handler, log *slog.Logger) (srv *http.Server, in net.Listener) {
	srv = &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       60 * time.Second,
		WriteTimeout:      120 * time.Second,
		IdleTimeout:       120 * time.Second,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug), // clients that hang up are no news
		// Requests under way are finished after ctx has ended.
		BaseContext: func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
	}
	if s, ours := h.(*Server); ours {
		return srv, s.remembering(srv, l)
	}
	return srv, l
}
