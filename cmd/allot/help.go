package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"allot/internal/app/build"
	"allot/internal/app/config"
)

// welcome is for whoever types the name only.
const welcome = `Allot distributes availability between hotels and tour operators.

  allot demo              look around: serves demo data and prints log-ins
  allot serve             serve for real
  allot config check      try the settings before that
  allot help              every command
  allot help serve        the settings, with their defaults
`

// epilogue ends the help of the whole program.
const epilogue = `
Settings are flags or ALLOT_* variables: "allot serve --help" lists them with
their defaults, "allot config check" tries them. A secret can be in a file
instead: ALLOT_SECRET_KEY_FILE=/run/secrets/key.

Exit status: 0 done, 1 failed, 2 the command line is not understood.
`

func newParser(c *cli, w world, exit func(code int)) (*kong.Kong, error) {
	parser, err := kong.New(
		c,
		kong.Name("allot"),
		kong.Description("Distribution between hotels and tour operators. Try: allot demo"),
		kong.Vars{"demo_password": demoPassword, "version": "allot " + build.Current().String()},
		kong.Writers(w.out, w.err),
		kong.Exit(exit),
		kong.Help(printHelp),
		kong.ValueFormatter(describe),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, FlagsLast: true, WrapUpperBound: 120}),
	)
	if err != nil {
		return nil, err
	}
	parser.Model.HelpFlag.Help = "Show this help."
	for _, f := range parser.Model.Flags {
		if f.Group != nil {
			f.Group.Title = f.Group.Key + ":"
		}
		if values := f.Tag.Get("values"); values != "" && f.PlaceHolder == "" {
			f.PlaceHolder = strings.ReplaceAll(values, ",", "|")
		}
	}
	return parser, nil
}

// settingSets are the settings that commands use beside their own flags, by the value of
// their tag; all is every setting.
var settingSets = map[string][]string{
	"database": {"data-dir", "database-url", "database-connections", "secret-key", "log-level", "log-format"},
	"reading":  {"data-dir", "database-url"},
	"files":    {"data-dir", "database-url", "blob-url"},
	"health":   {"admin-addr"},
}

// settingsOf returns the name of the set of a command; empty: it uses none.
func settingsOf(command *kong.Node) string {
	if command == nil || command.Tag == nil {
		return ""
	}
	return command.Tag.Get("settings")
}

// shows reports whether the help of a command, or that of the program if it is nil,
// shows a flag of the program.
func shows(command *kong.Node, f *kong.Flag) bool {
	switch f.Name {
	case "help":
		return true
	case "version":
		return command == nil
	}
	set := settingsOf(command)
	return set == "all" || slices.Contains(settingSets[set], f.Name)
}

// printHelp shows a command with the settings that it uses.
func printHelp(options kong.HelpOptions, ctx *kong.Context) error {
	for _, f := range ctx.Model.Flags {
		f.Hidden = !shows(ctx.Selected(), f)
	}
	if err := kong.DefaultHelpPrinter(options, ctx); err != nil || ctx.Selected() != nil {
		return err
	}
	_, err := fmt.Fprint(ctx.Stdout, epilogue)
	return err
}

// describe is the help of a flag, with its default and variables.
func describe(v *kong.Value) string {
	text := v.Help
	if v.HasDefault && v.Default != "" {
		text += " Default: " + v.Default + "."
	}
	if len(v.Tag.Envs) == 0 {
		return text
	}
	names := strings.Join(v.Tag.Envs, ", ")
	if v.Tag.Has("secret") {
		names += " or " + names + "_FILE"
	}
	return text + " (" + names + ")"
}

// visibleSecrets warns of secrets among the arguments.
func visibleSecrets(command *kong.Context) []config.Problem {
	var list []config.Problem
	for _, p := range command.Path {
		if p.Flag == nil || p.Resolved || !p.Flag.Tag.Has("secret") {
			continue
		}
		name := p.Flag.Envs[0]
		list = append(list, config.Problem{Setting: name, Warning: true, Text: fmt.Sprintf(
			"--%s stands on the command line, which every user of this machine can read: set %s or %s_FILE instead", p.Flag.Name, name, name)})
	}
	return list
}

type helpCmd struct {
	Command []string `arg:"" optional:"" help:"The command, such as: admin create."`
}

func (c helpCmd) Run(parser *kong.Kong) error {
	_, err := parser.Parse(append(c.Command, "--help"))
	return err
}
