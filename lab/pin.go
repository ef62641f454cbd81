package lab

import "heddle/task"

// pins are task's policies of pinning workers by name, the laboratory's default first.
var pins = []struct {
	name string
	pin  task.Pin
}{
	{"close", task.PinClose},
	{"spread", task.PinSpread},
	{"none", task.PinNone},
}

// Pins lists the names that ParsePin knows, the laboratory's default first.
func Pins() []string {
	names := make([]string, len(pins))
	for i, p := range pins {
		names[i] = p.name
	}
	return names
}

// ParsePin returns the policy of pinning called name, or an *UnknownNameError.
func ParsePin(name string) (task.Pin, error) {
	chosen, err := Choose("pinning", Pins(), []string{name})
	if err != nil {
		return task.PinNone, err
	}
	for _, p := range pins {
		if p.name == chosen[0] {
			return p.pin, nil
		}
	}
	return task.PinNone, nil
}

// PinName returns the name of a policy of pinning, for a record.
func PinName(pin task.Pin) string {
	for _, p := range pins {
		if p.pin == pin {
			return p.name
		}
	}
	return ""
}
