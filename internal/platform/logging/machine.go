package logging

import (
	"log/slog"
	"strings"
	"time"
)

// took is the duration of what a line is about. Its name in JSON is duration_ms; that
// of other durations gets the unit at its end.
const took = "took"

// forMachines hides secrets and writes durations and the level as machines read them.
func forMachines(groups []string, a slog.Attr) slog.Attr {
	a = hide(groups, a)
	switch {
	case a.Value.Kind() == slog.KindDuration:
		name := "duration"
		if a.Key != took {
			name = a.Key
		}
		return slog.Float64(name+"_ms", milliseconds(a.Value.Duration()))
	case a.Key == slog.LevelKey && len(groups) == 0:
		if level, ok := a.Value.Any().(slog.Level); ok {
			return slog.String(slog.LevelKey, strings.ToLower(level.String()))
		}
	}
	return a
}

// milliseconds is exact to the microsecond.
func milliseconds(d time.Duration) float64 {
	return float64(d.Round(time.Microsecond).Microseconds()) / 1000
}
