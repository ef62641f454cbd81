// Package page makes one HTML page of run files: who won, in sentences; the claims of the paper
// beside what was measured; the plots, whose series a click on the legend hides; the tables, which a
// click on a column sorts; and the machine. The page needs nothing else: no network, no other file.
package page
