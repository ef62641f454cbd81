package runfile

import (
	"encoding/json"
	"time"

	"heddle/lab/machine"
)

// Format is the version of the format, which Header.Format holds.
const Format = 1

// Header is the first line of a file.
type Header struct {
	Format     int               `json:"heddle_run"`           // Format; what makes the line a header
	Experiment string            `json:"experiment"`           // as of `heddle reproduce list`, or the experiment of the records
	Date       string            `json:"date"`                 // when the run began, RFC 3339
	Command    string            `json:"command"`              // the command line
	Machine    machine.Facts     `json:"machine"`              //
	Commit     string            `json:"commit,omitempty"`     // of heddle, see Commit
	Versions   map[string]string `json:"versions"`             // of Go, heddle (the commit again) and the rivals taking part
	Pin        string            `json:"pin,omitempty"`        // how workers are tied to cores
	Seed       uint64            `json:"seed"`                 //
	Parameters json.RawMessage   `json:"parameters,omitempty"` // of the experiment
}

// NewHeader returns the header of a run that begins now, on this machine. parameters is
// anything that JSON can hold; nil: none.
func NewHeader(experiment, command string, parameters any) (Header, error) {
	h := Header{
		Format: Format, Experiment: experiment, Command: command,
		Date: time.Now().Format(time.RFC3339), Machine: machine.Detect(), Commit: Commit(),
	}
	h.Versions = map[string]string{"go": h.Machine.GoVersion, "heddle": h.Commit}
	if parameters == nil {
		return h, nil
	}
	var err error
	h.Parameters, err = json.Marshal(parameters)
	return h, err
}
