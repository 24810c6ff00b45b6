package exchangetest

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
)

const (
	root             = "/api/v1/integrations/exports/"
	bulkexportCreate = root + "create/"
	wait             = 10 * time.Millisecond
)

type object = map[string]any

func body(v any) string {
	raw, _ := json.Marshal(v)
	return string(raw)
}

// ask asks for an export and returns its id.
func ask(t *testing.T, who *apptest.Who, in object) int64 {
	t.Helper()
	res := who.Do(t, post, bulkexportCreate, body(in))
	for res.Code == http.StatusConflict && t.Context().Err() == nil { // other subtests ask, too
		time.Sleep(wait)
		res = who.Do(t, post, bulkexportCreate, body(in))
	}
	require.Equal(t, http.StatusAccepted, res.Code, res.Body.String())
	x := apptest.Decode[object](t, res, res.Code)
	require.Contains(t, []any{"waiting", "running", "done"}, x["status"])
	return int64(x["id"].(float64))
}

func path(id int64) string { return fmt.Sprintf("%s%d/", root, id) }

// finished returns an export after its job.
func finished(t *testing.T, e *apptest.Env, who *apptest.Who, id int64, status string) object {
	t.Helper()
	e.Settle(t)
	x := apptest.Decode[object](t, who.Do(t, get, path(id), ""), http.StatusOK)
	require.Equal(t, status, x["status"], x)
	return x
}

// fetch downloads a file by its link, without a session.
func fetch(t *testing.T, e *apptest.Env, x object) []byte {
	t.Helper()
	u, err := url.Parse(x["download_url"].(string))
	require.NoError(t, err)
	res := e.Do(t, get, u.Path, "")
	require.Equal(t, http.StatusOK, res.Code, res.Body.String())
	require.Contains(t, res.Header().Get("Content-Disposition"), "attachment")
	require.EqualValues(t, x["size"], res.Body.Len())
	return res.Body.Bytes()
}

// file asks for an export and returns its content.
func file(t *testing.T, e *apptest.Env, who *apptest.Who, in object) []byte {
	t.Helper()
	return fetch(t, e, finished(t, e, who, ask(t, who, in), "done"))
}

func unzip(t *testing.T, data []byte) map[string][]byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	files := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		require.NoError(t, err)
		files[f.Name], err = io.ReadAll(r)
		require.NoError(t, err)
		require.NoError(t, r.Close())
	}
	return files
}

// packBulkexport returns a folder of ../shared/packs beside the repository, from here upwards.
func packBulkexport(t *testing.T, name string) string {
	t.Helper()
	at, err := filepath.Abs(".")
	require.NoError(t, err)
	for at != filepath.Dir(at) {
		folder := filepath.Join(at, "..", "shared", "packs", name)
		if _, err := os.Stat(folder); err == nil {
			return folder
		}
		at = filepath.Dir(at)
	}
	t.Skip("SKIPPED: files were not compared with the official ones: there is no ../shared/packs/" + name)
	return ""
}
