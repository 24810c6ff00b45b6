package main

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// docCommand is a command that a text tells people to type.
type docCommand struct{ file, text string }

var (
	commandLine = regexp.MustCompile(`^(?:[\d*]+ [\d*]+ [\d*]+ [\d*]+ [\d*]+  )?(?:[A-Z_]+=\S+ )*(?:/usr/local/bin/|bin/)?(allot|curl|cp|docker|make|go|npm|npx|scripts/\S+|deploy/\S+) `)
	remark      = regexp.MustCompile(`\s+(?:#|\().*$`)
	ofComment   = regexp.MustCompile(`(?m)^#   (.+)$`)
)

// commandsIn returns the commands of a page: every line of its blocks for a shell, and what looks
// like a command in blocks without a language and in indented ones.
func commandsIn(file, page string) (found []docCommand) {
	block, language, fenced := "", "", false
	for line := range strings.Lines(page) {
		tag, isFence := strings.CutPrefix(strings.TrimSpace(line), "```")
		switch {
		case isFence && fenced, !isFence && !fenced && !strings.HasPrefix(line, "    "):
			if language == "sh" || language == "" {
				found = append(found, commandsInBlock(file, block, language == "sh")...)
			}
			block, language, fenced = "", "", false
		case isFence:
			block, language, fenced = "", tag, true
		default:
			block += line
		}
	}
	return found
}

// commandsInBlock splits a block into commands, which may have several lines.
func commandsInBlock(file, block string, isShell bool) (found []docCommand) {
	command := ""
	for line := range strings.Lines(block) {
		command += strings.TrimSpace(line)
		if strings.HasSuffix(command, `\`) || strings.Count(command, "'")%2 == 1 {
			command = strings.TrimSuffix(command, `\`) + " "
			continue
		}
		if isShell || commandLine.MatchString(command) {
			found = append(found, docCommand{file, remark.ReplaceAllString(command, "")})
		}
		command = ""
	}
	return found
}

// docCommands finds every command in README.md, docs/ and deploy/.
func docCommands(t *testing.T) (found []docCommand) {
	t.Helper()
	for _, root := range []string{"README.md", "CONTRIBUTING.md", "docs", "deploy"} {
		require.NoError(t, filepath.WalkDir(filepath.Join("../..", root), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			name := strings.TrimPrefix(path, "../../")
			if filepath.Ext(path) == ".md" {
				found = append(found, commandsIn(name, string(text))...)
			} else if root == "deploy" {
				for _, m := range ofComment.FindAllStringSubmatch(string(text), -1) {
					found = append(found, commandsInBlock(name, m[1], false)...)
				}
			}
			return nil
		}))
	}
	return found
}

// What is not run here, and why.
const (
	wholeBuild = "builds or tests the whole repository: CI runs it"
	network    = "needs packages of the network"
	containers = "needs a container engine; TestDeploy_Compose reads the files"
	privileges = "changes the machine that it runs on; TestDeploy_Units reads the units"
	ownRecords = "needs a running program; TestDocs_CurlLinesRun has one"
	publicName = "needs a public name and ports below 1024; TestProgram_ACME gets certificates"
	postgres   = "needs a PostgreSQL of its own; TestDeploy_PostgresScripts runs the script"
)

// notRun are the commands that cannot be run here.
var notRun = map[string]string{
	"scripts/run":                      wholeBuild,
	"scripts/check":                    wholeBuild,
	"make build":                       wholeBuild,
	"make test-web":                    wholeBuild,
	"make test-screens":                wholeBuild,
	"make release image":               wholeBuild,
	"go run ./cmd/allot demo":          wholeBuild,
	"cd web && npm ci && npm run dev":  network,
	"cd web && npm run format":         network,
	"scripts/reference-sources FOLDER": network,
	"systemd-sysusers && systemd-tmpfiles --create allot.conf":                     privileges,
	"systemctl daemon-reload && systemctl enable --now allot allot-backup.timer":   privileges,
	"docker compose -f several.yaml up -d":                                         containers,
	"docker compose -f single.yaml run --rm backup":                                containers,
	"ALLOT_PICTURES=/tmp/pictures make test-screens":                               wholeBuild,
	"go run ./internal/tools/refdata FOLDER internal/content/reference/data":       network,
	"ALLOT_BASE_URL=https://allot.example.com docker compose -f single.yaml up -d": containers,
}

// notRunBeginnings are such commands by how they begin.
var notRunBeginnings = map[string]string{
	"npx @modelcontextprotocol/inspector@": network,
	"docker run ":                          containers,
	"ALLOT_ADDR=:443 ":                     publicName,
	"ALLOT_BASE_URL=https://allot.example.com docker compose -f single.yaml -f": containers,
	"ALLOT_DATABASE_URL=postgres://... ":                                        postgres,
	"curl ":                                                                     ownRecords,
}

func TestDocs_CommandsRun(t *testing.T) {
	t.Parallel()
	used, ran := map[string]bool{}, 0
	for _, c := range docCommands(t) {
		reason, listed := notRun[c.text]
		used[c.text] = listed
		for beginning, why := range notRunBeginnings {
			if strings.HasPrefix(c.text, beginning) {
				reason, used[beginning] = why, true
			}
		}
		if reason != "" {
			continue
		}
		ran++
		t.Run(c.file+": "+c.text, func(t *testing.T) {
			t.Parallel()
			newReader(t).follow(t, c.text)
		})
	}
	require.Greater(t, ran, 9)
	for command := range notRun {
		require.True(t, used[command], "no text has the command %q any more", command)
	}
	for beginning := range notRunBeginnings {
		require.True(t, used[beginning], "no text has a command that begins with %q any more", beginning)
	}
}

// Commands inside of sentences have words and flags that the program knows.
func TestDocs_CommandsInSentences(t *testing.T) {
	t.Parallel()
	inline := regexp.MustCompile("`allot ([a-z][^`]*)`")
	seen := 0
	for _, page := range []string{"README.md", "docs/install.md", "docs/operations.md", "docs/dashboard.md", "docs/assistants.md"} {
		text, err := os.ReadFile(filepath.Join("../..", page))
		require.NoError(t, err)
		for _, m := range inline.FindAllStringSubmatch(string(text), -1) {
			args := strings.Fields(strings.NewReplacer("…", "x@example.com", "[", "", "]", "", "YYYY-MM-DD", "2030-12-31").Replace(m[1]))
			var c cli
			parser, err := newParser(&c, world{out: io.Discard, err: io.Discard}, func(int) {})
			require.NoError(t, err)
			_, err = parser.Parse(args)
			if err != nil { // a command may be named without what it needs
				require.Contains(t, err.Error(), "missing flags", "%s: %s", page, m[0])
			}
			seen++
		}
	}
	require.Greater(t, seen, 15)
}
