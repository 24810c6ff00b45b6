package connection

import (
	"net/url"
	"slices"
	"strings"

	"allot/internal/partners/warning"
	"allot/internal/platform/apperr"
)

const credentialsDropped = "credentials_dropped"

// changedCredentials returns the credentials that a change leads to: those that were sent,
// empty ones where the stored would be shown to a place they were not given for, nil where
// the stored stay. Whoever may change an address must not learn a password by that.
func (s *Service) changedCredentials(f *apperr.Fields, c *Connection, before Settings, sent *map[string]any, created bool) (*credentials, error) {
	if created || sent != nil {
		k := readCredentials(f, c.Provider, valueOf(sent))
		if c.Provider == AlpineBits {
			c.Username = &k.Username
		}
		c.CredentialsDropped = false
		return &k, nil
	}
	if c.CredentialsDropped {
		c.withoutCredentials()
		return nil, nil
	}
	if !leadsElsewhere(before, c.Settings) {
		return nil, nil
	}
	stored, err := s.open(*c)
	if err != nil || stored == (credentials{}) {
		return nil, err
	}
	c.withoutCredentials()
	return &credentials{}, nil
}

// withoutCredentials marks a connection whose credentials are gone. The status is not
// active, so that nothing is called.
func (c *Connection) withoutCredentials() {
	c.CredentialsDropped = true
	if c.Status == StatusActive {
		c.Status = StatusError
	}
	c.Warnings = []warning.Warning{{Code: credentialsDropped, Message: ErrDropped.Message}}
}

// leadsElsewhere reports whether settings call a place that the settings before did not.
func leadsElsewhere(before, after Settings) bool {
	known := before.places()
	return slices.ContainsFunc(after.places(), func(p string) bool { return !slices.Contains(known, p) })
}

// places are the scheme, host and port of every address that is called.
func (s Settings) places() (list []string) {
	for _, address := range []string{s.URL, s.PullURL, s.PushURL} {
		u, err := url.Parse(address)
		if address == "" || err != nil {
			continue // a bad address is refused elsewhere
		}
		port := u.Port()
		if port == "" {
			port = "443" // only https is accepted
		}
		list = append(list, u.Scheme+"://"+strings.ToLower(u.Hostname())+":"+port)
	}
	return list
}
