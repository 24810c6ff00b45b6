package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// oldAnswers are what an earlier version answered.
type oldAnswers struct {
	Base     string `json:"base"`
	Password string `json:"password"`
	Session  string `json:"session"` // a token that was valid then; may be empty
	Asked    []struct {
		As     string `json:"as"` // empty: the path has a key
		Path   string `json:"path"`
		Answer any    `json:"answer"`
	} `json:"asked"`
}

// Whoever restores the backup of an earlier version, or starts today's program on its
// folder, finds everything again.
func TestProgram_Upgrade(t *testing.T) {
	t.Parallel()
	notOfEngine(t) // an archive is of SQLite
	notRaced(t)
	made := time.Date(2026, 11, 17, 4, 30, 0, 0, time.UTC)
	for _, name := range []string{"first", "middle"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			archive, err := filepath.Abs(filepath.Join("testdata/upgrade", name+".tar.gz"))
			require.NoError(t, err)
			text, err := os.ReadFile(filepath.Join("testdata/upgrade", name+".json"))
			require.NoError(t, err)
			var old oldAnswers
			require.NoError(t, json.Unmarshal(text, &old))

			s := newSite(t, "ALLOT_DEV=true", "ALLOT_CLOCK_OFFSET="+time.Until(made).Round(time.Second).String())
			said, code := s.output(t, "", "restore", "--from", archive)
			require.Equal(t, 0, code, said)
			p := s.start(t)
			if old.Session != "" {
				require.Equal(t, http.StatusOK, p.call(http.MethodGet, "/api/auth/session/", old.Session, nil).status, "sessions go on")
			}
			tokens := map[string]string{}
			for _, asked := range old.Asked {
				token := tokens[asked.As]
				if asked.As != "" && token == "" {
					in := p.call(http.MethodPost, "/api/auth/login/", "", object{"email": asked.As, "password": old.Password})
					require.Equal(t, http.StatusOK, in.status, "%s logs in with the old password: %s", asked.As, in.raw)
					token = in.body["auth_token"].(string)
					tokens[asked.As] = token
				}
				now := p.call(http.MethodGet, asked.Path, token, nil)
				require.Equal(t, http.StatusOK, now.status, "%s: %s", asked.Path, now.raw)
				var answer any
				require.NoError(t, json.Unmarshal([]byte(strings.ReplaceAll(now.raw, p.base, old.Base)), &answer))
				for _, lost := range missing(asked.Path, asked.Answer, answer) {
					t.Error(lost)
				}
			}
			require.NotContains(t, p.logged(), "level=ERROR")
			require.Equal(t, 0, p.stop())
		})
	}
}

// passing are members that are there and have other values: those that follow from
// when they are asked for, and those whose meaning has changed since. A day on request
// has had 0 available units for operators since, which changes their spans; who has
// chosen no format of dates reads them as in their region.
var passing = map[string]bool{
	"is_online": true, "last_seen": true, "last_used_at": true, "generated_at": true, "next_cursor": true,
	"spans": true, "available_actions": true, "date_format": true,
}

// missing lists what an old answer says and a new one does not say any more. New
// members are no loss.
func missing(at string, old, now any) []string {
	switch old := old.(type) {
	case map[string]any:
		members, _ := now.(map[string]any)
		var lost []string
		for name, value := range old {
			found, ok := members[name]
			switch {
			case !ok:
				lost = append(lost, fmt.Sprintf("%s: %s is gone", at, name))
			case !passing[name]:
				lost = append(lost, missing(at+" "+name, value, found)...)
			}
		}
		return lost
	case []any:
		list, _ := now.([]any)
		if len(list) != len(old) {
			return []string{fmt.Sprintf("%s: %d entries, there were %d", at, len(list), len(old))}
		}
		var lost []string
		for i, value := range old {
			lost = append(lost, missing(fmt.Sprintf("%s[%d]", at, i), value, sameRecord(value, list, i))...)
		}
		return lost
	case string:
		if text, ok := now.(string); ok && sameSecond(old, text) {
			return nil // archives have no smaller unit
		}
	}
	if old != now {
		return []string{fmt.Sprintf("%s: %v, it was %v", at, now, old)}
	}
	return nil
}

// sameRecord returns the entry of a list with the id of a record, wherever it is, or
// else the one at its place.
func sameRecord(record any, list []any, place int) any {
	r, _ := record.(map[string]any)
	for _, entry := range list {
		if e, _ := entry.(map[string]any); r["id"] != nil && e["id"] == r["id"] {
			return entry
		}
	}
	return list[place]
}

func sameSecond(one, other string) bool {
	a, err := time.Parse(time.RFC3339, one)
	if err != nil {
		return false
	}
	b, err := time.Parse(time.RFC3339, other)
	return err == nil && a.Truncate(time.Second).Equal(b.Truncate(time.Second))
}
