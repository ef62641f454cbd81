package task

import "testing"

// TestIdleSeatsKeepTheirThreads looks at which of two idle seats is given to a guest, to a carrier
// that is to be woken, and to one that is tied already, in either order of being given up.
func TestIdleSeatsKeepTheirThreads(t *testing.T) {
	for _, c := range []struct {
		name    string
		asks    *carrier
		resting []*carrier
		want    int // processor; 0: the seat given up last
	}{
		{"a guest, nobody rests", &carrier{}, nil, 0},
		{"a guest beside one tied to 1", &carrier{}, []*carrier{{pinned: 1}}, 2},
		{"a guest beside one tied to 2", &carrier{}, []*carrier{{pinned: 2}}, 1},
		{"a guest beside both", &carrier{}, []*carrier{{pinned: 2}, {pinned: 1}}, 0},
		{"to be woken, none yet", nil, nil, 0},
		{"to be woken, tied to 1", nil, []*carrier{{pinned: 1}}, 1},
		{"to be woken, tied to 2", nil, []*carrier{{pinned: 2}}, 2},
		{"tied to 1", &carrier{pinned: 1}, []*carrier{{pinned: 1}}, 1},
		{"tied to 2", &carrier{pinned: 2}, []*carrier{{pinned: 2}, {pinned: 1}}, 2},
	} {
		for _, order := range [][2]int{{1, 2}, {2, 1}} {
			rt := &Runtime{resting: c.resting, idle: []*worker{{cpu: order[0]}, {cpu: order[1]}}}
			want := c.want
			if want == 0 {
				want = order[1]
			}
			if got := rt.takeIdle(c.asks).cpu; got != want {
				t.Errorf("%s, seats given up in order %v: on processor %d, want %d", c.name, order, got, want)
			}
			if len(rt.idle) != 1 || rt.idle[0].cpu == want || rt.nidle.Load() != 1 {
				t.Errorf("%s: the other seat is not left idle", c.name)
			}
		}
	}
}
