package task

// reducer is a reduction, whatever its type.
type reducer interface{ combine() }

func (s *Scope) combineAll() {}
