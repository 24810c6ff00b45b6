package allotment

// SnapshotStore is what snapshots are read from.
type SnapshotStore interface{}
