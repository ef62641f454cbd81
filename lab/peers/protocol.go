package peers

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"heddle/dense"
)

// ready is the first line of a driver that serves repetitions.
type ready struct {
	Ready   bool     `json:"ready"`
	Runtime string   `json:"runtime"`
	Version string   `json:"version"`
	BLAS    string   `json:"blas"`   // library and its kernels: "OpenBLAS 0.3.21 SkylakeX"
	Sample  *float64 `json:"sample"` // dense.Uniform(seed, 1, 2), as the driver has it
	Error   string   `json:"error"`
}

// repetition is the answer to "go".
type repetition struct {
	OK         bool     `json:"ok"`
	Error      string   `json:"error"`
	Seconds    *float64 `json:"seconds"`
	Residual   *float64 `json:"residual"`   // null: not a number
	Tasks      int      `json:"tasks"`      // of the repetition, where the driver knows
	Value      float64  `json:"value"`      // of an example program: the checksum that it prints first
	Iterations int      `json:"iterations"` // of an example program, that were computed
}

// parseReady returns an error for a driver that is not ready to solve the problem called seed.
func parseReady(line []byte, seed uint64) (ready, error) {
	var r ready
	if err := json.Unmarshal(line, &r); err != nil {
		return r, garbage(line)
	}
	if r.Error != "" {
		return r, errors.New(r.Error)
	}
	if !r.Ready {
		return r, garbage(line)
	}
	if r.Sample == nil || *r.Sample != dense.Uniform(seed, 1, 2) {
		return r, errors.New("its generator gives other numbers than heddle's")
	}
	return r, nil
}

func parseRepetition(line []byte) (repetition, error) {
	var r repetition
	if err := json.Unmarshal(line, &r); err != nil {
		return r, garbage(line)
	}
	switch {
	case r.Error != "":
		return r, errors.New(r.Error)
	case r.Seconds == nil || !(*r.Seconds > 0) || math.IsInf(*r.Seconds, 0):
		return r, garbage(line)
	}
	return r, nil
}

// ratio is the residual ratio, NaN where the driver has none to give.
func (r repetition) ratio() float64 {
	if r.Residual == nil {
		return math.NaN()
	}
	return *r.Residual
}

// garbage is the error of a driver that does not speak the protocol.
func garbage(line []byte) error {
	text := strings.TrimSpace(string(line))
	if len(text) > 60 {
		text = text[:60] + "..."
	}
	return fmt.Errorf("printed garbage: %q", text)
}
