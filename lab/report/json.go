package report

import (
	"encoding/json"
	"io"

	"heddle/lab"
)

// jsonSink prints one object a line, as soon as it has it: a run that is cut short leaves
// whole lines behind.
type jsonSink struct{ w io.Writer }

func (s *jsonSink) Write(r lab.Record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = s.w.Write(append(line, '\n'))
	return err
}

func (s *jsonSink) Flush() error { return nil }
