package page_test

import (
	"encoding/json"
	"math"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"allot/internal/platform/page"
)

const base = "https://allot.example"

func address(t *testing.T, s string) *url.URL {
	t.Helper()
	u, err := url.Parse(s)
	require.NoError(t, err)
	return u
}

func TestRequest_limits(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		req           page.Request
		limit, offset int64
	}{
		"nothing asked":   {page.Request{}, 50, 0},
		"first page":      {page.Request{Page: 1, Size: 20}, 20, 0},
		"third page":      {page.Request{Page: 3, Size: 20}, 20, 40},
		"size too large":  {page.Request{Page: 2, Size: 501}, 500, 500},
		"negative":        {page.Request{Page: -7, Size: -7}, 50, 0},
		"largest numbers": {page.Request{Page: math.MaxInt, Size: math.MaxInt}, 500, (math.MaxInt32 - 1) * 500},
		"lowest numbers":  {page.Request{Page: math.MinInt, Size: math.MinInt}, 50, 0},
	} {
		require.Equal(t, c.limit, c.req.Limit(), name)
		require.Equal(t, c.offset, c.req.Offset(), name)
	}
}

func TestNew(t *testing.T) {
	t.Parallel()

	t.Run("an empty list has empty results, not null", func(t *testing.T) {
		t.Parallel()
		b, err := json.Marshal(page.New[int](page.Request{}, base, address(t, "/api/x/"), 0, nil))
		require.NoError(t, err)
		require.JSONEq(t, `{"count":0,"next":null,"previous":null,"results":[]}`, string(b))
	})

	t.Run("links are absolute and keep the filters", func(t *testing.T) {
		t.Parallel()
		at := address(t, "/api/a%2Fb/?name=G%C3%BCn+%26+Ay&status=draft&status=sent&page=2&page_size=10&page=9")
		p := page.New(page.Request{Page: 2, Size: 10}, base+"/", at, 35, []int{1})
		require.Equal(t, base+"/api/a%2Fb/?name=G%C3%BCn+%26+Ay&page=3&page_size=10&status=draft&status=sent", *p.Next)
		require.Equal(t, base+"/api/a%2Fb/?name=G%C3%BCn+%26+Ay&page=1&page_size=10&status=draft&status=sent", *p.Previous)
	})

	t.Run("the last full page has no next", func(t *testing.T) {
		t.Parallel()
		p := page.New(page.Request{Page: 2, Size: 10}, base, address(t, "/api/x/"), 20, []int{1})
		require.Nil(t, p.Next)
		require.Equal(t, base+"/api/x/?page=1", *p.Previous)
	})

	t.Run("beyond the end previous leads to the last page", func(t *testing.T) {
		t.Parallel()
		for count, want := range map[int]string{25: "?page=3", 0: "?page=1"} {
			p := page.New(page.Request{Page: math.MaxInt, Size: 10}, base, address(t, "/api/x/"), count, []int{})
			require.Nil(t, p.Next)
			require.Equal(t, base+"/api/x/"+want, *p.Previous)
		}
	})

	t.Run("a path with two slashes stays on our host", func(t *testing.T) {
		t.Parallel()
		p := page.New(page.Request{Page: 1, Size: 1}, base, &url.URL{Path: "//elsewhere.example/"}, 2, []int{1})
		got := address(t, *p.Next)
		require.Equal(t, "allot.example", got.Host)
	})
}

func TestNew_following(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rows := make([]int, rapid.IntRange(0, 60).Draw(t, "rows"))
		for i := range rows {
			rows[i] = i
		}
		size := rapid.IntRange(1, 20).Draw(t, "size")
		at := &url.URL{Path: "/api/x/"}
		seen := []int{}
		for n := 1; ; n++ {
			req := page.Request{Page: n, Size: size}
			end := min(req.Offset()+req.Limit(), int64(len(rows)))
			p := page.New(req, base, at, len(rows), rows[req.Offset():end])
			seen = append(seen, p.Results...)
			require.Equal(t, n > 1, p.Previous != nil)
			if p.Next == nil {
				break
			}
			require.True(t, strings.HasPrefix(*p.Next, base+"/api/x/?page="))
		}
		require.Equal(t, rows, seen, "following next shows every row once")
	})
}

func TestRequest_Count(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		req   page.Request
		rows  int
		n     int
		known bool
	}{
		"nothing at all":       {page.Request{}, 0, 0, true},
		"a page that is short": {page.Request{Size: 10}, 3, 3, true},
		"the last page":        {page.Request{Page: 3, Size: 10}, 1, 21, true},
		"a full page":          {page.Request{Size: 10}, 10, 10, false},
		"beyond the last page": {page.Request{Page: 3, Size: 10}, 0, 20, false},
	} {
		n, known := c.req.Count(c.rows)
		require.Equal(t, c.known, known, name)
		require.Equal(t, c.n, n, name)
	}
}
