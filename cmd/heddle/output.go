package main

import (
	"errors"
	"io/fs"
	"os"

	"heddle/lab"
)

// create creates the file in which a command writes what it made of inputs. It refuses the name
// of one of these, which would be lost.
func create(name string, inputs ...string) (*os.File, error) {
	for _, input := range inputs {
		if sameFile(name, input) {
			return nil, lab.Refuse("%s is what is read, and would be replaced: name another file", name)
		}
	}
	return os.Create(name)
}

// sameFile reports whether both names are those of one file that exists and can be replaced,
// which a terminal or /dev/null cannot.
func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil || !first.Mode().IsRegular() {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}

// output is a file that is opened before the measurement, so that a name that cannot be
// written is refused at once, and emptied at the first record, so that a measurement that
// never begins leaves what was there, or nothing where there was nothing.
type output struct {
	name  string
	head  []byte // goes before what is written
	file  *os.File
	made  bool // by open
	begun bool
}

func (o *output) open() (err error) {
	o.file, err = os.OpenFile(o.name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if o.made = err == nil; errors.Is(err, fs.ErrExist) {
		o.file, err = os.OpenFile(o.name, os.O_WRONLY|os.O_CREATE, 0o644)
	}
	return err
}

func (o *output) close() error {
	err := o.file.Close()
	if o.made && !o.begun {
		err = errors.Join(err, os.Remove(o.name))
	}
	return err
}

func (o *output) Write(p []byte) (int, error) {
	if !o.begun {
		o.begun = true
		if info, err := o.file.Stat(); err == nil && info.Mode().IsRegular() {
			if err := o.file.Truncate(0); err != nil {
				return 0, err
			}
		}
		if _, err := o.file.Write(o.head); err != nil {
			return 0, err
		}
	}
	return o.file.Write(p)
}
