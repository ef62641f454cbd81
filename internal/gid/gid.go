// Package gid tells goroutines apart: ID returns a number that no other live goroutine
// has. It exists for one question only, "does this goroutine hold a worker's seat?",
// which a nested Run must answer without being handed a Scope.
//
// On amd64 and arm64 the number is the address of the runtime's g, read by a
// two-instruction stub (about 1 ns); elsewhere, and with the build tag purego, it is the
// goroutine number printed by runtime.Stack (about 1 us). A number may be reused after
// its goroutine has ended, so whoever stores one must erase it before that.
package gid
