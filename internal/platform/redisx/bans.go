package redisx

import (
	"context"
	"maps"
	"net/netip"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gomodule/redigo/redis"

	"allot/internal/platform/ban"
)

// lookEvery is how old what a node knows of bans may be. Every request asks for bans,
// so it is answered from memory.
const lookEvery = time.Second

// Bans is the Guard of all nodes together.
type Bans struct {
	client *Client
	alone  *ban.Memory // counts while Redis is away
	opts   ban.Options
	now    func() time.Time

	lookAfter atomic.Int64 // Unix nanoseconds of the system's clock
	known     atomic.Pointer[known]
	writing   sync.Mutex // of known
}

// known is what a node knows of bans.
type known struct {
	version int64
	until   map[netip.Addr]time.Time
}

var _ ban.Guard = (*Bans)(nil)

// NewBans returns the guard of an installation.
func NewBans(c *Client, o ban.Options, now func() time.Time) *Bans {
	b := &Bans{client: c, opts: o.WithDefaults(), now: now}
	o.OnFailure = nil // it is told here
	b.alone = ban.NewMemory(o, now)
	b.known.Store(&known{})
	return b
}

// failed counts a failure of ARGV[1] in the list KEYS[1], and if it was number ARGV[2]
// within ARGV[3] milliseconds bans for ARGV[4] in the set KEYS[2], whose version is
// KEYS[3]. It returns how long the address is banned.
var failed = redis.NewScript(3, `
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local until_ = tonumber(redis.call('ZSCORE', KEYS[2], ARGV[1]) or '0')
if until_ > now then return {until_ - now} end
redis.call('RPUSH', KEYS[1], now)
while now - tonumber(redis.call('LINDEX', KEYS[1], 0)) >= tonumber(ARGV[3]) do redis.call('LPOP', KEYS[1]) end
if redis.call('LLEN', KEYS[1]) < tonumber(ARGV[2]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  return {0}
end
redis.call('DEL', KEYS[1])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
redis.call('ZADD', KEYS[2], now + tonumber(ARGV[4]), ARGV[1])
if redis.call('ZCARD', KEYS[2]) > tonumber(ARGV[5]) then redis.call('ZPOPMIN', KEYS[2]) end
local version = math.max(now, 1 + tonumber(redis.call('GET', KEYS[3]) or '0')) -- new also after a restart
redis.call('SET', KEYS[3], string.format('%.0f', version))
return {tonumber(ARGV[4])}`)

// look returns the version of the bans and, unless it is ARGV[1], all of them as
// address and remaining milliseconds.
var look = redis.NewScript(2, `
local version = tonumber(redis.call('GET', KEYS[2]) or '0')
if version == tonumber(ARGV[1]) then return {version} end
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local answer = {version}
local bans = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
for i = 1, #bans, 2 do
  answer[#answer + 1] = bans[i]
  answer[#answer + 1] = string.format('%.0f', tonumber(bans[i + 1]) - now)
end
return answer`)

// Failed implements ban.Guard.
func (b *Bans) Failed(ctx context.Context, ip netip.Addr) error {
	if b.opts.OnFailure != nil {
		b.opts.OnFailure()
	}
	key := ban.Key(ip)
	if !key.IsValid() {
		return nil
	}
	left, _, err := b.client.run(ctx, failed, []string{"failures:" + key.String(), "bans", "bans_version"},
		key.String(), b.opts.MaxFailures, b.opts.Window.Milliseconds(), b.opts.Ban.Milliseconds(), b.opts.MaxEntries)
	if err != nil || len(left) != 1 {
		return b.alone.Failed(ctx, ip)
	}
	if left[0] > 0 {
		b.learn(key, b.now().Add(time.Duration(left[0])*time.Millisecond))
	}
	return nil
}

// learn adds a ban to what is known, so that it holds here at once.
func (b *Bans) learn(key netip.Addr, until time.Time) {
	b.writing.Lock()
	defer b.writing.Unlock()
	old := b.known.Load()
	fresh := &known{version: old.version, until: maps.Clone(old.until)}
	if fresh.until == nil {
		fresh.until = map[netip.Addr]time.Time{}
	}
	fresh.until[key] = until
	b.known.Store(fresh)
}

// Banned implements ban.Guard. One request a second asks Redis, the others use what it
// has answered.
func (b *Bans) Banned(ctx context.Context, ip netip.Addr) (time.Duration, bool, error) {
	now := time.Now().UnixNano() //nolint:forbidigo // how long it takes, not when
	if after := b.lookAfter.Load(); now >= after && b.lookAfter.CompareAndSwap(after, now+int64(lookEvery)) {
		b.look(ctx)
	}
	if until := b.known.Load().until; len(until) > 0 {
		if left := until[ban.Key(ip)].Sub(b.now()); left > 0 {
			return left, true, nil
		}
	}
	return b.alone.Banned(ctx, ip)
}

// BannedNow implements ban.Guard. It asks Redis, which answers with a number while nothing has
// changed.
func (b *Bans) BannedNow(ctx context.Context, ip netip.Addr) (time.Duration, bool, error) {
	b.look(ctx)
	return b.Banned(ctx, ip)
}

func (b *Bans) look(ctx context.Context) {
	b.writing.Lock()
	defer b.writing.Unlock()
	old := b.known.Load()
	version, list, err := b.client.run(ctx, look, []string{"bans", "bans_version"}, old.version)
	if err != nil || len(version) != 1 || version[0] == old.version {
		return // what is known goes on
	}
	now := b.now()
	fresh := &known{version: version[0], until: make(map[netip.Addr]time.Time, len(list)/2)}
	for i := 0; i+1 < len(list); i += 2 {
		ip, err := netip.ParseAddr(list[i])
		left, err2 := strconv.ParseInt(list[i+1], 10, 64)
		if err == nil && err2 == nil && left > 0 {
			fresh.until[ip] = now.Add(time.Duration(left) * time.Millisecond)
		}
	}
	b.known.Store(fresh)
}

// Count returns how many addresses this node knows to be banned now.
func (b *Bans) Count() int {
	n, now := b.alone.Count(), b.now()
	for _, until := range b.known.Load().until {
		if now.Before(until) {
			n++
		}
	}
	return n
}
