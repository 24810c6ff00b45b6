package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

const (
	redrawEvery = 200 * time.Millisecond // on a terminal
	lineEvery   = 5 * time.Second        // elsewhere, such as in the journal
)

// quietFlag is that of commands that can take long.
type quietFlag struct {
	Quiet bool `short:"q" help:"Do not tell how far it has come."`
}

// statusLine is standard error with a last line that tells how far a command has come. Only
// a terminal has the line; it makes room for everything else that is written, such as the log.
type statusLine struct {
	mu       sync.Mutex
	out      io.Writer
	terminal bool
	shown    bool
}

func newStatusLine(out io.Writer) *statusLine {
	f, ok := out.(*os.File)
	return &statusLine{out: out, terminal: ok && term.IsTerminal(int(f.Fd()))}
}

func (s *statusLine) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
	return s.out.Write(b)
}

// tell shows the text instead of the last line of a terminal, or writes it as a line.
func (s *statusLine) tell(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.terminal {
		_, _ = fmt.Fprintln(s.out, text)
		return
	}
	s.clear()
	_, _ = fmt.Fprint(s.out, text)
	s.shown = true
}

func (s *statusLine) clear() {
	if s.shown {
		_, _ = io.WriteString(s.out, "\r\x1b[K")
		s.shown = false
	}
}

func (s *statusLine) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
}

// progress tells now and then how far a command has come. One that is done soon tells nothing.
type progress struct {
	status *statusLine
	what   string
	began  time.Time
	stop   chan struct{}
	done   sync.WaitGroup

	mu  sync.Mutex
	far string
}

// progress starts to tell what is done, until end is called.
func (e *env) progress(quiet quietFlag, what string) *progress {
	p := &progress{status: e.status, what: what, began: time.Now(), stop: make(chan struct{})}
	if quiet.Quiet {
		return p
	}
	every := lineEvery
	if e.status.terminal {
		every = redrawEvery
	}
	p.done.Go(func() { p.run(every) })
	return p
}

func (p *progress) run(every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-p.stop:
			return
		case <-tick.C:
			p.status.tell(p.text())
		}
	}
}

func (p *progress) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := p.what
	if p.far != "" {
		text += ": " + p.far
	}
	return fmt.Sprintf("%s (%d s)", text, int(time.Since(p.began).Seconds()))
}

// reached stores how far the command has come, for the next time that it is told.
func (p *progress) reached(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.far = fmt.Sprintf(format, args...)
}

// end stops and takes the line from the terminal.
func (p *progress) end() {
	close(p.stop)
	p.done.Wait()
	p.status.end()
}
