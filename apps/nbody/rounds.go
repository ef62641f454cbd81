package nbody

// The pairs of blocks come in nb rounds: round r has the pairs i <= j with i+j = r or
// i+j = r+nb. In a round each block is in one pair only, so that its pairs can all be worked
// on at once, and each pair is in one round only. (It is the schedule of a tournament.) The
// order of the rounds is the order in which a body's forces are added, in every form.

// pairs returns how many pairs round r has.
func (p *problem) pairs(r int) int { return r/2 + 1 + (r+p.nb)/2 - r }

// pair returns pair number k of round r.
func (p *problem) pair(r, k int) (i, j int) {
	if k <= r/2 {
		return k, r - k
	}
	i = k - r/2 + r
	return i, r + p.nb - i
}
