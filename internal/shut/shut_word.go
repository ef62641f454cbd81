//go:build !purego

package shut

import "unsafe"

// words are how many words of a channel are looked at: no more than the smallest has.
const words = 8

// at is the number of the word, -1 if it has not been found.
var at = find()

// Word returns a word that is 0 as long as ch is open, or Unknown. Who wants to know loads it by
// an atomic; what was done before the close is not known to be visible, which a receive makes it.
func Word(ch <-chan struct{}) *uint32 {
	if ch == nil {
		return Open()
	}
	if at < 0 {
		return Unknown()
	}
	return word(ch, at)
}

// word returns word i of ch, which is a pointer to what the runtime keeps of it.
func word(ch <-chan struct{}, i int) *uint32 {
	return (*uint32)(unsafe.Add(*(*unsafe.Pointer)(unsafe.Pointer(&ch)), 4*i))
}

// find closes channels of several kinds and returns which word alone went from 0 to 1 in all.
func find() int {
	found := -1
	for _, size := range []int{0, 1, 5} {
		ch := make(chan struct{}, size)
		var before [words]uint32
		for i := range before {
			before[i] = *word(ch, i)
		}
		close(ch)
		changed := -1
		for i, old := range before {
			switch now := *word(ch, i); {
			case now == old:
			case old != 0 || now != 1 || changed >= 0:
				return -1
			default:
				changed = i
			}
		}
		if changed < 0 || found >= 0 && found != changed {
			return -1
		}
		found = changed
	}
	return found
}
