package lapack

import "heddle/dense"

// The upper triangle is the lower one transposed: A = U'*U with U = L'. Tile (i, j) of L is
// block (j, i) of the matrix, whose rows are the columns of the tile: a panel takes width
// neighbours of each. So nothing is transposed, and plain copies do.

// loadUpper copies block u into the panels of the tile of L that is its transpose. If diagonal,
// only the upper triangle of u is read, and the tile, which is padded in rows and columns, is
// continued with the identity.
func loadUpper[T dense.Float](u dense.Matrix[T], diagonal bool, width int, dst []T) {
	k := u.Rows // columns of the tile
	if diagonal {
		k += (width - k%width) % width
	}
	for p := 0; p < u.Cols; p += width {
		panel := dst[p*k : (p+width)*k]
		rows := min(width, u.Cols-p)
		for c := range u.Rows {
			if diagonal && c >= p+rows {
				break
			}
			from := 0
			if diagonal {
				from = max(0, c-p)
			}
			col := panel[c*width : (c+1)*width]
			copy(col[from:], u.Row(c)[p+from:p+rows])
			clear(col[rows:])
		}
		if diagonal {
			identity(panel, p, u.Rows, k, width)
		}
	}
}

// identity continues panel p of a tile of order n, padded to k, with the identity matrix: rows and columns n to k-1.
func identity[T dense.Float](panel []T, p, n, k, width int) {
	for c := n; c < k; c++ {
		col := panel[c*width : (c+1)*width]
		clear(col)
		if c >= p && c < p+width {
			col[c-p] = 1
		}
	}
}

// storeUpper copies the panels of a tile of L into the block that is its transpose. If diagonal,
// only the upper triangle of u is written.
func storeUpper[T dense.Float](u dense.Matrix[T], diagonal bool, width int, src []T) {
	k := u.Rows
	if diagonal {
		k += (width - k%width) % width
	}
	for p := 0; p < u.Cols; p += width {
		panel := src[p*k : (p+width)*k]
		rows := min(width, u.Cols-p)
		for c := range u.Rows {
			if diagonal && c >= p+rows {
				break
			}
			from := 0
			if diagonal {
				from = max(0, c-p)
			}
			copy(u.Row(c)[p+from:p+rows], panel[c*width+from:c*width+rows])
		}
	}
}
