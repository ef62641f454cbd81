package task

import (
	"fmt"
	"testing"
	"time"
)

// TestPinnedWorkersBreathe: a worker that is tied to a processor yields between tasks, one that is not
// tied does not.
func TestPinnedWorkersBreathe(t *testing.T) {
	for _, pin := range []Pin{PinNone, PinClose} {
		t.Run(fmt.Sprint(pin), func(t *testing.T) {
			rt := New(Config{Workers: 1, Pin: pin, Inline: InlineNever})
			defer rt.Close()
			tied, breathed := false, false
			mustRun(t, rt, func(s *Scope) {
				var began int64
				for range 100 {
					s.Go(func() { time.Sleep(200 * time.Microsecond) })
				}
				s.Go(func() { began = s.c.breath })
				for range 100 {
					s.Go(func() { time.Sleep(200 * time.Microsecond) })
				}
				s.Wait()
				tied, breathed = s.c.pinned != 0, s.c.breath != began
			})
			if pin != PinNone && !tied {
				t.Skip("no processor to be tied to is known")
			}
			if breathed != tied {
				t.Errorf("tied: %t, has breathed: %t", tied, breathed)
			}
		})
	}
}
