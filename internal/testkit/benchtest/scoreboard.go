package benchtest

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"text/tabwriter"
)

// Scoreboard collects measured figures and their targets and prints them as a
// table when the benchmark ends. A missed target fails the benchmark.
type Scoreboard struct {
	lines []line
}

type line struct{ name, measured, target, verdict string }

// NewScoreboard returns a table that is printed when b and its parts are done.
func NewScoreboard(b *testing.B, title string) *Scoreboard {
	b.Helper()
	s := &Scoreboard{}
	b.Cleanup(func() { s.print(b, os.Stdout, title) })
	return s
}

// AtLeast adds a figure that must not be below target.
func (s *Scoreboard) AtLeast(b *testing.B, name string, got, target float64, unit string) {
	b.Helper()
	s.judge(b, name, got, "at least", target, unit, got >= target)
}

// AtMost adds a figure that must not be above target.
func (s *Scoreboard) AtMost(b *testing.B, name string, got, target float64, unit string) {
	b.Helper()
	s.judge(b, name, got, "at most", target, unit, got <= target)
}

func (s *Scoreboard) judge(b *testing.B, name string, got float64, bound string, target float64, unit string, ok bool) {
	b.Helper()
	verdict := "ok"
	if !ok {
		verdict = "MISSED"
		b.Errorf("%s: %s, promised is %s %s", name, figure(got, unit), bound, figure(target, unit))
	}
	s.lines = append(s.lines, line{name, figure(got, unit), bound + " " + figure(target, unit), verdict})
}

// Note adds a figure without a target.
func (s *Scoreboard) Note(name string, got float64, unit string) {
	s.lines = append(s.lines, line{name, figure(got, unit), "", ""})
}

func figure(n float64, unit string) string {
	format := "%.2f %s"
	if n >= 100 {
		format = "%.0f %s"
	}
	return strings.TrimSpace(fmt.Sprintf(format, n, unit))
}

func (s *Scoreboard) print(b *testing.B, out io.Writer, title string) {
	b.Helper()
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "\n%s, load of the machine %s\nWHAT\tMEASURED\tPROMISED\t\n", title, machineLoad())
	for _, l := range s.lines {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", l.name, l.measured, l.target, l.verdict)
	}
	if err := w.Flush(); err != nil {
		b.Errorf("print the table: %v", err)
	}
}

// machineLoad returns the system's load average of the last minute.
func machineLoad() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	last, _, _ := strings.Cut(string(text), " ")
	return last
}
