package partnerapihttp

import (
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/ratelimit"
)

// Where a key stands with its limit, on every answer to one that was let in.
const (
	headerLimit     = "RateLimit-Limit"
	headerRemaining = "RateLimit-Remaining"
	headerReset     = "RateLimit-Reset"
	headerPolicy    = "RateLimit-Policy"
)

// limitWindow is how long the requests of a key are counted together.
const limitWindow = time.Minute

// NewLimit allows so many requests a minute to each key. Keys are counted after they
// were recognised, so there are no more windows than keys.
func NewLimit(perMinute int, now func() time.Time) *ratelimit.Windows[int64] {
	return ratelimit.New[int64](perMinute, limitWindow, 0, now)
}

var errRateLimited = apperr.New(apperr.TooMany, "rate_limited", "this API key is used too often")

// charge counts a request against the limit of its key and tells in headers
// where it stands.
func (g *Gate) charge(h http.Header, key auth.KeyCaller) error {
	if g.Limit == nil {
		return nil
	}
	c := g.Limit.Take(key.KeyID)
	limit, reset := strconv.Itoa(c.Limit), seconds(c.Reset)
	h.Set(headerLimit, limit)
	h.Set(headerRemaining, strconv.Itoa(c.Remaining))
	h.Set(headerReset, strconv.Itoa(reset))
	h.Set(headerPolicy, limit+";w="+strconv.Itoa(seconds(limitWindow)))
	if c.Allowed {
		return nil
	}
	return errRateLimited.Withf("this API key may be used %d times a minute; come back in %d seconds", c.Limit, reset).After(c.Reset)
}

// seconds rounds up: who comes back then is not too early.
func seconds(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }

var limitHeaders = func() map[string]*huma.Param {
	number, text := &huma.Schema{Type: huma.TypeInteger}, &huma.Schema{Type: huma.TypeString}
	return map[string]*huma.Param{
		headerLimit:     {Description: "How many requests the key may make a minute; the minute begins with the first", Schema: number},
		headerRemaining: {Description: "How many are left of them", Schema: number},
		headerReset:     {Description: "In how many seconds counting starts anew", Schema: number},
		headerPolicy:    {Description: "The limit and its window in seconds, such as " + fmt.Sprintf("`120;w=%d`", seconds(limitWindow)), Schema: text},
	}
}()

// documentLimit shows the headers where a reader looks for them: refusals by the
// operation carry them too.
func documentLimit(o *huma.Operation) {
	for status, answer := range o.Responses {
		switch {
		case status == "429":
			answer.Headers = maps.Clone(limitHeaders)
			answer.Headers["Retry-After"] = &huma.Param{Description: "In how many seconds to come back", Schema: &huma.Schema{Type: huma.TypeInteger}}
		case status[0] == '2', status == "304":
			headers := maps.Clone(limitHeaders)
			maps.Copy(headers, answer.Headers)
			answer.Headers = headers
		}
	}
}
