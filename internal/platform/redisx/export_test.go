package redisx

import "time"

// Wait has the client wait longer for answers: the machine of a test may be busy.
func (c *Client) Wait(d time.Duration) { c.within = d }
