package page

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"heddle/lab"
	"heddle/lab/runfile"
)

// made returns a run of two variants at three numbers of tiles, one row of which failed.
func made(t *testing.T) *runfile.File {
	t.Helper()
	h, err := runfile.NewHeader("cb-tiles-heddle", "heddle reproduce cb-tiles-heddle --sizes=512", map[string]int{"n": 512})
	if err != nil {
		t.Fatal(err)
	}
	f := &runfile.File{Name: "made.jsonl", Header: &h}
	for i, v := range []string{"for-naive", "task-async", "<b>odd</b> & \"quoted\""} {
		runtime := "heddle"
		if i == 2 {
			runtime = "openmp-gcc"
		}
		for _, tiles := range []int{10, 4, 8} {
			r := lab.Record{Experiment: "cholesky", Runtime: runtime, Routine: "potrf", Variant: v, Workers: 2, Pin: "close",
				N: 512, Tiles: tiles, Tile: 512 / tiles, OK: true, PeakGFlops: 140}
			for k := range 5 {
				r.Samples = append(r.Samples, 1e-3*float64(3-i)*(1+0.01*float64(k*tiles%7)))
			}
			s := lab.Summarize(r.Samples)
			r.MedianS, r.MinS, r.MaxS, r.GFlops = s.Median, s.Min, s.Max, 0.0447/s.Median
			f.Records = append(f.Records, r)
		}
	}
	failed := f.Records[0]
	failed.Variant = "future-data"
	failed.Fail("failed: killed by signal 11")
	absent := lab.Record{Experiment: "cholesky", Runtime: "hpx"}
	absent.Fail("not installed: set HPX_DIR")
	f.Records = append(f.Records, failed, absent)
	return f
}

func written(t *testing.T, files ...*runfile.File) string {
	t.Helper()
	var b strings.Builder
	table := Table{Title: "Claims", Doc: "What was said.", Heads: []string{"claim", "here"},
		Groups: []Group{{"faster", [][]string{{"a over b", "1.2x [1.1, 1.3]"}}}}}
	var runs []Run
	for _, f := range files {
		runs = append(runs, Run{f, []Table{table}})
	}
	if err := Write(&b, runs); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The page holds everything, asks nobody for anything, and its elements are closed.
func TestPage(t *testing.T) {
	text := written(t, made(t))
	for _, want := range []string{"<title>heddle: cb-tiles-heddle</title>", "Winner: ", "1.2x [1.1, 1.3]", "killed by signal 11", "hpx not installed: set HPX_DIR",
		"--sizes=512", "GFLOP/s a core", "FMA peak 70 GFLOP/s", "processor", "&lt;b&gt;odd&lt;/b&gt;"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in the page", want)
		}
	}
	if outside := regexp.MustCompile(`(?i)(src|href)\s*=|url\(|@import|https?://[^w]`).FindString(text); outside != "" {
		t.Errorf("the page asks for something outside: %s", outside)
	}
	if strings.Contains(text, "<b>odd") {
		t.Error("a name is not escaped")
	}
	d := xml.NewDecoder(strings.NewReader(regexp.MustCompile(`(?s)<(style|script)>.*?</(style|script)>`).ReplaceAllString(text, "")))
	d.Strict, d.Entity = false, xml.HTMLEntity
	var open []string
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			open = append(open, e.Name.Local)
		case xml.EndElement:
			if last := open[len(open)-1]; last != e.Name.Local {
				t.Fatalf("</%s> closes <%s>", e.Name.Local, last)
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Errorf("not closed: %v", open)
	}
}

func TestPageSaysWhatIsDoubtful(t *testing.T) {
	f := made(t)
	f.Truncated = true
	f.Records[0].Partial = true
	f.Records[1].PeakSpread = 0.3
	f.Header = nil
	text := written(t, f)
	for _, want := range []string{"noisy machine", "1 of 11 cases are not complete", "middle of a line", "<h2>made.jsonl</h2>"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in the page", want)
		}
	}
}

// browser returns a Chromium, "" where there is none.
func browser() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "headless_shell"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// script clicks what there is to click and writes what came of it into the title.
const script = `<script>
window.addEventListener("load", function () {
  const said = [];
  const check = function (what, ok) { if (!ok) { said.push(what); } };
  const figure = document.querySelector("figure"), key = figure.querySelector(".key");
  const shown = function () { return Array.from(figure.querySelectorAll("g.series")).filter(function (g) { return getComputedStyle(g).display !== "none"; }).length; };
  const all = shown();
  check("two drawings of three series", all === 6);
  key.click();
  check("a click hides a series in both drawings", shown() === 4 && key.getAttribute("aria-pressed") === "false");
  key.click();
  check("a second click shows it", shown() === 6 && key.getAttribute("aria-pressed") === "true");
  const group = figure.querySelector('.show-group[data-group="heddle"]');
  group.click();
  check("the name of a runtime hides its series", shown() === 2);
  group.click();
  check("and shows them again", shown() === 6);
  figure.querySelector(".show-none").click();
  check("none hides all", shown() === 0);
  figure.querySelector(".show-all").click();
  check("all shows all", shown() === 6);
  const table = document.querySelector("table.numbers"), heads = Array.from(table.tHead.rows[0].cells);
  const tiles = heads.findIndex(function (h) { return h.textContent === "tiles"; });
  const column = function () { return Array.from(table.tBodies[0].rows).map(function (r) { return r.cells[tiles].textContent; }).join(" "); };
  heads[tiles].querySelector("button").click();
  check("sorted as numbers, not words: " + column(), column() === "4 4 4 8 8 8 10 10 10 10");
  heads[tiles].querySelector("button").click();
  check("sorted downwards: " + column(), column() === "10 10 10 10 8 8 8 4 4 4" && heads[tiles].getAttribute("aria-sort") === "descending");
  check("wider than its window", document.documentElement.scrollWidth <= window.innerWidth);
  const narrow = window.innerWidth <= 640, display = function (what) { return getComputedStyle(document.querySelector(what)).display; };
  check("words stand one below the other where it is narrow: " + display("table.words td"), display("table.words td") === (narrow ? "block" : "table-cell"));
  check("one drawing is shown", (display("figure .narrow") === "none") !== narrow && (display("figure .wide") === "none") === narrow);
  document.title = said.length === 0 ? "every check passed" : "failed: " + said.join("; ");
  window.parent.postMessage(document.title, "*");
});
</script>`

// frame shows the page 400 pixels wide, which no window is, and takes over the title that it gives
// itself.
const frame = `<title>the page said nothing</title><script>
window.addEventListener("message", function (e) { document.title = e.data; });
</script><iframe src="page.html" style="width: 400px; height: 800px"></iframe>`

// In a browser the page opens without errors, its legend hides and shows, its tables sort, and it is
// no wider than the window, large or small.
func TestPageInBrowser(t *testing.T) {
	chromium := browser()
	if chromium == "" {
		t.Skip("no Chromium in PATH: TestPage has looked at the page's text")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"page.html": written(t, made(t)) + script, "frame.html": frame} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for _, c := range []struct{ page, window string }{{"page.html", "1400,1000"}, {"page.html", "500,800"}, {"frame.html", "500,900"}} {
		cmd := exec.CommandContext(ctx, chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
			"--user-data-dir="+t.TempDir(), "--window-size="+c.window, "--enable-logging=stderr", "--virtual-time-budget=5000", "--dump-dom", "file://"+filepath.Join(dir, c.page))
		var out, log strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &log
		if err := cmd.Run(); err != nil {
			t.Fatalf("%v\n%s", err, log.String())
		}
		if title := regexp.MustCompile(`<title>[^<]*`).FindString(out.String()); title != "<title>every check passed" {
			t.Errorf("%s in a window of %s: %s", c.page, c.window, title)
		}
		if complaint := regexp.MustCompile(`.*CONSOLE.*`).FindString(log.String()); complaint != "" {
			t.Errorf("%s in a window of %s: the console says %s", c.page, c.window, complaint)
		}
	}
}
