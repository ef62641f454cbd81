// Package plot draws what the laboratory measured: [Charts] turns records into charts, a chart
// is drawn as SVG or PNG. A point is the median of a case, its bar reaches from the minimum to
// the maximum. Axes are those of Strack, Van Craen and Pflüger (arXiv 2606.11937): numbers of
// tiles, orders and times on logarithmic scales; rates start at zero, and the machine's peak is
// on top.
//
// The drawing is our own: docs/decisions/0009-plots.md says why.
package plot
