package trace

import (
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"
	"time"

	"heddle/lab/plot"
)

// WriteTable prints st for people: by label, by worker, and the critical path.
func (st *Stats) WriteTable(w io.Writer) error {
	fmt.Fprintf(w, "%s: %d tasks on %d workers in %s\n", st.Name, st.Tasks, st.Workers, show(st.Span))
	if st.Lost > 0 {
		fmt.Fprintf(w, "%d tasks more are not in the trace, which was full\n", st.Lost)
	}
	if st.Rough > 0 {
		fmt.Fprintf(w, "%d tasks that ran in place may seem longer than they were: they began at an unknown time after the one before\n", st.Rough)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "\nlabel\tcount\ttime\tshare\tmean\tmedian\tmin\tmax\twaited\ton path\t")
	for _, l := range st.Labels {
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", l.Name, l.Count, show(l.Time), percent(l.Share),
			show(l.Mean), show(l.Median), show(l.Min), show(l.Max), show(l.Waiting), show(l.OnPath))
	}
	fmt.Fprintln(t, "\nworker\ttasks\tbusy\tsubmitting\tidle\tidle share\t")
	var idle time.Duration
	for _, c := range st.Crew {
		idle += c.Idle
		fmt.Fprintf(t, "%d\t%d\t%s\t%s\t%s\t%s\t\n", c.Worker, c.Tasks, show(c.Busy), show(c.Submitting), show(c.Idle), percent(ratio(c.Idle, st.Span)))
	}
	fmt.Fprintf(t, "all\t%d\t%s\t\t%s\t%s\t\n", st.Tasks, show(st.Work), show(idle), percent(ratio(idle, st.Span*time.Duration(st.Workers))))
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\ncritical path  %s in %d tasks, %s of the time; work over path %.3g\n",
		show(st.Path.Time), st.Path.Tasks, percent(ratio(st.Path.Time, st.Span)), st.Path.Parallelism)
	return err
}

func ratio(a, b time.Duration) float64 {
	if b <= 0 {
		return 0
	}
	return float64(a) / float64(b)
}

func show(d time.Duration) string { return plot.Seconds(d.Seconds()) }

func percent(x float64) string { return strconv.FormatFloat(100*x, 'f', 1, 64) + " %" }
