//go:build !linux

package park

type parker = condParker
