//go:build purego

package shut

const pure = true
