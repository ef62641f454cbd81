package main

// What a slice at an end of its line does: row by row, since it may hold fewer than eight.

// rows does a slice row by row. A sweep's right-hand sides and multipliers go through the frame, so
// that it is solved in the same steps as inside a line.
func (n *neon) rows(l neonLoop) {
	n.op("MOVD $8, %s", nRows)
	n.op("CMP %s, %s", nRows, nLeft)
	n.op("CSEL LT, %s, %s, %s", nLeft, nRows, nRows)
	n.op("MOVD %s, %s", nAt, nFirst)
	n.op("MOVD %s, %s", nLeft, nTmp)
	n.op("MOVD %s, %s", nRows, nCount)
	if l.sweep {
		n.clearFrame()
	}
	n.label("row")
	n.singles()
	if l.own >= 0 {
		n.ifThere(l.neighbour, func() { n.one(12, nOwn, l.neighbour, l.own, false) })
	}
	n.op("FADDD F1, F0")
	n.op("FADDD F3, F2")
	n.op("FADDD F2, F0")
	l.single()
	if l.sweep {
		n.op("FMOVD F16, (%s)", frame)
		n.ifThere(l.neighbour, func() {
			n.loadOne(64*12, nV, 17)
			n.op("FMULD F18, F17")
			n.op("FSUBD F17, F%d, F17", nZero)
			n.op("FMOVD F17, 64(%s)", frame)
		})
		n.op("ADD $8, %s, %s", frame, frame)
	}
	n.op("MOVD $1, %s", nFirst)
	n.op("ADD $8, %s, %s", nV, nV)
	n.move("ADD", "$8")
	n.op("SUB $1, %s, %s", nTmp, nTmp)
	n.op("SUBS $1, %s, %s", nCount, nCount)
	n.op("BNE row")
	n.op("LSL $3, %s, %s", nRows, nTmp)
	n.op("SUB %s, %s, %s", nTmp, nV, nV)
	n.move("SUB", nTmp)
	if l.sweep {
		n.op("SUB %s, %s, %s", nTmp, frame, frame)
		for q := 0; q < 8; q += 2 {
			n.load2(16*q, frame, nC+q) // right-hand sides, then multipliers
		}
		n.scan(l.neighbour < 0)
		n.store2(nC, 0, frame)
		n.store2(nC+2, 32, frame)
		n.copyOut(0, nOwn, nRows)
	}
}

// singles is groups for one row, of what is in its line: nFirst is 0 if there is no row before,
// nTmp 1 if there is none after.
func (n *neon) singles() {
	for i := range 4 {
		n.op("FMOVD ZR, F%d", i)
	}
	n.ifThere(-1, func() {
		for i := range 4 {
			n.one(3*i, nX[i], -1, i, true)
		}
	})
	for i := range 4 {
		n.one(3*i+1, nX[i], 0, i, false)
	}
	n.ifThere(1, func() {
		for i := range 4 {
			n.one(3*i+2, nX[i], 1, i, false)
		}
	})
}

// ifThere runs code if the row has a row before it (-1) or after it (1) in the line.
func (n *neon) ifThere(side int, code func()) {
	not := n.fresh("not")
	if side < 0 {
		n.op("CBZ %s, %s", nFirst, not)
	} else {
		n.op("CMP $1, %s", nTmp)
		n.op("BLE %s", not)
	}
	code()
	n.label(not)
}

// one is product for a row.
func (n *neon) one(k int, x string, move, sum int, begin bool) {
	n.loadOne(64*k, nV, 16)
	n.loadOne(8*move, x, 17)
	if begin {
		n.op("FMULD F16, F17, F%d", sum)
	} else {
		n.madd(sum, 16, 17)
	}
}
