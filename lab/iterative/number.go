package iterative

import (
	"encoding/json"
	"math"
)

// Number is a float64 whose NaN and infinities are null in JSON, which cannot hold them.
type Number float64

// MarshalJSON returns the shortest decimal number that is x and no other.
func (x Number) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(x))
}
