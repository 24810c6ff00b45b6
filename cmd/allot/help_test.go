package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"

	"allot/internal/app/build"
)

// invoke runs a command that needs no data within the test.
func invoke(t *testing.T, args ...string) (out, problem string, code int) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(t.Context(), args, world{in: strings.NewReader(""), out: &o, err: &e})
	return o.String(), e.String(), code
}

func model(t *testing.T) *kong.Application {
	t.Helper()
	parser, err := newParser(&cli{}, world{out: &bytes.Buffer{}, err: &bytes.Buffer{}}, func(int) {})
	require.NoError(t, err)
	return parser.Model
}

func TestHelp(t *testing.T) {
	t.Parallel()

	t.Run("without arguments a few lines show the way", func(t *testing.T) {
		t.Parallel()
		out, _, code := invoke(t)
		require.Zero(t, code)
		require.Less(t, strings.Count(out, "\n"), 12)
		require.Contains(t, out, "allot demo")
	})

	t.Run("that of the program lists every command and no setting", func(t *testing.T) {
		t.Parallel()
		out, _, code := invoke(t, "--help")
		require.Zero(t, code)
		for _, n := range model(t).Leaves(true) {
			require.Contains(t, out, "\n  "+n.Path()+" ")
		}
		require.NotContains(t, out, "--data-dir")
		require.Contains(t, out, "Exit status: 0")
		again, _, code := invoke(t, "help")
		require.Zero(t, code)
		require.Equal(t, out, again)
	})

	t.Run("each command shows its own flags and the settings that it uses", func(t *testing.T) {
		t.Parallel()
		for command, want := range map[string]struct{ shown, hidden []string }{
			"serve":                {[]string{"--addr=HOST:PORT", "Default: 127.0.0.1:8080.", "(ALLOT_ADDR)", "ALLOT_SMTP_URL_FILE", "--log-format=text|json"}, []string{"--version"}},
			"demo":                 {[]string{"--reset", "--quiet", "--addr"}, nil},
			"config check":         {[]string{"--json", "--addr"}, nil},
			"migrate":              {[]string{"--quiet", "--data-dir", "--database-url", "--secret-key"}, []string{"--addr", "--smtp-url"}},
			"admin create":         {[]string{"--email=EMAIL", "--password-file=FILE", "--database-url"}, []string{"--addr", "--password="}},
			"admin reset-password": {[]string{"--email=EMAIL", "--password-file=FILE"}, []string{"--addr", "--password="}},
			"admin list":           {[]string{"--json", "--data-dir"}, []string{"--addr", "--secret-key"}},
			"backup":               {[]string{"--to=FILE", "--quiet", "--data-dir"}, []string{"--addr", "--secret-key"}},
			"restore":              {[]string{"--from=FILE", "--quiet", "--data-dir"}, []string{"--addr"}},
			"openapi":              {[]string{"--output=FILE"}, []string{"--data-dir"}},
			"version":              {[]string{"--json"}, []string{"--data-dir"}},
			"completion":           {[]string{"source <(allot completion bash)"}, []string{"--data-dir"}},
			"admin":                {[]string{"admin reset-password"}, []string{"--data-dir"}},
		} {
			words := strings.Fields(command)
			out, problem, code := invoke(t, append(words, "--help")...)
			require.Zero(t, code, problem)
			for _, text := range want.shown {
				require.Contains(t, out, text, command)
			}
			for _, text := range want.hidden {
				require.NotContains(t, out, text, command)
			}
			for line := range strings.Lines(out) {
				require.LessOrEqual(t, len(line), 81, "%s, on 80 columns: %s", command, line)
			}
			again, _, _ := invoke(t, append([]string{"help"}, words...)...)
			require.Equal(t, out, again, command)
		}
	})

	t.Run("every command names a set of settings that there is", func(t *testing.T) {
		t.Parallel()
		m := model(t)
		known := append(slices.Collect(maps.Keys(settingSets)), "all", "")
		for _, n := range m.Leaves(false) {
			require.Contains(t, known, settingsOf(n), n.Path())
		}
		for set, names := range settingSets {
			for _, name := range names {
				require.NotNil(t, findFlag(m.Node, "--"+name), "%s of %s", name, set)
			}
		}
	})

	t.Run("every setting has a help, a group and a variable", func(t *testing.T) {
		t.Parallel()
		for _, f := range model(t).Flags {
			if f.Name == "help" || f.Name == "version" {
				continue
			}
			require.NotEmpty(t, f.Help, f.Name)
			require.NotNil(t, f.Group, f.Name)
			require.Equal(t, []string{"ALLOT_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))}, f.Envs)
		}
	})

	t.Run("flags stand before or after the command", func(t *testing.T) {
		t.Parallel()
		for _, args := range [][]string{{"--log-level", "warn", "version"}, {"version", "--log-level", "warn"}} {
			_, problem, code := invoke(t, args...)
			require.Zero(t, code, problem)
		}
	})
}

func TestMisuse(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"srve":                         `there is no command srve, did you mean "serve"?`,
		"admin creat":                  `there is no command creat, did you mean "create"?`,
		"serve --adr :1":               `unknown flag --adr, did you mean "--addr"?`,
		"serve --addr":                 "--addr needs a value",
		"admin":                        `expected one of "create"`,
		"backup":                       "missing flags: --to=FILE",
		"help foo":                     "there is no command foo",
		"completion ksh":               `must be one of "bash","zsh","fish"`,
		"serve --mail-max-mb much":     "--mail-max-mb",
		"admin create --email x --pas": "--pas",
	} {
		out, problem, code := invoke(t, strings.Fields(args)...)
		require.Equal(t, exitUsage, code, args)
		require.Contains(t, problem, want)
		require.Regexp(t, `(?m)^See: allot .*--help$`, problem)
		require.Empty(t, out, "standard output is for answers")
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	flag, _, code := invoke(t, "--version")
	require.Zero(t, code)
	command, _, code := invoke(t, "version")
	require.Zero(t, code)
	require.Equal(t, command, flag)
	require.Equal(t, "allot "+build.Current().String()+"\n", flag)
	out, _, _ := invoke(t, "version", "--json")
	var i build.Info
	require.NoError(t, json.Unmarshal([]byte(out), &i))
	require.Equal(t, build.Current(), i)
}

func TestComplete(t *testing.T) {
	t.Parallel()
	m := model(t)
	for line, want := range map[string]string{
		"":                                "serve demo migrate admin config backup restore health openapi completion version help",
		"ser":                             "serve",
		"admin ":                          "create list reset-password plan",
		"admin re":                        "reset-password",
		"help ad":                         "admin",
		"help admin r":                    "reset-password",
		"-":                               "--help --version",
		"version --":                      "--json --help",
		"backup --":                       "--to --to-dir --keep --force --quiet --help --data-dir --database-url --blob-url",
		"admin create --p":                "--password-file",
		"serve --log-f":                   "--log-format",
		"serve --log-format ":             "text json",
		"serve --log-format j":            "json",
		"serve --log-format = j":          "json", // as bash splits it
		"serve --log-format =":            "text json",
		"serve --log-format=j":            "--log-format=json",
		"serve --roles w":                 "web worker",
		"serve --roles web,":              "web,worker",
		"serve --dev --log-format ":       "text json",
		"--log-level debug admin cr":      "create",
		"serve --addr ":                   "",
		"backup --to ":                    ":files",
		"restore --from x":                ":files",
		"serve --data-dir ":               ":files",
		"completion ":                     "bash zsh fish",
		"admin plan --plan g":             "gold",
		"nonsense ":                       "serve demo migrate admin config backup restore health openapi completion version help",
		"admin create --email a@b.c --em": "--email",
	} {
		var got []string
		for _, c := range complete(m, strings.Split(line, " ")) {
			got = append(got, c.word)
		}
		require.Equal(t, want, strings.Join(got, " "), "%q", line)
	}
	require.NotEmpty(t, complete(m, nil))
}

// The script works in a real shell, in which allot is this test.
func TestCompletion_bash(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil {
		require.NotEqual(t, "true", os.Getenv("CI"), "bash is missing")
		t.Skip("SKIPPED: bash is missing")
	}
	self, err := os.Executable()
	require.NoError(t, err)
	bin := t.TempDir()
	require.NoError(t, os.Symlink(self, filepath.Join(bin, "allot")))
	cmd := exec.CommandContext(t.Context(), bash, "--norc", "-euc", `
source <(allot completion bash)
complete -p allot
try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _allot; echo "$* => ${COMPREPLY[*]}"; }
try allot adm
try allot admin ""
try allot serve --log-format = j
try allot backup --to "my fi"
`)
	cmd.Env = []string{"ALLOT_TEST_AS_PROGRAM=1", "HOME=" + bin, "PATH=" + bin + ":" + os.Getenv("PATH")}
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Equal(t, `complete -F _allot allot
allot adm => admin
allot admin  => create list reset-password plan
allot serve --log-format = j => json
allot backup --to my fi => 
`, string(out))
	for _, shell := range []string{"zsh", "fish"} {
		script, _, code := invoke(t, "completion", shell)
		require.Zero(t, code)
		require.Contains(t, script, completeCommand)
	}
}
