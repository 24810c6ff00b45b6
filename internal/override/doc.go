// Package override owns what a tour operator makes different in its view of a
// hotel's published property: facts, which photos are shown and in which order,
// photos and the logo of its own.
//
// Each of these is a wish. The contract says whether it is refused, in force at
// once, or waits until the hotel approves it; meanwhile what was in force
// before stays. The rule it keeps: a wish is laid over what is published when
// somebody reads (Set), and nowhere else. Nothing of the hotel is written, so
// removing a wish restores the source; and the contract is asked again at each
// read, so a right that is taken back ends what was made under it.
package override
