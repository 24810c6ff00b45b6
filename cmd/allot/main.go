// Command allot runs the distribution platform between hotels and tour operators.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
)

// What the program ends with.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2 // the command line, or a value in it, is not understood
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second signal ends the program at once, if finishing takes too long.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], world{environ: os.Environ(), in: os.Stdin, out: os.Stdout, err: os.Stderr}))
}

// world is what the program has around it, so that a test can start it whole.
type world struct {
	environ []string
	in      io.Reader
	out     io.Writer
	err     io.Writer
}

func (w world) printf(format string, args ...any) { _, _ = fmt.Fprintf(w.out, format, args...) }

// errReported ends a command that has already said what is wrong.
var errReported = errors.New("reported")

func run(ctx context.Context, args []string, w world) int {
	var c cli
	answered := -1
	parser, err := newParser(&c, w, func(code int) { answered = code })
	if err != nil {
		_, _ = fmt.Fprintln(w.err, "allot:", err)
		return exitFailed
	}
	if len(args) == 0 {
		w.printf("%s", welcome)
		return exitDone
	}
	if args[0] == completeCommand {
		printCandidates(w.out, complete(parser.Model, args[1:]))
		return exitDone
	}
	command, err := parser.Parse(args)
	if answered >= 0 { // by --help or --version
		return answered
	}
	if err != nil {
		return misused(w, err)
	}
	status := newStatusLine(w.err)
	w.err = status
	e := &env{ctx: ctx, world: w, status: status}
	if settingsOf(command.Selected()) != "" {
		e.problems = append(c.ReadSecrets(w.environ), visibleSecrets(command)...)
	}
	e.settings = c.Settings
	err = command.Run(e)
	wrong, misunderstood := errors.AsType[*kong.ParseError](err)
	switch {
	case answered >= 0: // by the command help
		return answered
	case err == nil:
		return exitDone
	case misunderstood: // what follows the command help
		return misused(w, wrong)
	case !errors.Is(err, errReported) && e.logsJSON():
		e.logger().ErrorContext(ctx, "the program ends", "error", err)
	case !errors.Is(err, errReported):
		_, _ = fmt.Fprintln(w.err, "allot:", err)
	}
	return exitFailed
}

// misused says what is wrong with a command line, and what shows how it is right.
func misused(w world, err error) int {
	text, command := err.Error(), "allot"
	if wrong, ok := errors.AsType[*kong.ParseError](err); ok {
		selected := wrong.Context.Selected()
		if selected != nil {
			command = selected.FullPath()
		}
		if rest, ok := strings.CutPrefix(text, "unexpected argument "); ok && (selected == nil || !selected.Leaf()) {
			text = "there is no command " + rest
		}
		if flag, _, ok := strings.Cut(text, ": expected "); ok && strings.HasSuffix(text, "(<EOL>)") {
			text = flag + " needs a value"
		}
	}
	_, _ = fmt.Fprintf(w.err, "allot: %s\nSee: %s --help\n", text, command)
	return exitUsage
}
