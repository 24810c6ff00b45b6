package redisx

import (
	"context"
	"time"

	"github.com/gomodule/redigo/redis"

	"allot/internal/platform/ratelimit"
)

var _ ratelimit.Counter = (*Client)(nil)

// take charges one to the window of KEYS[1], of ARGV[1] requests in ARGV[2]
// milliseconds, and returns whether it was allowed, how many are used and how long the
// window still is. Who is refused is not charged.
var take = redis.NewScript(1, `
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
local left = redis.call('PTTL', KEYS[1])
if used > 0 and left > 0 and used >= tonumber(ARGV[1]) then return {0, used, left} end
if used == 0 or left < 0 then
  redis.call('SET', KEYS[1], 1, 'PX', ARGV[2])
  return {1, 1, tonumber(ARGV[2])}
end
return {1, redis.call('INCR', KEYS[1]), left}`)

// Take implements ratelimit.Counter.
func (c *Client) Take(name string, limit int, length time.Duration) (ratelimit.Charge, bool) {
	if limit <= 0 {
		return ratelimit.Charge{}, false
	}
	ctx := context.Background() //nolint:forbidigo // what is counted does not depend on who waits, and has its own limit
	n, _, err := c.run(ctx, take, []string{"window:" + name}, limit, length.Milliseconds())
	if err != nil || len(n) != 3 {
		return ratelimit.Charge{}, false
	}
	return ratelimit.Charge{
		Allowed: n[0] == 1, Limit: limit, Remaining: max(0, limit-int(n[1])), Reset: time.Duration(max(n[2], 1)) * time.Millisecond,
	}, true
}
