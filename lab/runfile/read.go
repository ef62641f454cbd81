package runfile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	"heddle/lab"
)

// File is what a run file holds.
type File struct {
	Name      string
	Header    *Header      // nil: the file has none, as what `heddle bench --format json` prints
	Records   []lab.Record // the last of each case
	Truncated bool         // the last line was cut short, and is left out

	whole      int64 // bytes up to the end of the last whole line
	superseded int   // lines that a later line replaces
}

// Read reads a file. The error names the file and the line that is not what it should be.
func Read(name string) (*File, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	f := &File{Name: name}
	var records []lab.Record
	for number := 1; len(data) > 0; number++ {
		line, rest, ended := bytes.Cut(data, []byte("\n"))
		data = rest
		header, record, err := parse(line)
		switch {
		case err != nil && !ended:
			f.Truncated = true
			continue
		case err != nil:
			return nil, fmt.Errorf("%s:%d: %w", name, number, err)
		case header != nil && f.Header == nil && len(records) == 0:
			f.Header = header
		case header != nil:
			return nil, fmt.Errorf("%s:%d: a second header: two runs in one file", name, number)
		case record != nil:
			records = append(records, *record)
		}
		if ended {
			f.whole += int64(len(line)) + 1
		} else {
			f.whole += int64(len(line))
		}
	}
	f.Records = lab.Latest(records)
	f.superseded = len(records) - len(f.Records)
	return f, nil
}

// parse returns what a line holds: a header, a record, or, where it is blank, neither.
func parse(line []byte) (*Header, *lab.Record, error) {
	if line = bytes.TrimSpace(line); len(line) == 0 {
		return nil, nil, nil
	}
	var h Header
	if err := json.Unmarshal(line, &h); err == nil && h.Format > 0 {
		if h.Format > Format {
			return nil, nil, fmt.Errorf("a run of format %d: this program knows %d at most", h.Format, Format)
		}
		return &h, nil, nil
	}
	var r lab.Record
	if err := json.Unmarshal(line, &r); err != nil {
		return nil, nil, fmt.Errorf("not a record of the laboratory: %w", err)
	}
	if r.Experiment == "" {
		return nil, nil, fmt.Errorf("not a record of the laboratory: it names no experiment")
	}
	return nil, &r, nil
}
