//go:build !purego

package shut

const pure = false
