package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"reflect"
	"strings"

	"heddle/lab"
)

// csvSink prints a header with the JSON names of all fields, then one line a record. Fields
// that do not apply are empty; a size is 32x32x8. The samples are left out: one line holds one case.
type csvSink struct {
	w      io.Writer
	begun  bool
	fields []field
}

// field is a column: its JSON name and its index in lab.Record.
type field struct {
	name  string
	index int
	omit  bool // zero means that it does not apply
}

func recordFields() []field {
	var fields []field
	t := reflect.TypeFor[lab.Record]()
	for i := range t.NumField() {
		name, options, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if t.Field(i).Name != "Samples" {
			fields = append(fields, field{name, i, strings.Contains(options, "omitempty")})
		}
	}
	return fields
}

func (s *csvSink) Write(r lab.Record) error {
	out := csv.NewWriter(s.w)
	if !s.begun {
		s.begun, s.fields = true, recordFields()
		names := make([]string, len(s.fields))
		for i, f := range s.fields {
			names[i] = f.name
		}
		if err := out.Write(names); err != nil {
			return err
		}
	}
	row := make([]string, len(s.fields))
	v := reflect.ValueOf(r)
	for i, f := range s.fields {
		x := v.Field(f.index)
		if f.omit && x.IsZero() {
			continue
		}
		if x.Kind() == reflect.Pointer {
			x = x.Elem()
		}
		if n, ok := x.Interface().([]int); ok {
			row[i] = extents(n)
			continue
		}
		row[i] = fmt.Sprint(x.Interface())
	}
	if err := out.Write(row); err != nil {
		return err
	}
	out.Flush()
	return out.Error()
}

func (s *csvSink) Flush() error { return nil }
