package httpx

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
)

// Check is a condition for readiness.
type Check struct {
	Name string
	Fn   func(ctx context.Context) error
}

// AddHealth serves /healthz, which succeeds while the process runs, and /readyz,
// which reports whether the process can do its work.
func (s *Server) AddHealth(r chi.Router, checks ...Check) {
	r.Get("/healthz", func(w http.ResponseWriter, _ *http.Request) { writeText(w, http.StatusOK, "ok\n") })
	r.Get("/readyz", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
		defer cancel()
		var text strings.Builder
		status := http.StatusOK
		for _, c := range checks {
			answer := "ok"
			if err := c.Fn(ctx); err != nil {
				s.log.ErrorContext(ctx, "not ready", "check", c.Name, "error", err)
				answer, status = "failed", http.StatusServiceUnavailable
			}
			text.WriteString(c.Name + ": " + answer + "\n")
		}
		writeText(w, status, text.String())
	})
}

func writeText(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text))
}
