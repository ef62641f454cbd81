package runfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"heddle/lab"
)

// Writer writes a run file. It is a lab.Sink: every record is in the hands of the system when
// Write returns.
type Writer struct {
	file       *os.File
	have       map[string]bool // keys of complete records in the file: they are not written twice
	lines      map[string]bool // keys of all records in the file
	created    bool            // by this run: it is removed again if nothing is measured
	superseded int
}

// Create begins a file with a header. A file that exists is not overwritten: the error is
// fs.ErrExist.
func Create(name string, h Header) (*Writer, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s: %w: name another file, or continue this one with --resume", name, fs.ErrExist)
	}
	if err != nil {
		return nil, err
	}
	w := &Writer{file: file, created: true, have: map[string]bool{}, lines: map[string]bool{}}
	if err := w.line(h); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return w, nil
}

// Continue opens the file that f was read from, to append to it; a line that was cut short is
// removed.
func Continue(f *File) (*Writer, error) {
	file, err := os.OpenFile(f.Name, os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	w := &Writer{file: file, have: map[string]bool{}, lines: map[string]bool{}, superseded: f.superseded}
	for _, r := range f.Records {
		w.lines[r.Key()] = true
		w.have[r.Key()] = r.Complete()
	}
	err = file.Truncate(f.whole)
	if err == nil {
		_, err = file.Seek(f.whole, 0)
	}
	if err == nil && !endsLine(file, f.whole) {
		_, err = file.WriteString("\n")
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return w, nil
}

// endsLine reports whether the first size bytes of a file end with a line.
func endsLine(file *os.File, size int64) bool {
	last := []byte{'\n'}
	if size > 0 {
		if _, err := file.ReadAt(last, size-1); err != nil {
			return false
		}
	}
	return last[0] == '\n'
}

func (w *Writer) line(x any) error {
	line, err := json.Marshal(x)
	if err != nil {
		return err
	}
	_, err = w.file.Write(append(line, '\n'))
	return err
}

// Write appends a record. One whose case the file already holds a complete record of is not
// written again.
func (w *Writer) Write(r lab.Record) error {
	k := r.Key()
	if w.have[k] {
		return nil
	}
	if w.lines[k] {
		w.superseded++
	}
	w.lines[k], w.have[k] = true, r.Complete()
	return w.line(r)
}

// Name returns the name of the file.
func (w *Writer) Name() string { return w.file.Name() }

// Flush does nothing: nothing is held back.
func (w *Writer) Flush() error { return nil }

// Snapshot writes what a measurement has so far: a lab.Session's Snapshot. What cannot be
// written now is written when the measurement ends, and fails there.
func (w *Writer) Snapshot(records []lab.Record) {
	for _, r := range records {
		if w.Write(r) != nil {
			return
		}
	}
}

// Empty reports whether there is no record in the file.
func (w *Writer) Empty() bool { return len(w.lines) == 0 }

// Close closes the file. Lines that later ones replace are removed, and so is a file that
// Create made and that holds no record.
func (w *Writer) Close() error {
	name := w.file.Name()
	if err := w.file.Close(); err != nil {
		return err
	}
	switch {
	case w.created && w.Empty():
		return os.Remove(name)
	case w.superseded == 0:
		return nil
	}
	f, err := Read(name)
	if err != nil {
		return err
	}
	return f.rewrite()
}

// rewrite puts a file with the records of f in the place of the file that f was read from.
func (f *File) rewrite() (err error) {
	temporary, err := os.CreateTemp(filepath.Dir(f.Name), filepath.Base(f.Name)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(temporary.Name()))
		}
	}()
	w := &Writer{file: temporary}
	if f.Header != nil {
		err = w.line(f.Header)
	}
	for _, r := range f.Records {
		err = errors.Join(err, w.line(r))
	}
	if err = errors.Join(err, temporary.Chmod(0o644), temporary.Close()); err != nil {
		return err
	}
	return os.Rename(temporary.Name(), f.Name)
}
