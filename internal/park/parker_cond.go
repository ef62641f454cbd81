package park

import "sync"

// condParker is the portable parker: a flag under a lock.
type condParker struct {
	mu     sync.Mutex
	cond   sync.Cond // its L is set by park
	permit bool      // guarded by mu
}

func (p *condParker) park(spins int) {
	for range spins {
		if p.mu.TryLock() {
			got := p.permit
			p.permit = false
			p.mu.Unlock()
			if got {
				return
			}
		}
		relax()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cond.L = &p.mu
	for !p.permit {
		p.cond.Wait()
	}
	p.permit = false
}

func (p *condParker) unpark() {
	p.mu.Lock()
	p.permit = true
	p.mu.Unlock()
	p.cond.Signal()
}
