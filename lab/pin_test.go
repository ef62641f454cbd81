package lab

import "testing"

func TestPins(t *testing.T) {
	for _, name := range Pins() {
		pin, err := ParsePin(name)
		if err != nil || PinName(pin) != name {
			t.Errorf("ParsePin(%q) = %v called %q, %v", name, pin, PinName(pin), err)
		}
	}
	if _, err := ParsePin("closely"); err == nil {
		t.Error("closely was accepted")
	}
}
