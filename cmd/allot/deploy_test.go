package main

import (
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"allot/internal/app/config"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

const deployFolder = "../../deploy"

// ofFiles are variables of the files themselves, which the program does not read.
var ofFiles = []string{"ALLOT_IMAGE", "ALLOT_HOST", "ALLOT_NODES"}

// Whoever copies a file of deploy/ gets settings that the program has.
func TestDeploy_NamesSettingsThatExist(t *testing.T) {
	t.Parallel()
	known := slices.Clone(ofFiles)
	for f := range reflect.TypeFor[config.Settings]().Fields() {
		known = append(known, f.Tag.Get("env"))
	}
	setting := regexp.MustCompile(`ALLOT_[A-Z0-9_]+`)
	files, named := 0, 0
	check := func(path string) {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		files++
		for _, name := range setting.FindAllString(string(text), -1) {
			require.Contains(t, known, strings.TrimSuffix(name, "_FILE"), path)
			named++
		}
	}
	require.NoError(t, filepath.WalkDir(deployFolder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			check(path)
		}
		return err
	}))
	require.Greater(t, files, 12)
	require.Greater(t, named, 40)
}

// requireCommand parses the arguments of a command as the program does.
func requireCommand(t *testing.T, args []string) {
	t.Helper()
	var c cli
	parser, err := newParser(&c, world{out: io.Discard, err: io.Discard}, func(int) {})
	require.NoError(t, err)
	_, err = parser.Parse(args)
	require.NoError(t, err, args)
}

func TestDeploy_Units(t *testing.T) {
	t.Parallel()
	units, err := filepath.Glob(filepath.Join(deployFolder, "systemd", "allot*.[st]*[er]"))
	require.NoError(t, err)
	self, err := os.Executable()
	require.NoError(t, err)
	var copies []string
	for _, unit := range units {
		if ext := filepath.Ext(unit); ext != ".service" && ext != ".timer" {
			continue
		}
		text, err := os.ReadFile(unit)
		require.NoError(t, err)
		for _, m := range regexp.MustCompile(`(?m)^ExecStart=/usr/local/bin/allot (.*)$`).FindAllStringSubmatch(string(text), -1) {
			requireCommand(t, strings.Fields(m[1]))
		}
		here := filepath.Join(t.TempDir(), filepath.Base(unit))
		require.NoError(t, os.WriteFile(here, []byte(strings.ReplaceAll(string(text), "/usr/local/bin/allot", self)), 0o600))
		copies = append(copies, here)
	}
	require.Len(t, copies, 3)
	program, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("SKIPPED, UNITS NOT VERIFIED: systemd-analyze is not installed")
	}
	for _, unit := range copies {
		// A timer is verified with its service beside it.
		if filepath.Ext(unit) == ".timer" {
			continue
		}
		out, err := exec.CommandContext(t.Context(), program, "verify", "--man=no", unit).CombinedOutput()
		require.NoError(t, err, string(out))
		require.NotContains(t, string(out), filepath.Base(unit), "warnings of the unit")
	}
}

func TestDeploy_Compose(t *testing.T) {
	t.Parallel()
	type service struct {
		Image    string   `yaml:"image"`
		Command  []string `yaml:"command"`
		ReadOnly bool     `yaml:"read_only"`
		CapDrop  []string `yaml:"cap_drop"`
		Security []string `yaml:"security_opt"`
		Volumes  []string `yaml:"volumes"`
	}
	nodes := 0
	for _, name := range []string{"single.yaml", "several.yaml"} {
		text, err := os.ReadFile(filepath.Join(deployFolder, "compose", name))
		require.NoError(t, err)
		var file struct {
			Services map[string]service `yaml:"services"`
		}
		require.NoError(t, yaml.Unmarshal(text, &file), name)
		for _, s := range file.Services {
			if !strings.HasPrefix(s.Image, "${ALLOT_IMAGE") {
				continue
			}
			nodes++
			require.True(t, s.ReadOnly)
			require.Equal(t, []string{"ALL"}, s.CapDrop)
			require.Equal(t, []string{"no-new-privileges:true"}, s.Security)
			require.NotEmpty(t, s.Volumes)
			if len(s.Command) > 0 {
				requireCommand(t, s.Command)
			}
		}
	}
	require.Equal(t, 4, nodes)
}

// The scripts bring an installation on PostgreSQL to another database and folder.
func TestDeploy_PostgresScripts(t *testing.T) {
	t.Parallel()
	if dbtest.Engine() != db.Postgres {
		t.Skip("on SQLite allot backup does it")
	}
	tools, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	require.NoError(t, err)
	from, to := newSite(t), newEmptySite(t)
	p := from.start(t)
	p.register("anna@poseidon.example")
	archives := t.TempDir()
	script := func(s *site, name string, args ...string) {
		cmd := exec.CommandContext(t.Context(), filepath.Join(deployFolder, "postgres", name), args...)
		cmd.Env = append([]string{"PATH=" + strings.Join(append(tools, os.Getenv("PATH")), ":"), "ALLOT_DATA_DIR=" + s.dir}, s.env...)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
	}
	script(from, "backup", archives, "14")
	made, err := filepath.Glob(filepath.Join(archives, "allot-pg-*"))
	require.NoError(t, err)
	require.Len(t, made, 1)
	script(to, "restore", made[0])
	require.Equal(t, 200, to.start(t).login("anna@poseidon.example").status)
}
