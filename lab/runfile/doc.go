// Package runfile keeps what a run of the laboratory measured: a file of JSON lines. The first
// line is a [Header], which says where, with what and how; every further line is a [lab.Record],
// written as soon as it is known. A case may have several lines, of which the last counts: a
// long measurement writes from time to time what it has so far. A file that was cut short in
// the middle of a line is read up to there, and can be continued.
package runfile
