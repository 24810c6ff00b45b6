package redisx

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/url"
	"strconv"
	"strings"

	"github.com/gomodule/redigo/redis"
)

// server says where Redis is and how to log in there.
type server struct {
	network, address string
	user, password   string
	database         int
	tls              *tls.Config // nil: not encrypted
}

// Check refuses a URL that New would refuse, without repeating it: it may have a
// password inside.
func Check(address string) error {
	_, err := parse(address)
	return err
}

var errAddress = errors.New("must be an address such as redis://user:password@host:6379/0, rediss:// with TLS, or unix:///run/redis.sock?db=0")

// parse reads an address, where the port is 6379 and the database 0 if they are left out.
func parse(address string) (server, error) {
	u, err := url.Parse(address)
	if err != nil || u.Fragment != "" || u.Opaque != "" {
		return server{}, errAddress
	}
	s := server{user: u.User.Username()}
	s.password, _ = u.User.Password()
	var database string
	switch u.Scheme {
	case "redis", "rediss":
		host, port := u.Hostname(), u.Port()
		if host == "" || u.RawQuery != "" {
			return server{}, errAddress
		}
		if port == "" {
			port = "6379"
		}
		s.network, s.address = "tcp", net.JoinHostPort(host, port)
		database = strings.Trim(u.Path, "/")
		if u.Scheme == "rediss" {
			s.tls = &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12}
		}
	case "unix":
		query := u.Query()
		database = query.Get("db")
		query.Del("db")
		if u.Path == "" || u.Host != "" || len(query) > 0 {
			return server{}, errAddress
		}
		s.network, s.address = "unix", u.Path
	default:
		return server{}, errAddress
	}
	if database != "" {
		if s.database, err = strconv.Atoi(database); err != nil || s.database < 0 {
			return server{}, errAddress
		}
	}
	return s, nil
}

// dial opens a connection and logs in.
func (s server) dial(ctx context.Context) (redis.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialWithin)
	defer cancel()
	return redis.DialContext(ctx, s.network, s.address,
		redis.DialConnectTimeout(dialWithin), redis.DialTLSHandshakeTimeout(dialWithin),
		redis.DialUsername(s.user), redis.DialPassword(s.password), redis.DialDatabase(s.database),
		redis.DialUseTLS(s.tls != nil), redis.DialTLSConfig(s.tls))
}
