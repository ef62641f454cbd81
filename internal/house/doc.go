// Package house holds the rules of this repository as tests: which package may import
// which, how long a file and a function may grow, where concurrency primitives may appear,
// that every public package shows an Example. docs/architecture.md explains the rules;
// nothing imports this package.
package house
