package allotment

// What tests of the rules look at.
var (
	Uncovered = uncovered
	RebuildOf = func(present, wanted []Block) (insert, update, remove []Block, kept int) {
		r := rebuildOf(present, wanted)
		return r.insert, r.update, r.remove, r.kept
	}
)
