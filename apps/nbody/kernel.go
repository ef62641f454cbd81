package nbody

import "math"

// forcesBetween adds the forces between the bodies of blocks i and j to both, or within block
// i = j.
func (p *problem) forcesBetween(i, j, _ int) {
	if i == j {
		p.forcesInside(i, i, 0)
		return
	}
	a, b := &p.blocks[i], &p.blocks[j]
	for k := range a.x {
		fx, fy, fz := attract(a.x[k], a.y[k], a.z[k], a.m[k], b, 0)
		a.fx[k] += fx
		a.fy[k] += fy
		a.fz[k] += fz
	}
}

// forcesInside adds the forces between the bodies of block i.
func (p *problem) forcesInside(i, _, _ int) {
	a := &p.blocks[i]
	for k := range a.x {
		fx, fy, fz := attract(a.x[k], a.y[k], a.z[k], a.m[k], a, k+1)
		a.fx[k] += fx
		a.fy[k] += fy
		a.fz[k] += fz
	}
}

// attract returns the force of bodies from, from+1, ... of b on one at (x, y, z) with mass m,
// and subtracts their parts of it from the forces on them.
//
// The root's argument is used once, so that the root can take its register. In another
// register, which SQRTSD changes in part only, it would wait for the root before, and the loop
// take three times as long: so it was with m / (r2 sqrt(r2)).
func attract(x, y, z, m float64, b *block, from int) (fx, fy, fz float64) {
	bx := b.x[from:]
	n := len(bx)
	by, bz, bm := b.y[from:][:n], b.z[from:][:n], b.m[from:][:n]
	bfx, bfy, bfz := b.fx[from:][:n], b.fy[from:][:n], b.fz[from:][:n]
	for k, xk := range bx {
		dx, dy, dz := xk-x, by[k]-y, bz[k]-z
		r2 := dx*dx + dy*dy + dz*dz + softening
		w := m * bm[k] * math.Sqrt(1/(r2*r2*r2))
		dx, dy, dz = w*dx, w*dy, w*dz
		fx += dx
		fy += dy
		fz += dz
		bfx[k] -= dx
		bfy[k] -= dy
		bfz[k] -= dz
	}
	return fx, fy, fz
}

// moveBlock moves the bodies of block i by one time step and clears their forces.
func (p *problem) moveBlock(i, _, _ int) {
	b := &p.blocks[i]
	m := b.m
	move(b.x, b.vx, b.fx, m)
	move(b.y, b.vy, b.fy, m)
	move(b.z, b.vz, b.fz, m)
}

// move does so in one direction.
func move(x, v, f, m []float64) {
	n := len(x)
	v, f, m = v[:n], f[:n], m[:n]
	for k := range x {
		v[k] += dt * (f[k] / m[k])
		x[k] += dt * v[k]
		f[k] = 0
	}
}
