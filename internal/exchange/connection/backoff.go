package connection

import "time"

// CallTimeout bounds a call to another system, with its answer.
const CallTimeout = 2 * time.Minute

const (
	// maxPause bounds the pause after failed syncs, and the interval of a plan.
	maxPause = 24 * time.Hour
	// giveUpAfter is how long syncs may fail until they end.
	giveUpAfter = 5 * 24 * time.Hour
)

// backOff is the pause until the next automatic sync: the interval, doubled with each
// failure in a row.
func backOff(interval time.Duration, failures int) time.Duration {
	pause := interval
	for range failures {
		if pause >= maxPause {
			break
		}
		pause = min(2*pause, maxPause)
	}
	return pause
}
