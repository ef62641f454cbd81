// Package cpu tells facts about the machine: which vector instructions it has, how large its
// caches are, which processors the process may use and how they are grouped in cores,
// packages and NUMA nodes. It also ties threads to processors. It computes nothing and
// remembers what it has read.
package cpu
