// Package heddle is the root of a module that gives Go programs a task runtime, dense
// numerics on it, and a laboratory that measures both against their rivals. It holds no
// code: start with package task, package lapack, or the command in cmd/heddle.
package heddle
